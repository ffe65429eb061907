"""What each decision costs: everything adds up to the difference between the pair and best play."""

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headway.catalogue import find
from headway.game import Game, State
from headway.policies import Evaluation, Losses, Policy, Random, evaluate, named
from headway.policies.bounds import Bounds
from headway.policies.losses import losses_from
from headway.policies.visits import expected_visits
from headway.rulekit import P1, P2
from headway.solver import Unproven, solve
from headway.solver.gth import Effort, TooHard
from headway.table.table import Table
from headway.tolerances import PROVEN
from tests.graph_games import LOST, RARE, WON, choice, dice, graph_game, places
from tests.policies.brute_force import Mixture, chain_of, ending
from tests.policies.test_bounds import in_floats
from tests.policies.test_perfect import games, secretive_games


def rare_games() -> st.SearchStrategy[Game]:
    """Games of choice and dice, some of whose faces hardly ever come up."""
    return places(8, 3, RARE).map(lambda found: graph_game(*found))


def losses_in(pair: Evaluation) -> Losses:
    """The losses from the start. Games made by hand share a name: they are solved anew."""
    return losses_from(pair._values, pair._values.node(None), solve(pair.game))


def losses_of(game: Game, one: Policy, two: Policy) -> tuple[Losses, float]:
    """The losses from the start, and the value of the pair."""
    pair = evaluate(game, one, two)
    return losses_in(pair), float(pair.value())


def assert_adds_up(pair: Evaluation, found: Losses) -> None:
    """At each visit, the values before and after it are known to within what is proven."""
    visits, _, left, *_ = expected_visits(pair._values, pair._values.node(None))
    total = float(found.best) - found.lost_by(P1) + found.lost_by(P2) + found.endless
    assert total == pytest.approx(float(pair.value()), abs=1e-7 + 2 * PROVEN * sum(visits))
    assert found.left == left == 0


@given(games(), st.integers(0, 1000))
def test_what_both_sides_lose_adds_up(game: Game, seed: int) -> None:
    pair = evaluate(game, Mixture(game, seed), Mixture(game, seed + 1))
    try:
        found = losses_in(pair)
    except Unproven:
        return
    assert_adds_up(pair, found)
    assert all(decision.lost >= -1e-8 for decision in found.decisions)  # where one side decides, it cannot gain


@given(st.one_of(games(), rare_games()), st.integers(0, 1000))
def test_it_adds_up_exactly_in_small_games(game: Game, seed: int) -> None:
    pair = evaluate(game, Mixture(game, seed), Mixture(game, seed + 1))
    found = losses_in(pair)
    total = found.best - found.lost_by(P1) + found.lost_by(P2) + found.endless
    assert isinstance(total, Fraction)
    assert total == pair.value()
    assert all(decision.lost >= 0 for decision in found.decisions)


def rarely_lost(rare: int) -> tuple[Losses, Evaluation, Fraction]:
    """P1 wins once in 2^rare + 1 throws; after the others P2 may have the dice thrown again, or stay for ever.

    If it stays, P1 wins only by the first throw, and has half a game otherwise. If it tosses a coin each time, P1 wins
    at last: P2 loses half a game less the half of that throw.
    """
    game = graph_game(dice((3, 2**rare), (WON, 1)), choice(P2, 2, 3))
    pair = evaluate(game, "random", "random")
    return losses_in(pair), pair, (1 - Fraction(1, 2**rare + 1)) / 2


@pytest.mark.parametrize("rare", range(20, 61, 4))
def test_losses_by_moves_that_hardly_differ_are_exact(rare: int) -> None:
    found, pair, lost = rarely_lost(rare)
    assert (pair.value(), found.best, found.endless) == (1, 1 - lost, 0)
    assert (found.lost_by(P1), found.lost_by(P2), found.lost_by_bounds(P2)) == (0, lost, Bounds(lost, lost))
    (decision,) = found.decisions
    # a throw is followed by another but once in 2^rare + 1 times, and by two tosses of the coin on average
    assert (decision.visits, decision.lost) == (2 ** (rare + 1), lost / 2 ** (rare + 1))


@pytest.mark.parametrize(
    ("rare", "told"),
    [
        (20, r"<Losses: P1 0, P2 0\.5 of a game, in 1 decision>"),
        (40, r"<Losses: P1 0, P2 between 0\.4\d* and 0\.5\d* of a game, in 1 decision>"),
        (52, r"<Losses: P1 0 of a game, P2 unknown, in 1 decision>"),
        (60, r"<Losses: P1 0 of a game, P2 unknown, in 1 decision>"),
    ],
)
def test_a_loss_in_floats_is_told_as_well_as_it_is_known(rare: int, told: str) -> None:
    with in_floats():
        found, _, lost = rarely_lost(rare)
    low, high = found.lost_by_bounds(P2)
    assert 0 <= low <= found.lost_by(P2) <= high
    assert low <= lost <= high
    assert re.fullmatch(told, repr(found))


@given(secretive_games(), st.integers(0, 1000))
def test_it_adds_up_where_choices_are_secret(game: Game, seed: int) -> None:
    pair = evaluate(game, Mixture(game, seed), Mixture(game, seed + 1))
    try:
        found = losses_in(pair)
    except Unproven:
        return
    assert_adds_up(pair, found)


@pytest.mark.parametrize("name", ["cross-over", "race-to-the-center", "predictive-pursuit", "number-race"])
@pytest.mark.parametrize("players", [("random", "perfect"), ("perfect", "3"), ("1", "random"), ("perfect", "perfect")])
def test_it_adds_up_in_the_games_of_the_books(name: str, players: tuple[str, str]) -> None:
    game = find(name)
    pair = evaluate(game, *players)
    found = pair.losses()
    assert_adds_up(pair, found)
    for seat, player in zip((P1, P2), players, strict=True):
        if player == "perfect" and name != "predictive-pursuit":
            assert found.lost_by(seat) == pytest.approx(0, abs=1e-9)


