"""One match, kept in a journal and in the rows of a database: both hold the same events."""

import asyncio
import json
import sqlite3
from base64 import urlsafe_b64decode
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from headway import catalogue
from headway.game import Game
from headway.rulekit import P1, P2
from headway.table.decide import Decision, begin, resolve
from headway.table.events import Proposal
from headway.table.intents import Accept, AskHints, Decline, Intent, Offer, Play, Resign, TakeName
from headway.table.journal import Journal
from headway.web.storage.sealed_secrets import step_text
from headway.web.storage.store import Store
from tests.table.matches import CLIENT_SEED, DICE, MORE_DICE
from tests.web.storage.test_store import NoNotifications

SIXTH = Path(__file__).parents[2] / "sixth"
TABLE = "a-table"
DRAW, TAKEBACK, REMATCH = Proposal.DRAW, Proposal.TAKEBACK, Proposal.REMATCH
KEYS = ("headway", "move", "undo", "offer", "decline", "name", "hints", "result")
"""The keys by which `docs/formats.md` tells events apart; that of a change of players is left out."""
Lines = list[dict[str, Any]]


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game with secrets and dice, in which moves can be taken back as well."""
    monkeypatch.syspath_prepend(SIXTH)
    loaded = Game.load("lucky-steps", "lucky_steps")
    monkeypatch.setattr(catalogue, "find", lambda name: loaded)
    return loaded


class BothStores:
    """A folder in which a match is kept both ways."""

    def __init__(self, folder: Path) -> None:
        self.journal, self.database = folder / "game.jsonl", folder / "tables.sqlite3"

    def keep(self, begun: Decision, wanted: list[tuple[int, Intent]]) -> None:
        """Write the match that has begun, and what two seats want in turn."""
        warned: list[str] = []
        journal, store = Journal.create(self.journal, warned.append), Store(f"sqlite:///{self.database}")
        store.upgrade()
        asyncio.run(self._write(begun, wanted, journal, store))
        journal.close()
        assert warned == []

    async def _write(self, begun: Decision, wanted: list[tuple[int, Intent]], journal: Journal, store: Store) -> None:
        row = {"id": TABLE, "created": 1.5, "chair_0": "a", "chair_1": "b"}
        async with store.running(NoNotifications()):
            journal.append(*begun)
            await store.append(TABLE, 1, step_text(begun.events), row)
            match = begun.after
            for number, (seat, intent) in enumerate(wanted, 2):
                events, after = resolve(match, seat, intent)
                assert events, intent
                journal.append(events, after)
                await store.append(TABLE, number, store.secrets.step_text(TABLE, number, events, match, after))
                match = after

    def journal_lines(self) -> Lines:
        return [json.loads(line) for line in self.journal.read_text("utf-8").splitlines()]

    def rows(self) -> list[tuple[int, Lines]]:
        with closing(sqlite3.connect(self.database)) as database:
            found = database.execute("SELECT number, events FROM steps WHERE table_id = ? ORDER BY number", (TABLE,))
            return [(number, json.loads(events)) for number, events in found]

    def opened_lines(self) -> Lines:
        """The events of all rows, with the sealed moves decrypted as `docs/protocol.md` describes them."""
        key_file = self.database.with_name(f"{self.database.name}.key").read_text().strip()
        key = AESGCM(bytes.fromhex(key_file[:64]))
        lines = []
        for number, events in self.rows():
            for event in events:
                event.pop("opens", None)
                if "sealed" in event:
                    raw = urlsafe_b64decode(event.pop("sealed").partition(".")[2])
                    event["move"] = json.loads(key.decrypt(raw[:12], raw[12:], f"{TABLE}/{number}".encode()))
                lines.append(event)
        return lines


def test_a_journal_and_the_rows_of_a_database_hold_the_same_events(game: Game, tmp_path: Path) -> None:
    stores = BothStores(tmp_path)
    stores.keep(
        begin(game, dice=DICE),
        [
            (P1, TakeName("Ada")),
            (P1, Play("left", 0)),
            (P2, Play("right", 1, CLIENT_SEED)),  # which is wrong, so the server rolls
            (P1, Play("take", 3)),
            (P1, Offer(TAKEBACK)),
            (P2, Accept(TAKEBACK)),
            (P1, Play("leave", 3)),
            (P2, AskHints()),
            (P2, Offer(DRAW)),
            (P1, Decline(DRAW)),
            (P2, Offer(DRAW)),
            (P1, Accept(DRAW)),
            (P1, Offer(REMATCH)),
            (P2, Accept(REMATCH, MORE_DICE)),
            (P1, Play("right", 0)),
            (P2, Play("right", 1)),
            (P1, Resign()),
        ],
    )
    lines = stores.opened_lines()
    assert stores.journal_lines() == lines
    kinds = [next(key for key in KEYS if key in line) for line in lines]
    assert kinds == [
        *("headway", "name", "move", "move", "move", "move", "offer", "undo", "move", "hints"),
        *("offer", "decline", "offer", "result", "offer", "headway", "move", "move", "result"),
    ]
    assert [line["by"] for line in lines if "move" in line] == ["P1", "P2", "CHANCE", "P1", "P1", "P1", "P2"]
    assert [event["opens"] for _, events in stores.rows() for event in events if "opens" in event] == [
        ["left"],
        ["right"],
    ]


def test_a_choice_that_was_never_answered_is_in_the_database_alone(game: Game, tmp_path: Path) -> None:
    stores = BothStores(tmp_path)
    taken_back: list[tuple[int, Intent]] = [(P1, Play("left", 0)), (P1, Offer(TAKEBACK)), (P2, Accept(TAKEBACK))]
    stores.keep(begin(game, dice=DICE), [*taken_back, (P1, Play("right", 0)), (P2, Resign())])
    begun, *_, ended = lines = stores.opened_lines()
    assert lines[1:-1] == [
        {"ply": 1, "by": "P1", "move": "left"},
        {"offer": "takeback", "by": "P1"},
        {"undo": 1},
        {"ply": 1, "by": "P1", "move": "right"},
    ]
    assert stores.journal_lines() == [begun, {"offer": "takeback", "by": "P1"}, ended]
    assert stores.rows()[-1][1][0]["opens"] == ["left", "right"]
