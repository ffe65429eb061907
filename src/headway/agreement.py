"""Do the compiled rules of a game agree with the interpreted ones? Needs the extra `fast`.

The names that are declared but not defined here are those of a game's `rules.py`; they are put in when `answers` is
made for a game.
"""
# ruff: noqa: F821 (for these names)

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba.core.errors import NumbaError

from headway.compiled import compiled_with, interpreted_with
from headway.game import Game
from headway.rulekit import OVER, P1, P2, SPECTATOR

actor: Callable[..., int]
legal: Callable[..., bool]
moves: Callable[..., int]
play: Callable[..., Any]
positions: Callable[..., Any]
secret: Callable[..., bool]
side: Callable[..., int]
track: Callable[..., tuple[int, int]]
view: Callable[..., Any]
weight: Callable[..., int]
winner: Callable[..., int]


SEATS = (P1, P2, SPECTATOR)


class Answers(NamedTuple):
    """What the functions of the rules answer in a state; in a list, to each seat or move that they are called with."""

    actor: int
    secret: bool
    positions: Any
    moves: int
    track: tuple[int, int]
    winner: int
    side: tuple[int, int, int]
    view: tuple[Any, Any, Any]
    legal: list[bool]
    play: list[Any]
    weight: list[int]


def disagreement(game: Game, state: Any) -> str | None:
    """How the compiled rules differ from the interpreted ones in a state; None if they agree."""
    moves, legal_moves, is_over = len(game.all_moves), game.moves_at(state), game.actor(state) == OVER
    interpreted = interpreted_with(game.code, answers)(game.rules, state, is_over, moves, legal_moves)
    try:
        compiled = compiled_with(game, answers)(game.rules, state, is_over, moves, np.array(legal_moves, np.int64))
    except NumbaError as error:
        cause = str(error).rpartition("(step: nopython frontend)")[2]  # which heads an error once for each function
        return f"Numba does not compile the rules: {' '.join(cause.split())[:300]}"
    if interpreted == compiled:
        return None
    for one, other in zip(_named(interpreted, legal_moves), _named(compiled, legal_moves), strict=True):
        if one != other:
            return f"{one[0]} is {one[1]} interpreted and {other[1]} compiled"
    return None


def answers(rules: Any, state: Any, is_over: bool, all_moves: int, legal_moves: Any) -> Answers:
    """All answers in one call: to hand a state to machine code takes longer than to answer."""
    return Answers(
        actor(rules, state),
        secret(rules, state),
        positions(rules, state),
        moves(rules),
        track(rules),
        winner(rules, state) if is_over else OVER,
        (side(rules, state, P1), side(rules, state, P2), side(rules, state, SPECTATOR)),
        (view(rules, state, P1), view(rules, state, P2), view(rules, state, SPECTATOR)),
        [legal(rules, state, move) for move in range(all_moves)],
        [play(rules, state, move) for move in legal_moves],
        [weight(rules, state, move) for move in legal_moves],
    )


def _named(told: Answers, legal_moves: Sequence[int]) -> Iterator[tuple[str, object]]:
    """Each answer, and what was called for it."""
    every_move = range(len(told.legal))
    called_with = {"side": SEATS, "view": SEATS, "legal": every_move, "play": legal_moves, "weight": legal_moves}
    for name, answer in told._asdict().items():
        if name in called_with:
            yield from ((f"{name}({to})", each) for to, each in zip(called_with[name], answer, strict=True))
        else:
            yield name, answer
