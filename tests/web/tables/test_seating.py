"""An invitation seats one player: the first to come with it. The next ones watch."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from headway.catalogue import find
from headway.table.decide import begin
from headway.web.limits import Limits
from headway.web.refusals import TooManyLinks
from headway.web.storage.store import Store
from headway.web.tables import seating
from headway.web.tables.hub import Hub
from headway.web.tables.live_table import LiveTable
from headway.web.tables.seating import (
    LINK_BURST,
    LINK_RATE,
    LINK_USED,
    MAX_DEVICES,
    OWN_SEAT,
    OWN_SEAT_ANYWAY,
    SEAT_TAKEN,
    SeatedClient,
)
from tests.served import Client, Served, serving
from tests.web.tables.test_secrets import everything_is_the_same

PROTOCOL = Path(__file__).parents[3] / "docs" / "protocol.md"
ADA, BEN, CYD = ("a-key-of-ada-012345", "a-key-of-ben-012345", "a-key-of-cyd-012345")


def seat_of(client: Client) -> tuple[str | None, str | None]:
    return client.welcome["you"], client.welcome.get("seat_notice")


def at_once(table: str, invitation: str, comers: list[tuple[Served, str]]) -> list[Client]:
    """All come with the invitation at the same time, each to a server and with a key."""
    with ThreadPoolExecutor(len(comers)) as pool:
        return list(pool.map(lambda comer: comer[0].sit(table, invitation, comer[1]), comers))


def test_the_first_to_come_sits_and_the_next_watch_and_are_told_so(server: Served) -> None:
    table, (_, invitation) = server.make("cross-over")
    assert seat_of(server.sit(table, invitation, ADA)) == ("P2", None)
    assert seat_of(server.sit(table, invitation, BEN)) == (None, SEAT_TAKEN)
    assert seat_of(server.sit(table, invitation)) == (None, SEAT_TAKEN)  # nor does the link alone open the seat
    assert seat_of(server.sit(table, invitation, CYD)) == (None, SEAT_TAKEN)


def test_a_hello_whose_answer_was_lost_can_be_repeated_and_the_key_alone_comes_back(server: Served) -> None:
    table, (_, invitation) = server.make("cross-over")
    for token, key in ((invitation, ADA), (invitation, ADA), (None, ADA), (ADA, None)):
        assert seat_of(server.sit(table, token, key)) == ("P2", None)
    assert server.sit(table, None, BEN).welcome["error"] == "wrong-token"


def test_a_player_keeps_their_seat_and_the_invitation_stays_valid(server: Served) -> None:
    table, (own, invitation) = server.make("cross-over")
    assert seat_of(server.sit(table, own, ADA)) == ("P1", None)
    assert seat_of(server.sit(table, invitation, ADA)) == ("P1", OWN_SEAT)
    assert seat_of(server.sit(table, "mistyped", ADA)) == ("P1", OWN_SEAT_ANYWAY)
    assert seat_of(server.sit(table, invitation, BEN)) == ("P2", None)


def test_a_client_without_a_key_has_the_seat_by_the_invitation_itself(server: Served) -> None:
    table, (own, invitation) = server.make("cross-over")
    assert seat_of(server.sit(table, invitation)) == seat_of(server.sit(table, invitation)) == ("P2", None)
    assert seat_of(server.sit(table, invitation, BEN)) == ("P2", None)  # as by the links of earlier versions
    assert seat_of(server.sit(table, own, invitation)) == ("P2", OWN_SEAT)  # its key, by which it is known


def test_of_two_who_come_at_once_one_sits(server: Served) -> None:
    for _ in range(10):
        table, (_, invitation) = server.make("predictive-pursuit")
        found = at_once(table, invitation, [(server, ADA), (server, BEN), (server, CYD)])
        assert sorted(map(seat_of, found), key=str) == [("P2", None), (None, SEAT_TAKEN), (None, SEAT_TAKEN)]
        for client in found:
            client.close()


def test_of_two_who_come_at_once_to_two_processes_one_sits(postgres: str) -> None:
    here, there = Served(postgres), Served(postgres)
    try:
        table, (own, invitation) = here.make("cross-over")
        assert there.sit(table, own, CYD).welcome["you"] == "P1"
        assert seat_of(here.sit(table, own, CYD)) == ("P1", None)
        found = at_once(table, invitation, [(here, ADA), (there, BEN)])
        assert sorted(map(seat_of, found), key=str) == [("P2", None), (None, SEAT_TAKEN)]
        seated = ADA if seat_of(there.sit(table, invitation, ADA))[0] else BEN
        assert seat_of(here.sit(table, seated)) == seat_of(there.sit(table, seated)) == ("P2", None)
    finally:
        here.stop()
        there.stop()


def test_a_seated_player_continues_on_another_device_by_a_link_for_one_use(server: Served) -> None:
    table, (own, invitation) = server.make("cross-over")
    one = server.sit(table, own, ADA)
    one.send(type="link", id=7)
    made = one.receive("link")
    assert made["done"] == 7
    assert seat_of(server.sit(table, made["token"], BEN)) == ("P1", None)
    assert seat_of(server.sit(table, made["token"], BEN)) == seat_of(server.sit(table, BEN)) == ("P1", None)
    assert seat_of(server.sit(table, made["token"], CYD)) == (None, LINK_USED)
    assert seat_of(server.sit(table, invitation, BEN)) == ("P1", OWN_SEAT)
    one.send(type="link")
    replaced = one.receive("link")["token"]
    one.send(type="link")
    assert seat_of(server.sit(table, one.receive("link")["token"], CYD)) == ("P1", None)
    assert seat_of(server.sit(table, replaced, "a-key-of-dee-012345")) == (None, LINK_USED)
    watching = server.sit(table, None)
    watching.send(type="link")
    assert watching.receive("error")["error"] == "only-watching"


def test_only_a_few_links_are_made_in_a_minute(server: Served) -> None:
    table, (own, invitation) = server.make("cross-over")
    one, other = server.sit(table, own, ADA), server.sit(table, invitation, BEN)
    for _ in range(LINK_BURST):
        one.send(type="link")
        token = one.receive("link", "error")["token"]
    one.send(type="link", id=1)
    refused = one.receive("link", "error")
    assert (refused["error"], refused["done"]) == ("too-many-links", 1)
    other.send(type="link")  # each player has a limit of their own
    assert other.receive("link", "error")["type"] == "link"
    assert seat_of(server.sit(table, token, CYD)) == ("P1", None)


def test_the_protocol_tells_the_limits_of_links_and_changes() -> None:
    refusals = PROTOCOL.read_text("utf-8").split("## Refusals")[1]
    assert (LINK_BURST, LINK_RATE * 60, MAX_DEVICES) == (5, 3, 10)
    assert "more links for other devices than five at once or three a minute, or ten other devices" in refusals
    assert f"more than {Limits.changes_between_moves} names, offers and changes of players" in refusals


@asynccontextmanager
async def a_table(folder: Path) -> AsyncIterator[tuple[Store, LiveTable]]:
    """A table without a server, and the database that it is in."""
    store = Store(f"sqlite:///{folder}/tables.sqlite3")
    store.upgrade()
    hub = Hub(store, Limits())
    async with store.running(hub):
        live, _ = await hub.create(begin(find("cross-over")), "")
        yield store, live


def test_the_links_and_the_devices_of_a_seat_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "LINK_BURST", 1000)

    async def make() -> None:
        async with a_table(tmp_path) as (store, live):
            chairs, own = store.chairs, live.seating
            for number in range(MAX_DEVICES):
                await asyncio.gather(*[own.add_device_link(chairs, 1) for _ in range(3)])
                used = (await own.add_device_link(chairs, 1), f"a-key-of-device-{number}")
                assert await own.seat(chairs, *used) == SeatedClient(1)
            assert len((await chairs.read(live.id)).devices) == MAX_DEVICES
            assert len(own._chairs.devices) <= 2 * MAX_DEVICES
            with pytest.raises(TooManyLinks, match="10 devices"):
                await own.add_device_link(chairs, 1)
            for _ in range(50):
                last = await own.add_device_link(chairs, 0)
            assert len((await chairs.read(live.id)).devices) == MAX_DEVICES + 1
            assert len(own._chairs.devices) <= 2 * MAX_DEVICES + 2
            assert await own.seat(chairs, last, ADA) == SeatedClient(0)

    asyncio.run(make())


def test_links_are_written_with_the_batches_of_the_writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A transaction of their own would hold up the moves at other tables."""

    async def make() -> None:
        async with a_table(tmp_path) as (store, live):
            monkeypatch.setattr(store.chairs, "_engine", None)
            await asyncio.gather(*[store.chairs.add_device_link(live.id, 1, token) for token in "abc"])
        with sqlite3.connect(f"{tmp_path}/tables.sqlite3") as database:
            assert database.execute("SELECT * FROM device_links").fetchall() == [(live.id, "c", 1, None)]

    asyncio.run(make())


