"""Best responses and exploitability: against all pure policies in fractions, against OpenSpiel and against Storm."""

from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Any

import pytest
import stormpy
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import best_response as spiel_best_response
from open_spiel.python.algorithms import expected_game_score
from open_spiel.python.algorithms import exploitability as spiel_exploitability

from headway.catalogue import find
from headway.envs.openspiel import spiel_game
from headway.game import Game, State
from headway.policies import Erring, Policy, Random, best_response, evaluate, exploitability, named
from headway.policies.perfect import PerfectPlay
from headway.policies.policy import LEVELS
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import Unproven, solve
from headway.table.table import Table
from tests.graph_games import LOST, WON, choice, dice, graph_game
from tests.policies import brute_force
from tests.policies.brute_force import Mixture
from tests.policies.test_evaluation import InFloats
from tests.policies.test_perfect import games, secretive_games

MOST_PLANS = 100


def plans(game: Game, seat: int) -> int:
    """How many pure policies a seat has."""
    seen = {game.view(state, seat): game.moves_at(state) for state in game.reachable() if game.actor(state) == seat}
    return prod(map(len, seen.values()))


def is_open(game: Game, state: State) -> bool:
    """Is there no secret that the side to move may not see?"""
    return game.actor(state) == OVER or game.view(state, game.actor(state)) == state


@settings(max_examples=60)
@given(st.one_of(games(), secretive_games()), st.integers(0, 1000), st.sampled_from([P1, P2]))
def test_no_pure_policy_does_better(game: Game, seed: int, seat: int) -> None:
    assume(plans(game, seat) <= MOST_PLANS)
    policy = Mixture(game, seed)
    found = best_response(game, policy, seat)
    pair = (found.policy, policy) if seat == P1 else (policy, found.policy)
    expected, attained = (
        brute_force.best_response(game, policy.odds, seat),
        brute_force.values(game, pair[0].odds, pair[1].odds),
    )
    for state, value in expected.items():
        if is_open(game, state):
            node = found._explored.node(state)
            assert node is not None
            assert found._found.numbers.values[node] == value == attained[state]
    assert found.value() == evaluate(game, *pair).value()


@settings(max_examples=60)
@given(st.one_of(games(), secretive_games()), st.integers(0, 1000), st.sampled_from([P1, P2]))
def test_bounds_in_floats_include_the_best_response(game: Game, seed: int, seat: int) -> None:
    exact = best_response(game, Mixture(game, seed), seat).value()
    low, high = best_response(game, InFloats(Mixture(game, seed)), seat).bounds()
    assert low - 1e-11 <= exact <= high + 1e-11  # the odds themselves are rounded, which loops amplify


@settings(max_examples=60)
@given(st.one_of(games(), secretive_games()))
def test_perfect_play_is_not_exploitable(game: Game) -> None:
    """And what the best responses to it are worth is the value of the game."""
    try:
        solution = solve(game)
    except Unproven:
        return
    found, value = exploitability(game, PerfectPlay(solution)), float(solution.value(game.start()))
    assert found.value() == pytest.approx(0, abs=1e-9)
    for response in found.responses:
        assert float(response.value()) == pytest.approx(value, abs=1e-8)


def test_a_response_may_stay_for_ever() -> None:
    """P1 rolls a die that loses two games of three, or waits: at a risk, and then without one."""
    game = graph_game(choice(P1, 3, 4), dice((WON, 1), (LOST, 2)), dice((2, 9), (LOST, 1)))
    assert best_response(game, "random", P1).value() == Fraction(1, 3)
    waiting = graph_game(choice(P1, 3, 4), dice((WON, 1), (LOST, 2)), choice(P2, 2))
    assert best_response(waiting, "random", P1).value() == Fraction(1, 2)
    assert best_response(waiting, "random", P2).value() == Fraction(1, 3)


# -- OpenSpiel


class OfHeadway(spiel_policy.Policy):  # type: ignore[misc]
    """One of our policies for each seat, as OpenSpiel asks for it."""

    def __init__(self, spiel: Any, p1: Policy, p2: Policy) -> None:
        super().__init__(spiel, [P1, P2])
        self.policies = p1, p2

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        seat = state.current_player() if player_id is None else player_id
        game = self.policies[seat].game
        odds = self.policies[seat].odds(game.view(state.state, seat))
        return {move: float(odds.get(move, 0)) for move in state.legal_actions()}


SPIEL = [
    ("cross-over", {"length": 5}),
    ("race-to-the-center", {}),
    ("race-to-the-center", {"reply": "always"}),
    ("capture-the-flag", {"length": 2, "cap": 6}),
    ("predictive-pursuit", {"length": 3, "overshoot": "stops", "forced": "unblockable", "cap": 6}),
    ("predictive-pursuit", {"length": 2, "overshoot": "stops", "cap": 8}),
    ("number-race", {"board": (3, 1, 2), "cap": 8}),
]
"""Games that end before the 100 plies after which OpenSpiel, which has no endless play, would end them."""


