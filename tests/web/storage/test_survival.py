"""Survival: nothing that was acknowledged is lost when the server is killed."""

import json
import random
import sqlite3
import threading
import time
from pathlib import Path

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from headway.web.limits import Limits
from headway.web.storage import migrations
from headway.web.storage.schema import tables
from headway.web.storage.store import Store
from tests.patience import PATIENCE, wait_until
from tests.served import Served, serving


def survives(server: Served, kills: int, tables: int) -> None:
    """Play many tables at once while the server is killed again and again; every acknowledged move must stay."""
    stop = threading.Event()
    failures: list[str] = []
    acknowledged: dict[str, dict[int, str]] = {}

    def play(number: int) -> None:
        rng = random.Random(number)
        while not stop.is_set():
            try:
                table, keys = server.make("capture-the-flag")
                break
            except OSError:
                time.sleep(0.05)
        else:
            return
        known = acknowledged[table] = {}
        while not stop.is_set():
            try:
                sides = [server.sit(table, key) for key in keys]
                if sides[0].now["ply"] < max(known, default=0):
                    failures.append(f"{table}: {max(known)} plies were acknowledged, {sides[0].now['ply']} are there")
                while not stop.is_set() and sides[0].now["result"] is None:
                    mover, waiting = sides if sides[0].legal else sides[::-1]
                    move = rng.choice(mover.legal)
                    answer = mover.play(move)
                    if answer["type"] == "news":
                        known[answer["now"]["ply"]] = move
                    waiting.until(mover.now["ply"])
                if sides[0].now["result"] is not None:
                    return
            except (OSError, ConnectionClosed, TimeoutError, InvalidHandshake, EOFError):
                time.sleep(0.05)

    players = [threading.Thread(target=play, args=(number,)) for number in range(tables)]
    for player in players:
        player.start()
    rng = random.Random(0)

    def made() -> int:
        return sum(map(len, acknowledged.copy().values()))

    def some_more_moves() -> None:
        enough = made() + rng.randrange(5, 100)
        wait_until(lambda: made() >= enough or not any(player.is_alive() for player in players))

    for _ in range(kills):
        some_more_moves()
        server.kill()
        server.start()
    some_more_moves()
    stop.set()
    for player in players:
        player.join(PATIENCE)
    assert failures == []
    assert made() > 20
    for table, known in acknowledged.items():
        record = [json.loads(line) for line in server.get(f"/api/tables/{table}/record").splitlines()]
        moves = {line["ply"]: line["move"] for line in record if "move" in line}
        assert sorted(moves) == list(range(1, len(moves) + 1))  # none is doubled
        assert {ply: moves.get(ply) for ply in known} == known  # none is lost


def test_kill_9_loses_nothing_on_sqlite(tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path}/tables.sqlite3")
    try:
        survives(server, kills=6, tables=8)
    finally:
        server.stop()


def test_kill_9_loses_nothing_on_postgresql(postgres: str) -> None:
    server = Served(postgres)
    try:
        survives(server, kills=4, tables=8)
    finally:
        server.stop()


def test_clients_connected_when_the_server_ended_have_time_to_return(tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path}/tables.sqlite3")
    try:
        table, keys = server.make("cross-over")
        server.sit(table, keys[0])
        server.sit(table, keys[1])
        server.kill()
        server.start()
        one = server.sit(table, keys[0])
        one.send(type="computer", player="random")
        assert one.receive("error")["error"] == "seat-taken"
    finally:
        server.stop()


def test_the_schema_is_brought_up_to_date_and_the_data_stays(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.sqlite3"
    with serving(Limits(), url) as server:
        table, keys = server.make("cross-over")
        server.sit(table, keys[0]).play("3")
    Store(url).upgrade()  # as every start does
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        newest = max(path.name[:4] for path in Path(migrations.__file__).parent.glob("versions/0*.py"))
        assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [(newest,)]
        wanted = {column.name for column in tables.columns}
        assert {row[1] for row in database.execute("PRAGMA table_info(tables)")} == wanted
    with serving(Limits(), url) as server:
        assert server.sit(table, keys[0]).now["ply"] == 1