def test_seats_and_links_outlive_the_server(tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path}/tables.sqlite3")
    try:
        table, (own, invitation) = server.make("cross-over")
        one, _ = server.sit(table, own, ADA), server.sit(table, invitation, BEN)
        one.send(type="link")
        link = one.receive("link")["token"]
        server.kill()
        server.start()
        assert seat_of(server.sit(table, invitation, CYD)) == (None, SEAT_TAKEN)
        assert seat_of(server.sit(table, invitation, BEN)) == ("P2", None)
        assert seat_of(server.sit(table, link, CYD)) == ("P1", None)
        server.kill()
        server.start()
        assert seat_of(server.sit(table, CYD)) == seat_of(server.sit(table, ADA)) == ("P1", None)
    finally:
        server.stop()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(text.encode() in kept for text in (own, invitation, link, ADA, BEN, CYD))  # only their hashes


def test_reading_a_table_takes_no_seat(server: Served) -> None:
    table, (_, invitation) = server.make("cross-over")
    server.get(f"/t/{table}")  # a link's preview: the invitation comes after the #, which is not sent
    server.get(f"/api/tables/{table}")
    watching = server.sit(table, None)
    assert watching.welcome["present"]["taken"] == [False, False]
    assert seat_of(server.sit(table, invitation, ADA)) == ("P2", None)
    assert server.sit(table, None).welcome["present"]["taken"] == [False, True]


