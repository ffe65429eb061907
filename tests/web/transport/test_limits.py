"""Limits: a client that exceeds one does not disturb the others."""

import json
import random
import re
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from headway.web.limits import Limits, limits_from_environment
from headway.web.transport import websocket
from tests.conftest import Headway
from tests.patience import PATIENCE
from tests.served import Served, serving

PROTOCOL = Path(__file__).parents[3] / "docs" / "protocol.md"


def test_a_message_of_a_megabyte_ends_its_connection_and_no_other(server: Served) -> None:
    table, keys = server.make("cross-over")
    one, other = server.sit(table, keys[0]), server.sit(table, keys[1])
    other.socket.send("x" * 2**20)
    with pytest.raises(ConnectionClosed) as closed:
        other.receive("nothing")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    assert one.play("3")["now"]["ply"] == 1


def test_a_flood_of_messages_ends_its_connection_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "CLOSE_TIMEOUT", 0.2)  # the answer to the close frame is behind the flood
    with serving(Limits()) as served:
        table, keys = served.make("cross-over")
        one, other = served.sit(table, keys[0]), served.sit(table, keys[1])
        with suppress(ConnectionClosed):
            for _ in range(1000):
                other.send(type="ping")
        with pytest.raises(ConnectionClosed):
            other.receive("nothing")
        assert '"too-fast"' in other.received[-1]
        assert one.play("3")["now"]["ply"] == 1


def test_a_client_that_never_reads_is_disconnected_and_delays_no_other(server: Served) -> None:
    table, keys = server.make("cross-over", rules={"length": 1000, "longest_step": 1})
    deaf = socket.create_connection(("127.0.0.1", server.port))
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    upgrade = f"GET /ws/{table} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    deaf.send(f"{upgrade}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    text = b'{"type":"hello"}'
    deaf.send(bytes([0x81, 0x80 | len(text)]) + b"\0\0\0\0" + text)
    one, other = server.sit(table, keys[0]), server.sit(table, keys[1])
    rng = random.Random(1)
    for _ in range(120):
        mover, waiting = (one, other) if one.legal else (other, one)
        mover.play(rng.choice(mover.legal))
        waiting.until(mover.now["ply"])
        time.sleep(0.03)  # below what is too fast
    assert one.now["ply"] == 120
    deaf.close()


def test_a_page_of_another_site_cannot_open_a_socket(server: Served) -> None:
    table, _ = server.make("cross-over")
    address = f"ws://127.0.0.1:{server.port}/ws/{table}"
    with pytest.raises(InvalidStatus), connect(address, origin=Origin("https://elsewhere.example")):
        pass
    with connect(address, origin=Origin(server.url)) as own:
        own.send('{"type": "hello"}')
        assert '"welcome"' in str(own.recv(timeout=PATIENCE))


def test_spectators_do_not_keep_a_player_out() -> None:
    with serving(Limits(spectators_per_table=3)) as served:
        table, keys = served.make("cross-over")
        watching = [served.sit(table, None) for _ in range(3)]
        assert served.sit(table, None).welcome["error"] == "table-full"
        assert served.sit(table, keys[0]).welcome["you"] == "P1"
        assert len(watching) == 3


@pytest.fixture
def small() -> Iterator[Served]:
    """A server with little room, in this process, so that its limits can be set."""
    with serving(Limits(connections=6, table_rate=0.001, table_burst=3)) as served:
        yield served


def test_a_flood_of_tables_and_sockets_is_refused_while_games_go_on(small: Served) -> None:
    table, keys = small.make("cross-over")
    one, other = small.sit(table, keys[0]), small.sit(table, keys[1])
    small.make("cross-over")
    small.make("cross-over")
    assert small.refused("/api/tables", {"game": "cross-over"}) == (429, "too-many-tables")
    watching = [small.sit(table, None) for _ in range(4)]
    with connect(f"ws://127.0.0.1:{small.port}/ws/{table}") as late:
        assert json.loads(late.recv(timeout=PATIENCE))["error"] == "full"
    assert one.play("3")["now"]["ply"] == 1
    assert other.until(1)["ply"] == 1
    for client in watching:
        client.close()


def test_one_address_does_not_use_up_the_tables_of_others() -> None:
    limits = Limits(address_table_rate=0.001, address_table_burst=2, table_rate=0.001, table_burst=3)
    with serving(limits) as served:
        served.make("cross-over")
        served.make("cross-over")
        assert served.refused("/api/tables", {"game": "cross-over"}) == (429, "too-many-tables")
        for expected in ("welcome", "error"):  # the total is used up after one more
            with connect(f"ws://127.0.0.1:{served.port}/ws/new", source_address=("127.0.0.2", 0)) as other:
                other.send('{"game": "cross-over"}')
                answer = json.loads(other.recv(timeout=PATIENCE))
                assert answer["type"] == expected
        assert answer["error"] == "too-many-tables"


def test_a_client_that_sends_nothing_is_disconnected() -> None:
    with serving(Limits(request_timeout=1)) as served:
        table, _ = served.make("cross-over")
        with connect(f"ws://127.0.0.1:{served.port}/ws/{table}") as silent, pytest.raises(ConnectionClosed):
            silent.recv(timeout=PATIENCE)


def test_limits_are_set_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADWAY_LIMITS", "solve_timeout=60,connections=5")
    assert limits_from_environment() == Limits(solve_timeout=60.0, connections=5)
    monkeypatch.setenv("HEADWAY_LIMITS", "")
    assert limits_from_environment() == Limits()
    monkeypatch.setenv("HEADWAY_LIMITS", "off")
    assert limits_from_environment().message_rate > 10**6


WRONG = ["on", "unknown=1", "connections=many", "connections=1.5", "connections", "connections=-1", "__class__=1"]


@pytest.mark.parametrize("wrong", [*WRONG, "solve_timeout=nan", "solve_timeout=inf", "=1", "connections=1=2"])
def test_a_limit_that_cannot_be_set_costs_one_line(
    wrong: str, headway: Headway, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also for several processes; and nothing has begun."""
    monkeypatch.setenv("HEADWAY_LIMITS", f"solve_timeout=60,{wrong}")
    for options in (["--db", f"sqlite:///{tmp_path}/tables.sqlite3"], ["--db", "postgresql://x", "--workers", 2]):
        refused = headway("serve", "--no-browser", "--port", 0, *options)
        assert (refused.status, refused.out) == (2, "")
        assert refused.err == f'headway: HEADWAY_LIMITS takes "off" or limits like solve_timeout=60, not "{wrong}".\n'
    assert not list(tmp_path.glob("tables*"))


def test_the_protocol_lists_every_limit_with_its_default() -> None:
    listed = re.findall(r"^\| `(\w+)` \| ([\d,.]+) \|", PROTOCOL.read_text("utf-8"), re.MULTILINE)
    assert [(name, float(number.replace(",", ""))) for name, number in listed] == list(asdict(Limits()).items())
