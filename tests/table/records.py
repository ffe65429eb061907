"""Records for the tests."""

import json
from typing import Any

from headway.catalogue import find
from headway.rulekit import P1
from headway.table.events import Begun, to_json
from headway.table.match import MatchGame
from headway.table.random_source import RandomSource, draw
from headway.table.record import events_of
from headway.table.table import Table


def record_of(table: Table, **terms: Any) -> list[dict[str, Any]]:
    """The lines of a record of one game."""
    begun = Begun(table.game.name, table.game.settings, table.first, **terms)
    return [to_json(event) for event in events_of(MatchGame(begun, table))]


def text_of(table: Table, **terms: Any) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in record_of(table, **terms))


def random_table(name: str, seed: int, plies: int, first: int = P1) -> Table:
    table = Table(find(name), first)
    for ply in range(plies):
        if table.result is None:
            table = table.play_move(draw(table.game, table.state, RandomSource(seed).at(ply)))
    return table
