"""A database that is lost while it commits: a player is told what is known, and not more."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

from headway.web.limits import Limits
from tests.served import serving


class Proxy:
    """A way to PostgreSQL on which the next commit of a step can be lost: `lose` is "commit" or "answer".

    If `is_cut` by then, all connections are lost with it.
    """

    def __init__(self, port: int) -> None:
        self.lose, self.is_cut = "", False
        self.links: list[Link] = []
        self._target = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client = self._listening.accept()[0]
                if self.is_cut:
                    client.close()
                else:
                    self.links.append(Link(self, client, socket.create_connection(("127.0.0.1", self._target))))

    def close(self) -> None:
        self._listening.close()


class Link:
    """One connection through the proxy."""

    def __init__(self, proxy: Proxy, client: socket.socket, server: socket.socket) -> None:
        self.proxy, self.client, self.server, self.has_step, self.loses_answer = proxy, client, server, False, False
        for copy in (self._to_server, self._to_client):
            threading.Thread(target=copy, daemon=True).start()

    def _to_server(self) -> None:
        with suppress(OSError):
            while data := self.client.recv(2**16):
                self.has_step = self.has_step or b"INTO steps" in data
                if b"COMMIT" in data and self.has_step and self.proxy.lose:
                    lost, self.proxy.lose = self.proxy.lose, ""
                    if lost == "commit":
                        break
                    self.loses_answer = True
                self.server.sendall(data)
        self._close()

    def _to_client(self) -> None:
        with suppress(OSError):
            while data := self.server.recv(2**16):
                if self.loses_answer:
                    break
                self.client.sendall(data)
        if self.loses_answer and self.proxy.is_cut:
            for link in self.proxy.links:
                link._close()
        self._close()

    def _close(self) -> None:
        for end in (self.client, self.server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@pytest.fixture
def proxy(postgres: str) -> Iterator[Proxy]:
    port = urlsplit(postgres).port
    assert port is not None
    made = Proxy(port)
    yield made
    made.close()


def through(proxy: Proxy, postgres: str) -> str:
    return postgres.replace(f":{urlsplit(postgres).port}/", f":{proxy.port}/")


def test_a_move_whose_commit_was_made_is_acknowledged_although_the_answer_was_lost(proxy: Proxy, postgres: str) -> None:
    with serving(Limits(), through(proxy, postgres)) as served:
        table, keys = served.make("cross-over")
        one, other = served.sit(table, keys[0]), served.sit(table, keys[1])
        proxy.lose = "answer"
        assert one.play("3")["now"]["ply"] == 1
        assert other.until(1)["ply"] == 1
        assert other.play("2")["now"]["ply"] == 2


def test_a_move_that_may_have_been_made_is_not_refused_as_if_it_were_not(proxy: Proxy, postgres: str) -> None:
    with serving(Limits(), through(proxy, postgres)) as served:
        table, keys = served.make("cross-over")
        one = served.sit(table, keys[0])
        proxy.lose = "commit"
        assert one.play("3")["error"] == "outcome-unknown"
        assert one.play("2")["now"]["ply"] == 1  # it was not made
        assert served.get(f"/api/tables/{table}")["now"]["ply"] == 1


def test_what_has_become_of_it_is_shown_as_soon_as_the_database_answers(proxy: Proxy, postgres: str) -> None:
    with serving(Limits(), through(proxy, postgres)) as served:
        table, keys = served.make("cross-over")
        one = served.sit(table, keys[0])
        proxy.lose, proxy.is_cut = "answer", True
        assert one.play("3")["error"] == "outcome-unknown"
        proxy.is_cut = False
        assert one.until(1)["ply"] == 1
        assert '"done":1' not in one.received[-1]  # its answer was the error