def test_a_spectator_gets_no_byte_of_a_secret(server: Served) -> None:
    def third(choice: str) -> list[str]:
        table, (own, invitation) = server.make("predictive-pursuit")
        one, two = server.sit(table, own, ADA), server.sit(table, invitation, BEN)
        three = server.sit(table, own, CYD)
        one.play(choice)
        two.until(1)
        three.until(1)
        later = server.sit(table, own, "a-key-of-dee-012345")
        return [text.replace(one.now["commitment"], "") for text in (*three.received, *later.received)]

    assert everything_is_the_same(third("1"), third("2"))


@pytest.mark.parametrize("key", ["short", "x" * 101, 5])
def test_a_key_that_is_easy_to_guess_or_not_a_text_is_refused(key: object, server: Served) -> None:
    table, (_, invitation) = server.make("cross-over")
    refused = server.sit(table, invitation, key)  # type: ignore[arg-type]
    assert (refused.welcome["error"], refused.welcome["message"][:4]) == ("bad-message", "hell")
    assert seat_of(server.sit(table, invitation, ADA)) == ("P2", None)


def test_older_links_open_their_seat_for_every_client_that_has_them(tmp_path: Path) -> None:
    """In the database of the version before, the key of a chair is the token in its link."""
    url = f"sqlite:///{tmp_path}/tables.sqlite3"
    with serving(Limits(), url) as server:
        table, keys = server.make("cross-over")
    database = sqlite3.connect(tmp_path / "tables.sqlite3")
    for statement in (
        "ALTER TABLE tables DROP COLUMN key_0",
        "ALTER TABLE tables DROP COLUMN key_1",
        "DROP TABLE device_links",
        "UPDATE alembic_version SET version_num = '0002'",
    ):
        database.execute(statement)
    database.commit()
    database.close()
    with serving(Limits(), url) as server:
        for seat, key in zip(("P1", "P2"), keys, strict=True):
            for own in (None, key, ADA, BEN):  # a bot, the page that has saved it, and other browsers
                assert seat_of(server.sit(table, key, own)) == (seat, None)
        assert seat_of(server.sit(table, keys[1], keys[0])) == ("P1", OWN_SEAT)
        assert json.dumps(server.get(f"/api/tables/{table}"))
