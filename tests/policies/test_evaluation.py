"""The value of a pair of policies, from every state, against linear equations over the states themselves."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headway.catalogue import find
from headway.errors import HeadwayError
from headway.game import Game, State
from headway.players.tournament import simulate
from headway.policies import BadPolicy, Erring, Evaluation, Policy, Random, evaluate, named
from headway.policies.evaluation import in_percent
from headway.policies.policy import Odds
from headway.rulekit import OVER, P1, P2
from headway.solver.backend import Compiled
from headway.table.outcome import Reason
from headway.table.table import Table
from tests.graph_games import LOST, WON, choice, dice, graph_game, secret
from tests.large import large_from
from tests.policies.brute_force import Mixture, chain_of, values
from tests.policies.test_perfect import games, secretive_games


def value_at(found: Evaluation, state: State) -> object:
    node = found._values.explored.node(state)
    assert node is not None
    return found._values.value(node)


def assert_exact(game: Game, p1: Policy, p2: Policy) -> None:
    """The same fraction at every state whose secret, if there is one, is not chosen yet."""
    found, expected = evaluate(game, p1, p2), values(game, p1.odds, p2.odds)
    checked = 0
    for state, value in expected.items():
        if game.actor(state) == OVER or game.view(state, game.actor(state)) == state:
            assert value_at(found, state) == value
            checked += 1
    assert checked


@given(games(), st.integers(0, 1000))
def test_the_value_of_a_pair_is_what_equations_in_fractions_say(game: Game, seed: int) -> None:
    assert_exact(game, Mixture(game, seed), Mixture(game, seed + 1))


@given(secretive_games(), st.integers(0, 1000))
def test_so_it_is_where_choices_are_secret(game: Game, seed: int) -> None:
    assert_exact(game, Mixture(game, seed), Mixture(game, seed + 1))


class InFloats(Policy):
    """Another policy with floats as odds, so that it is evaluated in floats."""

    def __init__(self, policy: Policy) -> None:
        super().__init__(policy.game, policy.name)
        self.policy = policy

    def odds(self, seen: State) -> Odds:
        return {move: float(odds) * (1 - 2**-52) for move, odds in self.policy.odds(seen).items()}


@given(st.one_of(games(), secretive_games()), st.integers(0, 1000))
def test_bounds_in_floats_include_the_exact_value(game: Game, seed: int) -> None:
    p1, p2 = Mixture(game, seed), Mixture(game, seed + 1)
    exact, rounded = evaluate(game, p1, p2), evaluate(game, InFloats(p1), InFloats(p2))
    for node in range(exact._values.explored.normal.size):
        low, high = rounded._values.bounds(node)
        value = exact._values.value(node)
        assert low - 1e-11 <= value <= high + 1e-11  # the odds themselves are rounded, which loops amplify
        assert high - low < 1e-9


@pytest.mark.parametrize("name", ["cross-over", "race-to-the-center", "number-race", "predictive-pursuit"])
def test_the_games_of_the_books_are_evaluated_in_fractions(name: str) -> None:
    game = find(name)
    found = evaluate(game, "random", "random")
    expected = values(game, Random(game).odds, Random(game).odds)
    for first in (P1, P2):
        assert found.value(Table(game, first)) == expected[game.start(first)]
    assert isinstance(found.value(), Fraction)


@pytest.mark.parametrize("players", [("random", "random"), ("3", "random"), ("random", "7"), ("perfect", "2")])
@pytest.mark.parametrize("name", ["cross-over", "predictive-pursuit", "race-to-the-center"])
def test_simulated_games_agree(name: str, players: tuple[str, str]) -> None:
    """Within five standard errors: by chance, one test in two million fails for another seed."""
    game, number = find(name), 400
    *_, tally = simulate(game, number, players, seed=7)
    share = float(evaluate(game, *players).value())
    assert tally.unfinished == 0
    assert tally.p1 / number == pytest.approx(share, abs=5 * (share * (1 - share) / number) ** 0.5 + 1e-9)


def test_machine_code_and_lists_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("predictive-pursuit").variant({"length": 6, "longest_step": 3, "overshoot": "stops"})
    ours = evaluate(game, "4", "random")
    monkeypatch.setattr("headway.solver.explored.backend_for", lambda *work: Compiled())
    compiled = evaluate(game, "4", "random")
    large_from(monkeypatch, 0)
    monkeypatch.setattr("headway.policies.flat.MOST_ASKED", 0)
    large = evaluate(game, Erring(Random(game), 0.25), "random")
    assert isinstance(large.value(), float)
    for state in game.reachable():
        if game.actor(state) == OVER or game.view(state, game.actor(state)) == state:
            assert value_at(compiled, state) == pytest.approx(value_at(ours, state), abs=1e-12)
    for first in (P1, P2):
        expected = values(game, Random(game).odds, Random(game).odds)[game.start(first)]
        assert large.value(Table(game, first)) == pytest.approx(float(expected), abs=1e-12)


class NeverAsked(Erring):
    """A policy that gives its odds on the whole form, or not at all."""

    def odds(self, seen: State) -> Odds:
        raise AssertionError


@pytest.mark.parametrize("name", ["perfect", "3", "random"])
def test_a_large_game_is_evaluated_without_asking_for_each_information_set(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where every choice is a secret or a guess, perfect play is the strategy of the solution."""
    game = find("predictive-pursuit").variant({"length": 6, "longest_step": 3, "overshoot": "stops"})
    policy = named(game, name)
    asked = evaluate(game, InFloats(policy), "random")
    large_from(monkeypatch, 0)
    monkeypatch.setattr("headway.policies.flat.MOST_ASKED", 0)
    large = evaluate(game, NeverAsked(policy, 0), NeverAsked(Random(game), 0))
    for first in (P1, P2):
        value = asked.value(Table(game, first))
        assert large.value(Table(game, first)) == pytest.approx(value, abs=1e-12)
    assert large.length().probabilities == pytest.approx(asked.length().probabilities, abs=1e-12)


