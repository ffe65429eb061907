"""The names that a server answers to."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from headway.terminal.serve import serve
from headway.web.allowed_hosts import AllowedHosts, host_name
from tests.served import Served
from tests.web.transport.raw import answers, handshake, statuses

MACHINE = socket.gethostname()


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for all addresses of this machine, with a name of its own."""
    database = f"sqlite:///{tmp_path_factory.mktemp('named')}/tables.sqlite3"
    served = Served(database, "--host", "0.0.0.0", "--allowed-host", "games.example.org", "--allowed-host", "b.example")
    yield served
    served.stop()


@pytest.mark.parametrize(
    ("host", "is_allowed"),
    [
        ("localhost", True),
        ("LOCALHOST.:8000", True),
        ("headway.localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("192.168.1.20:8000", True),
        ("[::1]:8000", True),
        ("[fe80::1]", True),
        (MACHINE, True),
        (f"{MACHINE.partition('.')[0]}.local:8000", True),
        ("games.example.org", True),
        ("Games.Example.org:443", True),
        ("b.example", True),
        ("elsewhere.example", False),
        ("elsewhere.example:8000", False),
        ("games.example.org.elsewhere.example", False),
        ("127.0.0.1.elsewhere.example", False),
        ("xlocalhost", False),
        ("localhost@elsewhere.example", False),
        ("", False),
        ("0x7f.1", False),
    ],
)
def test_a_server_answers_only_to_its_names(named: Served, host: str, is_allowed: bool) -> None:
    request = f"GET /api/opponents HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    answer = answers(named, request.encode())
    assert statuses(answer) == [200 if is_allowed else 421]
    assert (b'"unknown-host"' in answer) is not is_allowed
    upgrade = handshake("/ws/x").replace(b"Host: localhost", f"Host: {host}".encode())
    hello = b"\x88\x80" + bytes(4)  # a close frame, so that an accepted connection ends
    assert statuses(answers(named, upgrade, hello)) == [101 if is_allowed else 421]


def test_the_host_that_is_bound_is_allowed() -> None:
    assert AllowedHosts(["headway.example"]).allows({"host": "headway.example:8000"})
    assert not AllowedHosts().allows({"host": "headway.example:8000"})


def test_a_port_is_not_part_of_a_name() -> None:
    assert host_name("a.example:80") == host_name("a.example") == "a.example"
    assert host_name("[::1]:80") == host_name("[::1]") == "::1"


@pytest.mark.parametrize("name", ["http://a.example", "a.example:8000", "a,b", ""])
def test_an_invalid_name_is_refused(name: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(serve, ["--allowed-host", name, "--db", f"sqlite:///{tmp_path}/x.sqlite3"])
    assert result.exit_code != 0
    assert "is not a host name" in str(result.exception)
    assert not list(tmp_path.iterdir())
