"""A chat server on the loopback that answers as a test tells it to."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

MODEL = "scripted"


class Response(NamedTuple):
    """What is sent: the status, the bytes, further headers, and how long each byte takes."""

    body: bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    seconds_a_byte: float = 0.0


class Request(NamedTuple):
    """What was asked, and how often anything was asked before."""

    path: str
    content: Any
    authorization: str | None
    number: int


Script = Callable[[Request], Response]


def completion(text: str | None, finish: str = "stop", **message: object) -> Response:
    """A well-formed answer."""
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **message}}
    usage = {"prompt_tokens": 11, "completion_tokens": 5, "total_tokens": 16}
    answer = {"id": "1", "object": "chat.completion", "created": 0, "model": MODEL, "choices": [choice], "usage": usage}
    return Response(json.dumps(answer).encode())


def failure(status: int, message: str = "no", *headers: tuple[str, str]) -> Response:
    """An error as such servers send it."""
    return Response(json.dumps({"error": {"message": message}}).encode(), status, headers)


class Served(NamedTuple):
    """A running server: its address, and what it was asked so far."""

    base_url: str
    requests: list[Request]

    @property
    def questions(self) -> list[Request]:
        """Those of the requests that ask for a move: they begin with the rules."""
        return [request for request in self.requests if request.content["messages"][0]["role"] == "system"]


@contextmanager
def served(script: Script, *, has_models: bool = True, models: Sequence[str] = (MODEL,)) -> Iterator[Served]:
    """A server while a test runs; one without `has_models` does not list its `models`."""
    requests: list[Request] = []
    stopping, lock = threading.Event(), threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

        def do_GET(self) -> None:
            listed = Response(json.dumps({"data": [{"id": model} for model in models]}).encode())
            self._send(listed if has_models else failure(404))

        def do_POST(self) -> None:
            content = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                request = Request(self.path, content, self.headers["Authorization"], len(requests))
                requests.append(request)
            self._send(script(request))

        def _send(self, response: Response) -> None:
            try:
                self.send_response(response.status)
                for name, value in response.headers:
                    self.send_header(name, value)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(response.body)))
                self.end_headers()
                if not response.seconds_a_byte:
                    self.wfile.write(response.body)
                    return
                for byte in response.body:
                    if stopping.is_set():
                        return
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    time.sleep(response.seconds_a_byte)
            except OSError:
                pass  # the client has gone

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield Served(f"http://127.0.0.1:{server.server_port}/v1", requests)
    finally:
        stopping.set()
        server.shutdown()
        server.server_close()
        thread.join()
