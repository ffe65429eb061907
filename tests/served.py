"""A real server, in a process of its own or in this one, and clients that talk to it."""

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import uvicorn
from websockets.sync.client import ClientConnection, connect

from headway.web.app import create_app
from headway.web.limits import Limits
from headway.web.storage.store import Store
from headway.web.transport.server import server_config
from tests.patience import PATIENCE, wait_until

PATIENT = {"HEADWAY_LIMITS": ",".join(f"{limit}_timeout={PATIENCE}" for limit in ("solve", "preview", "search"))}
"""The environment of a server that takes as long to solve a game as this machine needs."""


class Served:
    """`headway serve` on a database; it can be killed and started again at the same port."""

    def __init__(
        self, database: str, *options: str, stderr: IO[str] | None = None, env: dict[str, str] | None = None
    ) -> None:
        self.database, self.options, self.port, self.stderr, self.env = database, options, 0, stderr, env
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "headway", "serve", "--port", str(self.port), "--db", self.database]
        self.process = subprocess.Popen(
            [*command, *self.options],
            stdout=subprocess.PIPE,
            stderr=self.stderr,
            text=True,
            start_new_session=True,
            env=self.env,
        )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+:(\d+)/", self.process.stdout.readline())
        assert found is not None
        self.port = int(found[1])
        wait_until(self._is_ready)

    def _is_ready(self) -> bool:
        try:
            return bool(self.get("/healthz")["status"] == "ok")
        except OSError:
            return False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """Kill the server and all its processes, without warning."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()

    # -- HTTP

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.url + path, timeout=PATIENCE) as answer:
            body = answer.read()
            return json.loads(body) if "json" in answer.headers["content-type"] else body.decode()

    def post(self, path: str, body: object) -> Any:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read())

    def refused(self, path: str, body: object = None) -> tuple[int, str]:
        """The status and the name of the refusal of a request."""
        try:
            self.get(path) if body is None else self.post(path, body)
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())["error"]
        raise AssertionError(f"{path} was not refused")

    def make(self, game: str, **options: Any) -> tuple[str, list[str]]:
        """Make a table: its id, and the invitations to its two seats."""
        made = self.post("/api/tables", {"game": game, **options})
        return made["table"], made["tokens"]

    def sit(self, table: str, token: str | None, key: str | None = None, address: str = "127.0.0.1") -> "Client":
        """A client at a seat, perhaps with a key of its own, or a spectator without a token.

        It may connect from another address of this machine.
        """
        return Client(self, table, token, key, address)


@contextmanager
def serving(limits: Limits, database: str | None = None) -> Iterator[Served]:
    """A server in this process, so that its limits can be set."""
    with tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite:///{folder}/tables.sqlite3"
        Store(url).upgrade()
        listening = socket.create_server(("127.0.0.1", 0))  # it keeps its port until the server takes it over
        server = uvicorn.Server(server_config(create_app(url, limits)))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            wait_until(lambda: server.started)
            served = Served.__new__(Served)
            served.port = listening.getsockname()[1]
            yield served
        finally:
            server.should_exit = True
            thread.join()


class Client:
    """A connection to a table, with everything that it has received."""

    def __init__(
        self, server: Served, table: str, token: str | None, key: str | None = None, source: str = "127.0.0.1"
    ) -> None:
        self.server, self.table, self.token = server, table, token
        self.received: list[str] = []
        self.present: dict[str, Any] | None = None
        address = f"{server.url.replace('http', 'ws')}/ws/{table}"
        self.socket: ClientConnection = connect(
            address,
            max_size=2**22,
            max_queue=None,  # what the test has not asked for yet does not keep the end of the connection unread
            open_timeout=PATIENCE,
            ping_interval=None,
            source_address=(source, 0),
        ).__enter__()
        self.send(type="hello", token=token, **({} if key is None else {"key": key}))
        self.welcome = self.receive("welcome", "error")
        self.now: dict[str, Any] = self.welcome.get("now", {})
        self.legal: list[str] = self.welcome.get("legal", [])

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while True:
            text = self.socket.recv(timeout=PATIENCE)
            assert isinstance(text, str)
            self.received.append(text)
            message: dict[str, Any] = json.loads(text)
            self.present = message.get("present", self.present)
            if message["type"] in ("news", "welcome"):
                self.now, self.legal = message["now"], message["legal"]
            if message["type"] in kinds:
                return message

    def play(self, move: str, ply: int | None = None, **more: Any) -> dict[str, Any]:
        """Make a move, and wait for its answer."""
        self.send(type="play", ply=self.now["ply"] if ply is None else ply, move=move, id=1, **more)
        while True:
            message = self.receive("news", "error")
            if message.get("done") == 1:
                return message

    def until(self, ply: int) -> dict[str, Any]:
        """Wait until this many plies have been made."""
        while self.now["ply"] < ply:
            self.receive("news", "welcome")
        return self.now

    def close(self) -> None:
        self.socket.close()


def play_out(one: Client, other: Client, rng: random.Random, most: int = 400) -> dict[str, Any]:
    """Let two clients make random moves until the game is over."""
    for _ in range(most):
        if one.now["result"] is not None:
            break
        mover, waiting = (one, other) if one.legal else (other, one)
        mover.play(rng.choice(mover.legal))
        waiting.until(mover.now["ply"])
    return one.now


def is_sent(client: Client, seats: list[bool], watching: int = 0) -> bool:
    """Wait until a client has been sent that these are present."""
    while client.present is None or (client.present["seats"], client.present["watching"]) != (seats, watching):
        client.receive("present")
    return True


def resigned_by_ada(server: Served) -> str:
    """A table of Cross Over at which Ada, as Player 1, has made a mistake and resigned against Ben."""
    table, keys = server.make("cross-over")
    ada, ben = (server.sit(table, key) for key in keys)
    ben.send(type="name", name="Ben")
    ada.send(type="name", name="Ada")
    while ada.now["names"] != ["Ada", "Ben"]:
        ada.receive("news")
    ada.play("1")
    ada.send(type="resign")
    ada.receive("news")
    return table


def make_long(server: Served, plies: int) -> str:
    """A table at which a long game of steps of 1 is under way."""
    table, keys = server.make("cross-over", rules={"length": 400, "longest_step": 1})
    sides = [server.sit(table, key) for key in keys]
    for ply in range(plies):
        sides[1 - ply % 2].until(sides[ply % 2].play("1")["now"]["ply"])
    for side in sides:
        side.close()
    return table