def test_perfect_play_with_open_choices_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.policies.flat.MOST_ASKED", 0)
    game = find("cross-over")
    assert evaluate(game, "perfect", "perfect").value() == 1


def test_endless_play_counts_one_half() -> None:
    game = graph_game(choice(P1, 3, WON), choice(P2, 2, LOST))
    for p1, p2, value in ((1, 1, 1), (0, 1, 0), (0, 0, Fraction(1, 2))):
        assert evaluate(game, always(game, p1), always(game, p2)).value() == value


class Always(Policy):
    """Always the same move, where it is legal."""

    def __init__(self, game: Game, move: int) -> None:
        super().__init__(game, f"always {move}")
        self.move = move

    def odds(self, seen: State) -> Odds:
        return {min(self.move, len(self.game.moves_at(seen)) - 1): Fraction(1)}


def always(game: Game, move: int) -> Policy:
    return Always(game, move)


def test_what_is_rare_is_bounded_or_exact() -> None:
    """A die that ends the game once in 10**9 throws: two thirds, in fractions; in floats at least within the bounds."""
    game = graph_game(choice(P1, 3), dice((WON, 2), (LOST, 1), (2, 10**9)))
    assert evaluate(game, "random", "random").value() == Fraction(2, 3)
    low, high = evaluate(game, InFloats(Random(game)), "random").bounds()
    assert low <= Fraction(2, 3) <= high


def test_a_level_is_perfect_play_with_a_share_of_random_moves() -> None:
    game = find("cross-over")
    rates = {1: "0.9", 5: "0.33", 9: "0.01"}
    for level, rate in rates.items():
        one, two = named(game, str(level)), Erring(named(game, "perfect"), Fraction(rate))
        assert [one.odds(state) for state in game.reachable() if game.actor(state) in (P1, P2)] == [
            two.odds(state) for state in game.reachable() if game.actor(state) in (P1, P2)
        ]
        assert evaluate(game, one, "random").value() == values(game, two.odds, Random(game).odds)[game.start()]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (Fraction(1, 10**12), "less than 0.01 %"),
        (1 - Fraction(1, 10**12), "more than 99.99 %"),
        (1e-12, "0 %"),  # a float is not known as precisely
        (1 - 1e-12, "100 %"),
        (1e-6, "less than 0.01 %"),
        (0.99999, "more than 99.99 %"),
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 3), "33.33 %"),
        (0.0101, "1.01 %"),
    ],
)
def test_a_share_is_not_rounded_to_all_or_nothing(value: Fraction | float, told: str) -> None:
    assert in_percent(value) == told