@settings(max_examples=60)
@given(games(), st.integers(0, 1000))
def test_visits_are_those_of_the_chain_over_the_states(game: Game, seed: int) -> None:
    """In floats over many plies: where the game is nearly over by then."""
    one, two = Mixture(game, seed), Mixture(game, seed + 1)
    chain = chain_of(game, one.odds, two.odds)
    ends, now, visits = ending(chain), {game.start(): 1.0}, dict[State, float]()
    for _ in range(3000):
        after: dict[State, float] = {}
        for state, mass in now.items():
            visits[state] = visits.get(state, 0.0) + mass
            for to, share in chain[state].items() if state in ends else ():
                after[to] = after.get(to, 0.0) + mass * float(share)
        now = after
    if sum(now.values()) > 1e-12:
        return
    try:
        found, _ = losses_of(game, one, two)
    except Unproven:
        return
    for decision in found.decisions:
        assert decision.visits == pytest.approx(visits[decision.seen], abs=1e-8)


RARELY = Fraction(1, 100_000)


def rarely_left() -> Evaluation:
    """P1 may win or hand the turn over, and P2 may win or hand it back. Each wins once in 100,000 turns."""
    game = graph_game(choice(P1, 3, WON), choice(P2, 2, LOST))
    hesitant = Fixed(game, {0: 1 - RARELY, 1: RARELY})
    return evaluate(game, hesitant, hesitant)


def test_it_adds_up_where_a_loop_is_left_rarely() -> None:
    """P1 wins the game at once under best play. A turn comes up with the probability that all before it were passed."""
    pair = rarely_left()
    found = losses_in(pair)
    turns = float(1 / (1 - (1 - RARELY) ** 2))
    assert [each.visits for each in found.decisions] == pytest.approx([turns, turns * float(1 - RARELY)], rel=1e-9)
    assert found.best - found.lost_by(P1) + found.lost_by(P2) == pytest.approx(float(pair.value()), abs=1e-9)
    assert (found.endless, found.left) == (0.0, 0.0)


def test_games_that_are_too_long_to_be_followed_are_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(effort: Effort, amount: int, states: int) -> None:
        raise TooHard("too hard")

    pair = rarely_left()
    value = float(pair.value())
    monkeypatch.setattr(Effort, "spend", refuse)
    found = losses_in(pair)
    assert found.left == pytest.approx(float(1 - RARELY) ** 20_000, abs=0.001)
    total = found.best - found.lost_by(P1) + found.lost_by(P2)
    assert 0.1 * found.left < abs(total - value) <= found.left


def test_matching_pennies_by_hand() -> None:
    """P1 always shows the first side, P2 guesses it three times in four: the loss is P1's as much as P2's gain."""
    game = find("predictive-pursuit").variant({"length": 1, "overshoot": "stops"})
    found = evaluate(game, Fixed(game, {0: Fraction(1)}), Fixed(game, {0: Fraction(3, 4), 1: Fraction(1, 4)})).losses()
    chosen = next(each for each in found.decisions if each.seat == P1 and each.seen == game.start())
    guessed = next(each for each in found.decisions if each.seat == P2 and each.visits == chosen.visits)
    # against best odds neither loses; against each other P1 loses a quarter of the difference between the two outcomes
    assert chosen.lost == pytest.approx(-guessed.lost)
    assert chosen.lost > 0


class Fixed(Policy):
    """The same odds everywhere."""

    def __init__(self, game: Game, odds: dict[int, Fraction]) -> None:
        super().__init__(game, "fixed")
        self.given = odds

    def odds(self, seen: State) -> dict[int, Fraction]:
        return self.given


def test_a_win_that_is_never_taken_is_what_endless_play_costs() -> None:
    """P1 hands the turn over for ever instead of winning: no move gives anything away, and half a game is lost."""
    game = graph_game(choice(P1, 3, WON), choice(P2, 2))
    found, value = losses_of(game, Fixed(game, {0: Fraction(1)}), Random(game))
    assert (value, found.best, found.lost_by(P1), found.endless) == (0.5, 1, 0.0, -0.5)
    taken = graph_game(choice(P1, LOST, WON))
    lost, _ = losses_of(taken, Random(taken), Random(taken))
    assert lost.lost_by(P1) == 0.5


def test_a_level_loses_what_its_random_moves_cost() -> None:
    """Cross Over: the first move of level 9 is random once in a hundred, and two of three such moves lose the game."""
    game = find("cross-over")
    found = evaluate(game, named(game, "9"), "perfect").losses()
    first = next(each for each in found.decisions if each.seen == game.start())
    assert first.lost == pytest.approx(0.01 * 2 / 3)
    assert first.visits == 1


@pytest.mark.parametrize("first", [P1, P2])
def test_at_a_guess_the_secret_is_not_charged_again(first: int) -> None:
    game = find("predictive-pursuit")
    pair = evaluate(game, "3", "random")
    before = Table(game, first)
    table = before.play(game.token(game.moves_at(before.state)[0]))
    found, earlier = pair.losses(table), pair.losses(before)
    total = float(found.best) - found.lost_by(P1) + found.lost_by(P2) + found.endless
    assert total == pytest.approx(float(pair.value(table)), abs=1e-6)
    secret, again = (next(e.visits for e in each.decisions if e.seen == before.state) for each in (earlier, found))
    assert again == pytest.approx(secret - 1)
