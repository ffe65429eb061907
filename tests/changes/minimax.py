"""The values of small games without endless play, by plain recursion over `Game`; it knows nothing of the solver."""

from fractions import Fraction

from headway.game import Game, State
from headway.rulekit import CHANCE, OVER, P1

Values = dict[State, Fraction]


def value(game: Game, state: State, known: Values | None = None) -> Fraction:
    """The chance that P1 wins; for games without secrets, in which no state comes up twice."""
    known = {} if known is None else known
    if state not in known:
        known[state] = _value(game, state, known)
    return known[state]


def _value(game: Game, state: State, known: Values) -> Fraction:
    actor = game.actor(state)
    if actor == OVER:
        return Fraction(int(game.winner(state) == P1))
    moves = game.moves_at(state)
    after = [value(game, game.play(state, move), known) for move in moves]
    if actor == CHANCE:
        weights = [game.weight(state, move) for move in moves]
        return sum((weight * each for weight, each in zip(weights, after, strict=True)), Fraction(0)) / sum(weights)
    return max(after) if actor == P1 else min(after)
