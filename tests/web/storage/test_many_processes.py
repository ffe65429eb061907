"""Several processes that share a PostgreSQL database."""

import os
import random
import signal
import socket
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from headway.web.limits import Limits
from tests.conftest import Headway
from tests.patience import wait_until
from tests.served import Client, Served, is_sent, play_out, serving


def test_two_processes_see_each_other(postgres: str) -> None:
    """One player at each of two servers on one database: moves travel by the database's own news."""
    here, there = Served(postgres), Served(postgres)
    try:
        table, keys = here.make("cross-over")
        one, other = here.sit(table, keys[0]), there.sit(table, keys[1])
        now = play_out(one, other, random.Random(3))
        assert now["result"] is not None
        assert other.until(now["ply"]) == now
    finally:
        here.stop()
        there.stop()


def test_a_computer_takes_a_seat_that_is_free_at_every_process(postgres: str) -> None:
    quick = Limits(absence=0.2)
    with serving(quick, postgres) as here, serving(quick, postgres) as there:
        table, keys = here.make("cross-over")
        one, other = here.sit(table, keys[0]), there.sit(table, keys[1])
        assert is_sent(one, [True, True])
        assert is_sent(other, [True, True])
        one.send(type="computer", player="perfect")
        assert one.receive("error")["error"] == "seat-taken"
        other.close()
        assert is_sent(one, [True, False])
        wait_until(lambda: seats_a_computer(one))
        assert one.now["players"] == ["human", "perfect"]
        one.play("3")
        one.until(2)
        waits, keys = here.make("race-to-the-center")
        alone = there.sit(waits, keys[0])
        wait_until(lambda: seats_a_computer(alone))
        assert alone.now["players"] == ["human", "perfect"]


def seats_a_computer(client: Client) -> bool:
    """Ask for a computer in the other seat, which is free once its player has been away for long enough."""
    client.send(type="computer", player="perfect")
    answer = client.receive("news", "error")
    if answer["type"] == "news":
        return True
    assert answer["error"] == "seat-taken"
    time.sleep(0.1)  # below what is too fast
    return False


def test_moves_travel_although_the_database_drops_every_connection(postgres: str) -> None:
    import psycopg

    with serving(Limits(), postgres) as here, serving(Limits(), postgres) as there:
        table, keys = here.make("cross-over", rules={"length": 40})
        sides = here.sit(table, keys[0]), there.sit(table, keys[1])
        for ply in range(6):
            with psycopg.connect(postgres, autocommit=True) as database:
                database.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
                )
            mover, other = sides[ply % 2], sides[1 - ply % 2]
            wait_until(partial(plays, mover, ply))
            assert mover.now["ply"] == ply + 1
            assert other.until(ply + 1)["ply"] == ply + 1


def plays(client: Client, ply: int) -> bool:
    """Make the first legal move; while the database does not answer, nothing is changed."""
    if client.play(client.legal[0], ply)["type"] == "news":
        return True
    time.sleep(0.2)  # below what is too fast
    return False


def test_clients_of_a_process_that_is_killed_count_as_departed(postgres: str) -> None:
    here, there = Served(postgres), Served(postgres)
    try:
        table, keys = here.make("cross-over")
        one = here.sit(table, keys[0])
        there.sit(table, keys[1])
        there.sit(table, None)
        assert is_sent(one, [True, True], watching=1)
        there.kill()
        assert is_sent(one, [True, False])
    finally:
        here.stop()
        there.stop()


def test_several_workers_share_a_database(postgres: str) -> None:
    server = Served(postgres, "--workers", "2")
    try:
        rng = random.Random(5)
        for _ in range(4):
            table, keys = server.make("race-to-the-center")
            assert play_out(server.sit(table, keys[0]), server.sit(table, keys[1]), rng)["result"] is not None
    finally:
        server.stop()


def test_several_workers_need_a_database_that_they_share(headway: Headway, tmp_path: Path) -> None:
    refused = headway("serve", "--workers", 2, "--db", f"sqlite:///{tmp_path}/x.db")
    assert refused.status == 2
    assert "Several processes need a database that they can share" in refused.err
    assert headway("serve", "--db", "mysql://x").status == 2
    assert headway("serve", "--db", "what").status == 2


def test_workers_end_when_the_server_that_started_them_is_killed(postgres: str) -> None:
    server = Served(postgres, "--workers", "2")
    try:
        assert server.process is not None
        group = server.process.pid
        server.process.kill()  # only this one, not those that it has started
        server.process.wait()
        try:
            wait_until(lambda: not is_listening(server.port))
        finally:
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
        server.start()
        assert server.get("/healthz")["status"] == "ok"
    finally:
        server.stop()


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
