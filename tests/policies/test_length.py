"""How long games between policies last, against the chain over the states, move by move and in fractions."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headway.catalogue import find
from headway.game import Game, State
from headway.players.tournament import simulate
from headway.policies import Policy, evaluate
from headway.policies.expected_figures import expected_figures
from headway.policies.policy import Odds
from headway.rulekit import P1, P2
from headway.solver.backend import Compiled
from headway.table.table import Table
from tests.graph_games import LOST, WON, choice, dice, graph_game
from tests.policies.brute_force import Mixture, chain_of, ending, lengths, solved
from tests.policies.test_perfect import games, secretive_games

FOLLOWED = 40


class Fixed(Policy):
    """The same odds at every choice."""

    def __init__(self, game: Game, odds: Odds) -> None:
        super().__init__(game, "fixed")
        self.given = odds

    def odds(self, seen: State) -> Odds:
        return self.given


def over_after(game: Game, one: Mixture, two: Mixture, plies: int) -> list[Fraction]:
    """The probability that the game is over after each number of plies."""
    chain, now, found = chain_of(game, one.odds, two.odds), {game.start(): Fraction(1)}, []
    for _ in range(plies + 1):
        found.append(sum((mass for state, mass in now.items() if not chain[state]), start=Fraction(0)))
        after: dict[State, Fraction] = {}
        for state, mass in now.items():
            for to, share in chain[state].items():
                after[to] = after.get(to, Fraction(0)) + mass * share
        now = after
    return found


@settings(max_examples=60)
@given(st.one_of(games(), secretive_games()), st.integers(0, 1000))
def test_the_distribution_is_that_of_the_chain_over_the_states(game: Game, seed: int) -> None:
    one, two = Mixture(game, seed), Mixture(game, seed + 1)
    length = evaluate(game, one, two).length()
    expected = [float(share) for share in over_after(game, one, two, FOLLOWED)]
    found = [*length.probabilities, *([0.0] * FOLLOWED)][: FOLLOWED + 1]
    assert found == pytest.approx(expected, abs=1e-11)
    chain = chain_of(game, one.odds, two.odds)
    ends = ending(chain)
    known = {state: Fraction(0) for state in chain if state not in ends} | {
        state: Fraction(1) for state, row in chain.items() if not row
    }
    assert length.endless == pytest.approx(float(1 - solved(chain, known, Fraction(0))[game.start()]), abs=1e-9)
    assert sum(length.probabilities) + length.endless + length.left == pytest.approx(1, abs=1e-9)
    if ends == set(chain):
        assert length.mean == lengths(game, one.odds, two.odds)[game.start()]


@pytest.mark.parametrize("name", ["cross-over", "race-to-the-center", "number-race", "predictive-pursuit"])
@pytest.mark.parametrize("players", [("random", "random"), ("5", "random")])
def test_simulated_games_last_as_long(name: str, players: tuple[str, str]) -> None:
    """Within five standard errors of the mean of 400 games."""
    game, number = find(name), 400
    length = evaluate(game, *players).length()
    *_, tally = simulate(game, number, players, seed=3)
    mean = float(length.mean)
    variance = sum((plies - mean) ** 2 * share for plies, share in enumerate(length.probabilities))
    assert tally.plies / number == pytest.approx(mean, abs=5 * (variance / number) ** 0.5 + 1e-9)


def test_a_secret_and_its_answer_are_two_plies() -> None:
    game = find("predictive-pursuit").variant({"length": 1, "overshoot": "stops"})
    length = evaluate(game, "random", "random").length()
    assert length.probabilities[:5] == (0.0, 0.0, 0.5, 0.0, 0.25)
    assert length.mean == 4
    assert (length.quantile(0.5), length.quantile(0.51), length.within(3), length.within(-1)) == (2, 4, 0.5, 0.0)


def test_endless_play_is_said() -> None:
    game = graph_game(choice(P1, 3, 4), choice(P2, 2), dice((WON, 1), (LOST, 1)))
    waiting = evaluate(game, "random", "random")
    assert waiting.length().endless == 0
    first = graph_game(dice((3, 1), (WON, 3)), choice(P1, 4), choice(P2, 3))
    length = evaluate(first, "random", "random").length()
    assert (length.endless, length.mean, length.quantile(0.75), length.quantile(0.76)) == (0.25, 1.0, 1, None)
    assert "25 % never end" in repr(length)
    assert repr(evaluate(first, "random", "random").length(Table(first).play("1"))) == "<Length: no game ends>"


@pytest.mark.parametrize(("rounds", "is_exact"), [(9, True), (33, True), (129, False), (513, False)])
def test_lengths_are_floats_where_fractions_would_be_long(rounds: int, is_exact: bool) -> None:
    """P1 wins with the same probability at each ply, so the length is geometric: the mean is that many rounds.

    Some 28 times as many plies are listed. With 513 rounds that would be 14,000 fractions of up to 130,000 bits.
    """
    game, wins = graph_game(choice(P1, 2, WON)), Fraction(1, rounds)
    length = evaluate(game, Fixed(game, {0: 1 - wins, 1: wins}), "random").length()
    assert length.mean == rounds
    assert (length.error == 0.0) == is_exact
    for plies in (1, 2, rounds, 10 * rounds):
        low, high = length.within_bounds(plies)
        assert low <= 1 - (1 - wins) ** plies <= high <= low + 1e-9
        assert (length.probabilities[plies] == (1 - wins) ** (plies - 1) * wins) or not is_exact


def test_what_is_left_of_long_games_is_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.policies.length.MOST_PLIES", 500)
    game = graph_game(choice(P1, 3), dice((WON, 1), (2, 999)))
    length = evaluate(game, "random", "random").length()
    assert length.left == pytest.approx(0.999**249, abs=1e-9)  # of 500 plies from 0 on, every second is a roll
    assert length.mean == 2000
    assert length.quantile(0.5) is None


def test_machine_code_and_lists_walk_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("predictive-pursuit")
    ours = evaluate(game, "random", "3").length()
    monkeypatch.setattr("headway.solver.explored.backend_for", lambda outcomes: Compiled())
    assert evaluate(game, "random", "3").length().probabilities == pytest.approx(ours.probabilities, abs=1e-12)


def test_at_a_guess_the_secret_is_already_made() -> None:
    game = find("predictive-pursuit").variant({"length": 1, "overshoot": "stops"})
    pair = evaluate(game, "random", "random")
    length = pair.length(Table(game).play(game.token(game.moves_at(game.start())[0])))
    assert length.probabilities[:4] == (0.0, 0.5, 0.0, 0.25)
    assert length.mean == 3


@pytest.mark.parametrize(("name", "rules"), [("capture-the-flag", {}), ("cross-over", {"length": 40})])
def test_games_of_some_thousand_states_are_expected_as_well(name: str, rules: dict[str, object]) -> None:
    """Beside what is counted: the book's own Capture the Flag has 29,282 states within its span."""
    game, games = find(name).variant(rules), 400
    figures = expected_figures(game, ("random", "random"), P1, 1_000)
    assert figures is not None
    *_, tally = simulate(game, games, ("random", "random"), seed=1)
    assert tally.p1 / games == pytest.approx(figures.p1, abs=4 * (figures.p1 * (1 - figures.p1) / games) ** 0.5)
    assert figures.p1 + figures.p2 + figures.unfinished == pytest.approx(1, abs=1e-9)
