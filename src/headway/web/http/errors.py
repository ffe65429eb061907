"""Error answers over HTTP: each has a stable name and a sentence."""

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from headway.errors import HeadwayError
from headway.web.http.page_routes import index_page
from headway.web.http.visitor import ClientDisconnected
from headway.web.refusals import BadRequest, ServerError, UnknownAddress, WrongMethod, first_flaw, http_status

CLIENT_CLOSED_REQUEST = 499  # nginx logs such requests by this number
RETRY_AFTER = "60"  # seconds


class ErrorAnswer(BaseModel):
    """Why a request was refused: a stable name, and a sentence."""

    error: str
    message: str


ERROR_ANSWERS: dict[int | str, dict[str, Any]] = {
    status: {
        "description": HTTPStatus(status).phrase,
        "content": {"application/json": {"schema": ErrorAnswer.model_json_schema()}},
    }
    for status in (400, 404, 405, 408, 409, 413, 422, 429, 500, 503)
}
"""For the OpenAPI description."""


def add_error_answers(app: FastAPI) -> None:
    """Turn every error into an `ErrorAnswer`."""
    app.exception_handler(HeadwayError)(_answer_refusal)
    app.exception_handler(RequestValidationError)(_answer_invalid_request)
    app.exception_handler(HTTPException)(_answer_http_error)
    app.exception_handler(ClientDisconnected)(_end_request)
    app.exception_handler(Exception)(_answer_mistake)


def _answer_refusal(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HeadwayError)
    status = http_status(error)
    retry = {"retry-after": RETRY_AFTER} if status in (429, 503) else {}
    return JSONResponse({"error": error.name, "message": str(error)}, status, retry)


def _answer_mistake(request: Request, error: Exception) -> JSONResponse:
    """Answer an error of ours; the framework logs it."""
    return _answer_refusal(request, ServerError())


def _end_request(request: Request, error: Exception) -> Response:
    """End a request whose client has disconnected; the answer is dropped."""
    return Response(status_code=CLIENT_CLOSED_REQUEST)


def _answer_http_error(request: Request, error: Exception) -> Response:
    """Answer an error of the framework; a browser at an unknown address gets a page."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and not request.url.path.startswith(("/api/", "/pages/")):
        return index_page(404)
    status, detail = error.status_code, error.detail
    kind: type[HeadwayError] = {404: UnknownAddress, 405: WrongMethod}.get(status, BadRequest)
    sentence = detail.capitalize() if detail == HTTPStatus(status).phrase else detail
    return JSONResponse({"error": kind.name, "message": f"{sentence}."}, status, error.headers)


def _answer_invalid_request(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return JSONResponse({"error": BadRequest.name, "message": first_flaw(error.errors())}, 422)
