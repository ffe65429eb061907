"""A real server in its own process, and clients that talk to it."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import IO, Any

from websockets.sync.client import ClientConnection, connect

PATIENCE = 20


class Served:
    """`headway serve` on a database; it can be killed and started again at the same port."""

    def __init__(self, database: str, *options: str, stderr: IO[str] | None = None) -> None:
        self.database, self.options, self.port, self.stderr = database, options, 0, stderr
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "headway", "serve", "--port", str(self.port), "--db", self.database]
        self.process = subprocess.Popen(
            [*command, *self.options], stdout=subprocess.PIPE, stderr=self.stderr, text=True, start_new_session=True
        )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+:(\d+)/", self.process.stdout.readline())
        assert found is not None
        self.port = int(found[1])
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                if self.get("/healthz")["status"] == "ok":
                    return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """Without any warning, with all its processes."""
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
        """The status and the name of the problem with which something is refused."""
        try:
            self.get(path) if body is None else self.post(path, body)
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())["error"]
        raise AssertionError(f"{path} was not refused")

    def make(self, game: str, **asked: Any) -> tuple[str, list[str]]:
        made = self.post("/api/tables", {"game": game, **asked})
        return made["table"], made["tokens"]

    def sit(self, table: str, token: str | None) -> "Sitting":
        return Sitting(self, table, token)


class Sitting:
    """A connection to a table, with everything that came over it."""

    def __init__(self, server: Served, table: str, token: str | None) -> None:
        self.server, self.table, self.token = server, table, token
        self.received: list[str] = []
        self.present: dict[str, Any] | None = None
        address = f"{server.url.replace('http', 'ws')}/ws/{table}"
        self.socket: ClientConnection = connect(address, max_size=2**22).__enter__()
        self.say(type="hello", token=token)
        self.welcome = self.hear("welcome", "error")
        self.now: dict[str, Any] = self.welcome.get("now", {})
        self.legal: list[str] = self.welcome.get("legal", [])

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of these kinds."""
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

    def play(self, move: str, ply: int | None = None) -> dict[str, Any]:
        """Make a move, and hear of it."""
        self.say(type="play", ply=self.now["ply"] if ply is None else ply, move=move, id=1)
        while True:
            message = self.hear("news", "error")
            if message.get("done") == 1:
                return message

    def until(self, ply: int) -> dict[str, Any]:
        """Wait until so many plies have been made."""
        while self.now["ply"] < ply:
            self.hear("news", "welcome")
        return self.now

    def close(self) -> None:
        self.socket.close()


def as_postgres(*command: str, cwd: Path) -> None:
    """Run a command of PostgreSQL's; it refuses to be run by root."""
    user = "postgres" if os.geteuid() == 0 else None
    subprocess.run(command, check=True, cwd=cwd, user=user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def postgres_tool(name: str) -> str | None:
    """Where a tool of PostgreSQL's is, also where Debian hides it."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(found[-1]) if found else None)
