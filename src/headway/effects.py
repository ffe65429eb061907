"""What a move does on the board, as data: the piece it moves, from where to where, and what else moves because of it.

Everything here follows from `positions`, so it holds for every game, and no front end has to take a move's text apart.
"""

from typing import Any, NamedTuple

from headway.contract import Positions
from headway.game import Game, State
from headway.rulekit import CHANCE, P1
from headway.shift import Shift, moved_by, shifts_between


class Effect(NamedTuple):
    """What a move does: the piece it moves, and the others that move with it.

    The effect of a secret move is not certain, because a guess may prevent it. `moved` is None for a move that leaves
    every piece where it is, or whose effect is not known.
    """

    moved: Shift | None = None
    others: tuple[Shift, ...] = ()
    is_certain: bool = True


UNKNOWN = Effect(is_certain=False)


def effect(game: Game, state: State, move: int) -> Effect:
    """What a legal move would do on the board, as far as the side that makes it can know."""
    seat = game.actor(state)
    if seat != CHANCE and game.view(state, seat) != state:
        return UNKNOWN
    after = game.play_unchecked(state, move)
    if not game.secret(state):
        return _effect(shifts(game, state, after), game.side(state, seat))
    answers = [game.play_unchecked(after, answer) for answer in game.moves_at(after)]
    outcomes = {found for answer in answers if (found := shifts(game, state, answer))}
    if len(outcomes) != 1:
        return UNKNOWN
    return _effect(outcomes.pop(), game.side(state, seat))._replace(is_certain=False)


def shifts(game: Game, before: State, after: State) -> tuple[Shift, ...]:
    """The pieces whose positions differ between two states."""
    return shifts_between(game.positions(before), game.positions(after))


def _effect(found: tuple[Shift, ...], side: int) -> Effect:
    """The move moves the first of the mover's own pieces, or a neutral one; a move of chance the first piece of any."""
    moved = moved_by(found, side)
    return Effect(moved, tuple(shift for shift in found if shift is not moved))


def as_json(game: Game, state: State, move: int) -> dict[str, Any]:
    """A legal move as front ends get it: its text, and what it does on the board."""
    found = effect(game, state, move)
    line = {"move": game.token(move), **_effect_as_json(game, found)}
    return line if found.is_certain else {**line, "certain": False}


def outcome_as_json(game: Game, before: State, after: State, seat: int) -> dict[str, Any]:
    """What a move that was made has done on the board, in the same form; `seat` is whose piece is named first."""
    return _effect_as_json(game, _effect(shifts(game, before, after), game.side(before, seat)))


def _effect_as_json(game: Game, found: Effect) -> dict[str, Any]:
    line: dict[str, Any] = {} if found.moved is None else _shift_as_json(game, found.moved)
    if found.others:
        line["sends"] = [_shift_as_json(game, shift) for shift in found.others]
    return line


def _shift_as_json(game: Game, shift: Shift) -> dict[str, Any]:
    """A piece by its name and by its seat and number, since both sides may use the same names."""
    name = game.pieces[shift.seat][shift.piece]
    return {"piece": name, "of": [shift.seat, shift.piece], "from": shift.start, "to": shift.end}


def positions_as_json(positions: Positions) -> dict[str, list[int]]:
    """Positions by whose pieces stand there."""
    return {whose: list(places) for whose, places in zip(("p1", "p2", "neutral"), positions, strict=False)}


def homes(game: Game) -> Positions:
    """Where the pieces stand at the start, without a head start."""
    return game.plain.positions(game.plain.start(P1))
