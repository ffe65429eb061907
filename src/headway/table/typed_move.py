"""One move at a table: what a player typed means, and what holds after it.

Both follow from the state, and many tables of a server reach the same states, so they are worked out once.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from headway.game import Game, State
from headway.rulekit import CHANCE, OVER
from headway.table.outcome import Actor, Result
from headway.table.table import Table, continued


class TypedMove(NamedTuple):
    """A legal move: its number, how players type it, the state after it, and attributes of the table after it."""

    move: int
    token: str
    state: State
    known: dict[str, Any]


@lru_cache(maxsize=20_000)
def _read(game: Game, state: State, seat: int, text: str) -> TypedMove:
    # a refusal tells no more than the seat may know
    move = game.parse(state if seat == CHANCE else game.view(state, seat), text)
    after, is_secret = game.play_unchecked(state, move), game.secret(state)
    actor = game.actor(after)
    known = {
        "actor": actor,
        "result": Result.by_rules(game.winner(after)) if actor == OVER else None,
        "is_secret_open": is_secret,
        "chooser": Actor(seat) if is_secret else None,
    }
    return TypedMove(move, game.token(move), after, known)


def play_typed(table: Table, seat: int, text: str) -> tuple[str, Table]:
    """The move that the seat to move, or CHANCE, typed, spelled as usual, and the table after it."""
    move, token, state, known = _read(table.game, table.state, seat, text)
    return token, continued(table, (*table.moves, move), (*table.states, state), known)
