"""Matches for the tests: how one begins, and what it is after moves and intents."""

from typing import Any

from headway.catalogue import find
from headway.table.apply import fold
from headway.table.decide import begin, decide
from headway.table.intents import Intent, Play, Resign
from headway.table.match import Match

DICE = "5e" * 32
MORE_DICE = "07" * 32
CLIENT_SEED = "ab" * 16
OTHER_CLIENT_SEED = "cd" * 16


def begun(name: str = "cross-over", rules: dict[str, object] | None = None, **terms: Any) -> Match:
    return begin(find(name).variant(rules or {}), **terms).after


def after(match: Match, *wanted: tuple[int, Intent]) -> Match:
    for seat, intent in wanted:
        match = fold(decide(match, seat, intent), match)
    return match


def moves(match: Match, *tokens: object) -> Match:
    for token in tokens:
        match = after(match, (match.table.actor, Play(str(token), match.table.ply)))
    return match


def won_by(match: Match, seat: int) -> Match:
    return after(match, (1 - seat, Resign()))
