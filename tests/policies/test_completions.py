"""Bounds of answers that leave something open: every way to fill in the rest, tried one by one."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

import pytest

import headway
from headway.game import Game, State
from headway.policies import Answers, Policy, best_response, evaluate, exploitability, named
from headway.policies.completions import ALWAYS, AT_MOST, Completions, completions_of
from headway.rulekit import P1, P2
from headway.solver import explore
from headway.tolerances import PROVEN

GAMES = [("cross-over", {"length": 4}), ("race-to-the-center", {"length": 6})]
Choices = dict[State, dict[int, Fraction]]


class Mixed(Policy):
    """Odds by what is seen; at random elsewhere."""

    def __init__(self, game: Game, choices: Choices) -> None:
        super().__init__(game, "mixed")
        self._choices = choices

    def odds(self, seen: State) -> dict[int, Fraction]:
        moves = self.game.moves_at(seen)
        return self._choices.get(seen) or dict.fromkeys(moves, Fraction(1, len(moves)))


def choices_of(game: Game, rng: Random, leave: int) -> tuple[Choices, list[State], dict[State, headway.Table]]:
    """Random odds in all information sets but some, which are left open; and a table for each of them."""
    tables, seen = [headway.Table(game, first) for first in (P1, P2)], dict[State, headway.Table]()
    known = {table.state for table in tables}
    for table in tables:
        if table.result is None:
            if table.actor in (P1, P2) and len(table.legal) > 1:
                seen.setdefault(table.view(table.actor), table)
            for after in map(table.play, table.legal):
                if after.state not in known:
                    known.add(after.state)
                    tables.append(after)
    left = rng.sample(sorted(seen), min(leave, len(seen)))
    choices = Choices()
    for state in seen:
        if state not in left:
            weights = {move: rng.choice((0, 0, 1, 2)) for move in game.moves_at(state)}
            total = sum(weights.values())
            if total == 0:
                weights[min(weights)] = total = 1
            choices[state] = {move: Fraction(weight, total) for move, weight in weights.items() if weight}
    return choices, left, seen


def answers_of(game: Game, choices: Choices, tables: dict[State, headway.Table]) -> Answers:
    given = {
        tables[state]: {game.token(move): share for move, share in odds.items()} for state, odds in choices.items()
    }
    return Answers(game, given, otherwise=headway.policies.Random(game))  # type: ignore[arg-type]


def filled_in(game: Game, choices: Choices, left: list[State], seat: int) -> Iterator[Policy]:
    """Every policy that makes one move for certain in each open information set of a seat."""
    own = [state for state in left if game.actor(state) == seat]
    for moves in product(*(game.moves_at(state) for state in own)):
        chosen = {state: {move: Fraction(1)} for state, move in zip(own, moves, strict=True)}
        yield Mixed(game, {**choices, **chosen})


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_the_bounds_are_the_best_and_the_worst_of_all_ways_to_fill_in_what_is_open(
    name: str, rules: dict[str, int], seed: int
) -> None:
    game, rng = headway.load(name, **rules), Random(f"{name}{rules}{seed}")
    choices, left, tables = choices_of(game, rng, 8)
    found = Completions(explore(game), answers_of(game, choices, tables))
    opponent = named(game, "4")
    as_p1 = [float(evaluate(game, each, opponent).value()) for each in filled_in(game, choices, left, P1)]
    as_p2 = [1 - float(evaluate(game, opponent, each).value()) for each in filled_in(game, choices, left, P2)]
    assert max(len(as_p1), len(as_p2)) > 4
    wins = found.wins(opponent)
    for bounds, values in zip(wins, (as_p1, as_p2), strict=True):
        assert bounds == pytest.approx((min(values), max(values)), abs=PROVEN)
    by_p2 = [best_response(game, each, P2).value() for each in filled_in(game, choices, left, P1)]
    by_p1 = [best_response(game, each, P1).value() for each in filled_in(game, choices, left, P2)]
    least, greatest = (min(by_p1) - max(by_p2)) / 2, (max(by_p1) - min(by_p2)) / 2
    assert found.exploitability == pytest.approx((float(least), float(greatest)), abs=PROVEN)


@pytest.mark.parametrize("leave", [1, 5, 30])
def test_where_secrets_are_guessed_every_policy_is_within_the_bounds(leave: int) -> None:
    game, rng = headway.load("predictive-pursuit", length=3), Random(leave)
    choices, left, tables = choices_of(game, rng, leave)
    found = Completions(explore(game), answers_of(game, choices, tables))
    opponent = named(game, "6")
    (low, high), (low_p2, high_p2) = found.wins(opponent)
    least, greatest = found.exploitability
    assert 0 <= least <= greatest <= 0.5
    for _ in range(10):
        filled = {state: {rng.choice(game.moves_at(state)): Fraction(1)} for state in left}
        policy = Mixed(game, {**choices, **filled})
        assert low - PROVEN <= evaluate(game, policy, opponent).value() <= high + PROVEN
        assert low_p2 - PROVEN <= 1 - evaluate(game, opponent, policy).value() <= high_p2 + PROVEN
        assert least - PROVEN <= exploitability(game, policy).value() <= greatest + PROVEN


def test_where_nothing_is_open_there_are_no_bounds() -> None:
    game = headway.load("cross-over", length=4)
    choices, _, tables = choices_of(game, Random(1), 0)
    assert completions_of(game, answers_of(game, choices, tables)) is None


def test_of_a_large_game_only_what_always_holds_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.policies.completions.MOST_NODES", 10)
    game = headway.load("cross-over", length=4)
    choices, _, tables = choices_of(game, Random(1), 3)
    found = Completions(explore(game), answers_of(game, choices, tables))
    assert (found.exploitability, found.wins(named(game, "1"))) == (AT_MOST, (ALWAYS, ALWAYS))
