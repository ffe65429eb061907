"""The routes of the pages; one HTML page loads the script for its address."""

from pathlib import Path
from string import Template

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles

from headway.tagline import TAGLINE

PAGES = Path(__file__).parents[1] / "pages"
INDEX = Template((PAGES / "index.html").read_text("utf-8")).substitute(tagline=TAGLINE)


def index_page(status: int = 200) -> HTMLResponse:
    """The HTML page of all addresses."""
    return HTMLResponse(INDEX, status)


def add_page_routes(app: FastAPI) -> None:
    """Serve the pages, and their scripts and styles."""

    @app.get("/", include_in_schema=False)
    @app.get("/t/{table}", include_in_schema=False)
    @app.get("/t/{table}/games/{number}", include_in_schema=False)
    @app.get("/t/{table}/games/{number}/review", include_in_schema=False)
    @app.get("/t/{table}/games/{number}/analysis", include_in_schema=False)
    @app.get("/analysis", include_in_schema=False)
    @app.get("/p", include_in_schema=False)
    @app.get("/review", include_in_schema=False)
    @app.get("/rules/{game}", include_in_schema=False)
    def page() -> HTMLResponse:
        return index_page()

    app.mount("/pages", StaticFiles(directory=PAGES), name="pages")
