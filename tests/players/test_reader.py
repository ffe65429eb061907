"""The reader: what it risks is bounded, even against an opponent who foresees everything that it does."""

import random

import pytest

from headway.catalogue import find
from headway.players import Observation
from headway.players.reader import RISK, Reader
from headway.players.strategy import Solved
from headway.rulekit import P1, P2
from headway.solver import Distribution, Solution, solve, value_for
from headway.table.table import Table

VARIANTS = [
    {"overshoot": "stops", "length": 5},
    {"forced": "unblockable", "length": 5},
    {"overshoot": "stops", "length": 4, "longest_step": 3},
]


class Foreseeing:
    """An opponent who runs a reader of its own on what the reader sees, and so knows the odds of every move of it."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.game = solution.game
        self.twin = Reader(lambda game: Solved(solution))

    def odds_of(self, observation: Observation) -> Distribution:
        """The odds with which the reader will move; what they do not show is drawn with other random numbers."""
        self.twin.choose(observation, random.Random(0))
        return self.twin.odds(observation)

    def worst_for(self, odds: Distribution, table: Table, reader: int) -> tuple[int, float]:
        """The move that is worst for the reader in the state of a table before the secret, and its mean value then."""
        game, seat = self.game, table.actor
        after = {
            (own, their): game.play_unchecked(game.play_unchecked(table.state, own), their)
            for own in game.moves_at(table.state)
            for their in game.moves_at(game.play_unchecked(table.state, own))
        }
        worth = {pair: value_for(reader, self.solution.value(state)) for pair, state in after.items()}
        is_own = seat == reader  # the reader has the first of both moves
        moves = {pair[is_own] for pair in worth}
        means = {
            move: sum(odds.get(pair[not is_own], 0.0) * value for pair, value in worth.items() if pair[is_own] == move)
            for move in moves
        }
        return min(means.items(), key=lambda each: each[1])


@pytest.mark.parametrize("rules", VARIANTS)
def test_who_foresees_the_reader_wins_no_more_than_it_risks(rules: dict[str, object]) -> None:
    """The sum of what the reader's odds bring above the value, at each decision, never falls below its risk.

    It is the mean of what the games bring, so no luck is involved: only the next state of each game is drawn.
    """
    game = find("predictive-pursuit").variant(rules)
    solution, rng = solve(game), random.Random(11)
    reader, other = Reader(lambda game: Solved(solution)), Foreseeing(solution)
    total, lowest, decisions = 0.0, 0.0, 0
    for number in range(60):
        table, seat = Table(game, number % 2), number // 2 % 2
        while table.result is None and table.ply < 200:
            if not game.secret(table.state):  # an only step that cannot be blocked
                table = table.play_move(game.moves_at(table.state)[0])
                continue
            value = value_for(seat, solution.value(table.state))
            asked = table if table.actor == seat else table.play_move(game.moves_at(table.state)[0])
            observation = Observation.of(asked, seat)
            odds = other.odds_of(observation)
            chosen = reader.choose(observation, rng)
            assert odds[chosen] > 0
            answer, mean = other.worst_for(odds, table, seat)
            total += mean - value
            lowest, decisions = min(lowest, total), decisions + 1
            moves = (chosen, answer) if table.actor == seat else (answer, chosen)
            for move in moves:
                table = table.play_move(move)
    assert decisions > 200
    assert lowest >= -RISK - 1e-9
    assert lowest < -RISK / 2  # it is foreseen, and loses some of it


@pytest.mark.parametrize("seat", [P1, P2])
def test_the_reader_always_keeps_the_odds_of_perfect_play_in_its_own(seat: int) -> None:
    """Whatever it has read and won, every move of perfect play stays possible, so the game goes on as it should."""
    game = find("predictive-pursuit").variant({"overshoot": "stops"})
    solution, rng = solve(game), random.Random(5)
    reader = Reader(lambda game: Solved(solution))
    for number in range(20):
        table = Table(game, number % 2)
        while table.result is None:
            moves = game.moves_at(table.state)
            if table.actor == seat:
                observation = Observation.of(table, seat)
                table = table.play_move(reader.choose(observation, rng))
                perfect, odds = solution.odds(observation.state) or {}, reader.odds(observation)
                assert all(odds[move] >= 0.05 * perfect[move] - 1e-12 for move in perfect if perfect[move] > 0)
                assert sum(odds.values()) == pytest.approx(1)
            else:
                table = table.play_move(moves[-1])  # a habit: always the longest step
    assert reader.balance > 5  # what was won from the habit may be risked


def test_what_is_not_answered_counts_as_lost() -> None:
    """The last decision of a game, and one that is taken back."""
    game = find("predictive-pursuit").variant({"overshoot": "stops"})
    solution = solve(game)
    reader = Reader(lambda game: Solved(solution))
    for _ in range(30):
        before = reader.balance
        reader.choose(Observation.of(Table(game), P1), random.Random(1))
        assert 0 <= reader.balance <= before <= RISK
