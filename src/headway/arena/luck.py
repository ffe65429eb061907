"""Luck: the part of a result that came about by known odds. Without it, results of games vary far less.

Known are the odds of a die, those by which a policy draws its moves, and those of the move that is drawn in place of an
answer that failed. Each draw changes the value of the state by some amount above or below its mean, and this difference
is zero on average, for any players. So a result less its luck has the same mean as the result, and varies less. (This
is the idea of AIVAT, Burch et al. 2018, with the exact value of each state.)

Where chance is all that is known, this is the review's identity: start value + luck - what P1 gave away + what P2 gave
away = result. How a secret choice and its answer meet is not luck here: its mean depends on both players.
"""

from collections.abc import Callable
from fractions import Fraction

from headway.api.solution import Solution
from headway.arena.questions import Value, question_at
from headway.game import Game, State
from headway.policies.policy import Odds
from headway.rulekit import CHANCE, P1
from headway.table.table import Table


class Worths:
    """What the states and the choices of a solved game are worth; each is looked up once."""

    def __init__(self, truth: Solution) -> None:
        self._truth = truth
        self._values = dict[State, Value]()
        self._lost = dict[State, dict[int, Value]]()

    def value(self, table: Table, ply: int, move: int) -> Value:
        """The chance that P1 wins, secrets included, once this move is made at that ply of a game."""
        state = table.game.play_unchecked(table.states[ply], move)
        if state not in self._values:
            after = table.earlier(table.ply - ply).play_unchecked(move)
            self._values[state] = self._truth.value(after, secrets=True)
        return self._values[state]

    def lost(self, table: Table) -> dict[int, Value]:
        """What each legal move of the side to move gives away."""
        seen = table.view(table.actor)
        if seen not in self._lost:
            question = question_at(self._truth, table, table.ply)
            self._lost[seen] = dict(zip(question.moves, question.lost, strict=True))
        return self._lost[seen]


def luck_in(table: Table, worths: Worths, odds_at: Callable[[int], Odds | None]) -> Value:
    """What was luck for P1 in a game; `odds_at` tells by which odds a side's move at an index was drawn, if known."""
    total: Value = Fraction(0)
    for index in range(table.ply):
        state = table.states[index]
        odds = chances(table.game, state) if table.by(index) == CHANCE else odds_at(index)
        if odds is not None and len(odds) > 1:
            after = {move: worths.value(table, index, move) for move in odds}
            total += after[table.moves[index]] - sum(share * after[move] for move, share in odds.items())
    return total


def chances(game: Game, state: State) -> Odds:
    """The odds of the moves of chance."""
    weights = {move: game.weight(state, move) for move in game.moves_at(state)}
    return {move: Fraction(weight, sum(weights.values())) for move, weight in weights.items()}


def result_for_p1(table: Table) -> Fraction:
    """What a game counts for P1: 1, 0, or one half where it has no winner."""
    winner = None if table.result is None else table.result.winner
    return Fraction(1, 2) if winner is None else Fraction(int(winner == P1))