class Wrong(Policy):
    """Gives odds that are none, once."""

    def __init__(self, game: Game, odds: object) -> None:
        super().__init__(game, "wrong")
        self.given = odds

    def odds(self, seen: State) -> Odds:
        return self.given  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("odds", "message"),
    [
        ({0: 0.5}, "add up to 0.5 instead of 1"),
        ({0: 0.5, 3: 0.5}, "the move 3, which is not legal"),
        ({0: -1, 1: 2}, "odds below zero"),
        ({0: float("nan")}, "odds below zero"),
        ([1, 0, 0], "a value of type list instead of odds"),
        ({}, "add up to 0 instead of 1"),
    ],
)
def test_odds_that_are_none_are_refused(odds: object, message: str) -> None:
    game = find("cross-over")
    with pytest.raises(BadPolicy, match=rf"^A policy gave [^\n]*{message} in \{{'places': \[1, 9\], 'mover': 0\}}\.$"):
        evaluate(game, Wrong(game, odds), "random")


def test_fractions_that_do_not_add_up_exactly_are_floats() -> None:
    game = find("cross-over")
    p1 = Nearly(game, Fraction(1, 3) + Fraction(1, 10**12))
    assert isinstance(evaluate(game, p1, "random").value(), float)
    assert evaluate(game, p1, "random").value() == pytest.approx(float(evaluate(game, "random", "random").value()))


class Nearly(Policy):
    """Nearly equal odds."""

    def __init__(self, game: Game, share: Fraction) -> None:
        super().__init__(game, "nearly")
        self.share = share

    def odds(self, seen: State) -> Odds:
        moves = self.game.moves_at(seen)
        return {move: self.share * 3 / len(moves) for move in moves}


def test_what_cannot_be_evaluated_is_refused_in_one_line() -> None:
    game, other = find("cross-over"), find("race-to-the-center")
    for refused in (
        lambda: evaluate(game, "reader", "random"),
        lambda: evaluate(game, "10", "random"),
        lambda: evaluate("cross-over", "random", "random"),  # type: ignore[arg-type]
        lambda: evaluate(game, Random(other), "random"),
        lambda: evaluate(game, 5, "random"),  # type: ignore[arg-type]
        lambda: evaluate(game, "random", "random").value(Table(other)),
        lambda: Erring(Random(game), 1.5),
    ):
        with pytest.raises(HeadwayError, match=r"^[^\n]+\.$"):
            refused()


def test_the_brute_force_knows_a_chain_by_hand() -> None:
    """P1 rolls three to two at node 3 or passes to P2, who always hands the turn back: the odds of P1 do not matter."""
    game = graph_game(choice(P1, 3, 4), dice((WON, 3), (LOST, 2)), choice(P2, 2, WON))
    half, back = {0: Fraction(1, 2), 1: Fraction(1, 2)}, {0: Fraction(1)}
    assert values(game, lambda seen: half, lambda seen: back)[game.start()] == Fraction(3, 5)
    assert values(game, lambda seen: half, lambda seen: half)[game.start()] == Fraction(11, 15)
    assert len(chain_of(game, lambda seen: half, lambda seen: half)) == 5


def test_a_table_that_was_resigned_has_no_plies_and_no_decisions_left() -> None:
    game = find("cross-over")
    pair = evaluate(game, "random", "random")
    resigned = Table(game).play("3").end(Reason.RESIGNED, P1)
    assert pair.value(resigned) == 0
    length, losses = pair.length(resigned), pair.losses(resigned)
    assert (length.probabilities, length.mean, length.endless, length.left) == ((1.0,), 0, 0.0, 0.0)
    assert (losses.best, losses.decisions, losses.endless) == (0, (), 0.0)


def test_odds_that_floats_would_multiply_to_nothing_are_refused() -> None:
    """Both sides must hit a rare pair of choices; the product of their odds is no float."""
    game = graph_game(secret(P1, 3, 4), choice(P2, WON, 2), choice(P2, 2, 2))

    class Rare(Policy):
        def odds(self, seen: State) -> dict[int, float]:
            first, second = self.game.moves_at(seen)
            return {first: 1e-165, second: 1 - 1e-165}

    with pytest.raises(BadPolicy, match=r"odds of 1e-165, which floats cannot compute with \(a Fraction can\)"):
        evaluate(game, Rare(game, "rare"), Rare(game, "rare")).value()