@pytest.mark.parametrize(("name", "rules"), SPIEL)
@pytest.mark.parametrize("players", [("random", "random"), ("5", "perfect"), ("perfect", "2"), ("9", "1")])
def test_openspiel_finds_the_same_best_responses_and_exploitability(
    name: str, rules: dict[str, Any], players: tuple[str, str]
) -> None:
    game = find(name).variant(rules)
    p1, p2 = (named(game, player) for player in players)
    spiel = spiel_game(name, P1, 100, **rules)
    given = OfHeadway(spiel, p1, p2)
    value = expected_game_score.policy_value(spiel.new_initial_state(), [given, given])[P1]
    assert (value + 1) / 2 == pytest.approx(float(evaluate(game, p1, p2).value()), abs=1e-12)
    for seat, policy in ((P1, p2), (P2, p1)):
        response = spiel_best_response.BestResponsePolicy(spiel, seat, given)
        theirs = response.value(spiel.new_initial_state())
        share = (theirs + 1) / 2 if seat == P1 else (1 - theirs) / 2
        assert share == pytest.approx(float(best_response(game, policy, seat).value()), abs=1e-12)
    theirs = spiel_exploitability.exploitability(spiel, given)
    found = exploitability(game, p1, p2)
    assert theirs / 2 == pytest.approx(float(found.value()), abs=1e-12)  # their utilities go from -1 to 1


# -- Storm


def in_prism(game: Game, policy: Policy, seat: int) -> tuple[str, dict[int, State]]:
    """The game in which a seat keeps to a policy, as a Markov decision process for Storm, and its states by number."""
    states = dict(enumerate(game.reachable()))
    numbers = {state: at for at, state in states.items()}
    lines = ["mdp", "module game", f"s : [0..{len(states)}] init {numbers[game.start()]};"]
    for at, state in states.items():
        after = {move: numbers[game.play_unchecked(state, move)] for move in game.moves_at(state)}
        if game.actor(state) == OVER:
            lines.append(f"[] s={at} -> true;")
        elif game.actor(state) == 1 - seat:
            lines += [f"[] s={at} -> (s'={to});" for to in after.values()]
        else:
            odds = policy.odds(state) if game.actor(state) == seat else chances(game, state)
            parts = [f"{Fraction(odds[move])} : (s'={to})" for move, to in after.items() if odds.get(move, 0)]
            lines.append(f"[] s={at} -> {' + '.join(parts)};")
    lines.append("endmodule")
    for player, name in ((P1, "p1"), (P2, "p2")):
        won = [f"s={at}" for at, state in states.items() if game.actor(state) == OVER and game.winner(state) == player]
        lines.append(f'label "{name}" = {" | ".join(won) or "false"};')
    return "\n".join(lines), states


def chances(game: Game, state: State) -> dict[int, Fraction]:
    assert game.actor(state) == CHANCE
    weights = {move: game.weight(state, move) for move in game.moves_at(state)}
    return {move: Fraction(weight, sum(weights.values())) for move, weight in weights.items()}


SHORT = find("number-race").variant({"board": (3, 1, 2, 6, 5)})
TICKETS = graph_game(
    choice(P1, 3, 4), dice((WON, 1), (LOST, 2)), choice(P2, 5, 6, 2), dice((WON, 3), (2, 1)), dice((WON, 1), (LOST, 3))
)


@pytest.mark.parametrize("seat", [P1, P2])
@pytest.mark.parametrize("player", ["random", "5", "perfect"])
@pytest.mark.parametrize(
    "game", [find("cross-over"), find("race-to-the-center"), SHORT, TICKETS], ids=lambda game: game.name
)
def test_storm_finds_the_same_best_response_in_exact_rationals(
    tmp_path: Path, game: Game, player: str, seat: int
) -> None:
    """At every state. Both wins are asked for: Storm has no endless play that counts one half, and here there is none
    that the responding side would want.
    """
    perfect = PerfectPlay(solve(game))
    policy = {"random": Random(game), "5": Erring(perfect, LEVELS[5]), "perfect": perfect}[player]
    text, states = in_prism(game, policy, seat)
    path = tmp_path / "game.prism"
    path.write_text(text)
    program = stormpy.parse_prism_program(str(path))
    options = stormpy.BuilderOptions()
    options.set_build_state_valuations(True)
    options.set_build_all_labels(True)
    model = stormpy.build_model[stormpy.Rational](program, options=options)
    (variable,) = model.state_valuations.get_all_variables()
    responder = "p2" if seat == P1 else "p1"
    (formula,) = stormpy.parse_properties(f'Pmax=? [F "{responder}"]', program)
    answer = stormpy.model_checking(model, formula)
    found, checked = best_response(game, policy, 1 - seat), 0
    for state, number in enumerate(model.state_valuations.get_values_states(variable)):
        node = found._explored.node(states[number])
        assert node is not None
        ours = found._found.numbers.values[node]
        won = Fraction(str(answer.get_value(state)))
        assert won == (ours if responder == "p1" else 1 - ours)
        checked += 1
    assert checked > 2


def test_values_of_tables_are_those_of_their_states() -> None:
    game = find("cross-over")
    found = best_response(game, "random", P2)
    assert found.value(Table(game, P2)) == brute_force_from(game, P2)


def brute_force_from(game: Game, first: int) -> Fraction:
    """The least chance of P1 against a random P1, by recursion: Cross Over has no loops."""

    def value(state: State) -> Fraction:
        if game.actor(state) == OVER:
            return Fraction(int(game.winner(state) == P1))
        after = [value(game.play_unchecked(state, move)) for move in game.moves_at(state)]
        return sum(after, start=Fraction(0)) / len(after) if game.actor(state) == P1 else min(after)

    return value(game.start(first))


def test_exploitability_is_not_bounded_below_zero() -> None:
    assert exploitability(find("predictive-pursuit"), "perfect").bounds().low == 0
