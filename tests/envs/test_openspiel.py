"""Headway's games in OpenSpiel: its own conformance test and algorithms, by name, copied, pickled and written out."""

import pickle
import random
import re
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability
from open_spiel.python.observation import make_observation

import headway
import headway.game
from headway.envs.openspiel import chance_action, spiel_game
from headway.errors import GameOver, HeadwayError, IllegalMove, UnknownMove
from headway.game import Game
from headway.rulekit import OVER, P1, P2

BY_NAME = pytest.mark.parametrize("name", [game.name for game in headway.games()])

SMALL: list[tuple[str, dict[str, Any], int]] = [
    ("cross-over", {"length": 4}, 12),
    ("race-to-the-center", {"length": 4}, 12),
    ("capture-the-flag", {"length": 2}, 6),
    ("predictive-pursuit", {"length": 2}, 8),
    ("number-race", {"board": (3, 1, 2)}, 6),
]
"""A small variant of each game, and a cap on its plies."""
BOOKS: list[tuple[str, dict[str, Any], int]] = [
    ("cross-over", {}, 6),
    ("race-to-the-center", {}, 6),
    ("capture-the-flag", {}, 5),
    ("number-race", {}, 7),
]
"""The rules of the books without secrets, stopped early; a random player can lose the first two by then."""


class OfHeadway(policy.Policy):  # type: ignore[misc]
    """One of our policies in both seats, as OpenSpiel asks for it."""

    def __init__(self, spiel: Any, played: headway.policies.Policy) -> None:
        super().__init__(spiel, [P1, P2])
        self.played = played

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        seat = state.current_player() if player_id is None else player_id
        odds = self.played.odds(self.played.game.view(state.state, seat))
        return {move: float(odds.get(move, 0)) for move in state.legal_actions()}


def spiel_name(name: str) -> str:
    return f"headway_{name.replace('-', '_')}"


@BY_NAME
def test_openspiel_plays_every_game_and_writes_it_out(name: str) -> None:
    for first in (P1, P2):
        pyspiel.random_sim_test(
            spiel_game(name, first, max_plies=100), num_sims=2, serialize=True, verbose=False, mask_test=False
        )


@BY_NAME
def test_a_game_is_loaded_by_name_with_the_rules_of_its_book(name: str) -> None:
    game, own = pyspiel.load_game(spiel_name(name)), headway.load(name)
    assert str(game.new_initial_state()) == str(tuple(own.start()))
    assert game.num_distinct_actions() == len(own.all_moves)


def test_rules_are_parameters() -> None:
    game = pyspiel.load_game("headway_predictive_pursuit(length=4,overshoot=stops,first=P2,max_plies=9)")
    assert game.setup.game == headway.load("predictive-pursuit", length=4, overshoot="stops")
    assert (game.setup.first, game.max_game_length()) == (P2, 9)
    assert pyspiel.load_game("headway_number_race(board=3 1 2)").setup.game.board == (3, 1, 2)
    assert spiel_game("number-race", board=[3, 1, 2]).setup.game.board == (3, 1, 2)
    assert pyspiel.load_game("headway_number_race(length=30)").setup.game == headway.load("number-race", length=30)


@pytest.mark.parametrize(
    ("name", "rules", "has_chance", "has_secrets"),
    [
        ("number-race", {"length": 1000}, True, False),
        ("cross-over", {}, False, False),
        ("cross-over", {"lot": "yes"}, True, False),
        ("predictive-pursuit", {}, False, True),
        ("predictive-pursuit", {"forced": "unblockable", "longest_step": 1}, False, False),
    ],
)
def test_chance_and_secrets_are_those_under_the_rules(
    name: str, rules: dict[str, Any], has_chance: bool, has_secrets: bool
) -> None:
    kind = spiel_game(name, **rules).get_type()
    assert (kind.chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC) is has_chance
    assert (kind.information == kind.Information.IMPERFECT_INFORMATION) is has_secrets


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("headway_cross_over(lenght=12)", "lenght"),
        ("headway_cross_over(length=1)", "length takes a whole number from 2 to 1000"),
        ("headway_cross_over(first=P3)", "first takes P1 or P2"),
        ("headway_cross_over(max_plies=0)", "a number of plies from 1"),
    ],
)
def test_a_parameter_that_makes_no_sense_is_refused(text: str, expected: str) -> None:
    with pytest.raises(Exception, match=expected):
        pyspiel.load_game(text)


@BY_NAME
def test_a_game_and_its_states_can_be_pickled_and_copied(name: str) -> None:
    game = spiel_game(name, max_plies=50)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    rng, state = random.Random(1), game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        again, copy = pickle.loads(pickle.dumps(state)), state.clone()
        for other in (again, copy):
            assert str(other) == str(state)
            assert other.history() == state.history()
            assert other.information_state_string(P1) == state.information_state_string(P1)


@pytest.mark.parametrize(("name", "rules", "max_plies"), SMALL)
def test_an_information_state_recalls_all_that_its_player_has_seen(
    name: str, rules: dict[str, Any], max_plies: int
) -> None:
    """Two histories that are one information state now were one at every earlier move of the player, with the same
    actions: that is perfect recall. And what a player observes now follows from it.
    """
    game = spiel_game(name, max_plies=max_plies, **rules)
    recalled: dict[str, list[tuple[str, int]]] = {}
    observed: dict[str, str] = {}

    def visit(state: Any, past: tuple[list[tuple[str, int]], ...]) -> None:
        for player in (P1, P2):
            key = state.information_state_string(player)
            assert recalled.setdefault(key, past[player]) == past[player]
            seen = state.observation_string(player)
            assert observed.setdefault(key, seen) == seen
        if state.is_terminal():
            return
        for action in state.legal_actions():
            after = list(past)
            if not state.is_chance_node():
                mover = state.current_player()
                after[mover] = [*past[mover], (state.information_state_string(mover), action)]
            visit(state.child(action), tuple(after))

    visit(game.new_initial_state(), ([], []))
    assert len(recalled) > 10


def test_openspiel_keeps_the_secret() -> None:
    start = spiel_game("predictive-pursuit").new_initial_state()
    after = [start.child(move) for move in start.legal_actions()]
    assert len(after) > 1
    for seen in (
        lambda state: state.information_state_string(P2),
        lambda state: state.observation_string(P2),
        lambda state: tuple(state.observation_tensor(P2)),
    ):
        assert len({seen(state) for state in after}) == 1
    assert len({state.information_state_string(P1) for state in after}) == len(after)


@BY_NAME
def test_the_tensor_is_the_observation_with_a_one_for_each_number(name: str) -> None:
    game = spiel_game(name, max_plies=30)
    state, rng = game.new_initial_state(), random.Random(2)
    while not state.is_terminal():
        for player in (P1, P2):
            tensor = np.array(state.observation_tensor(player))
            ends = np.cumsum(game.setup.sizes)[:-1]
            assert [int(part.argmax()) for part in np.split(tensor, ends)] == game.setup.observe(state.state, player)
            assert tensor.sum() == len(game.setup.sizes)
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(
    ("name", "rules", "max_plies"), [*(case for case in SMALL if case[0] != "predictive-pursuit"), *BOOKS]
)
def test_nash_conv_of_random_play_is_that_of_the_game_tree(name: str, rules: dict[str, Any], max_plies: int) -> None:
    """By recursion over the tree, with the game stopped at its cap. (A secret cannot be replied to state by state.)"""
    spiel, game = spiel_game(name, max_plies=max_plies, **rules), headway.load(name, **rules)

    def best(state: headway.game.State, seat: int, plies: int) -> float:
        if game.actor(state) == OVER:
            return 1 if game.winner(state) == seat else -1
        if plies == max_plies:
            return 0
        after = [best(game.play(state, move), seat, plies + 1) for move in game.moves_at(state)]
        return max(after) if game.actor(state) == seat else sum(after) / len(after)

    expected = best(game.start(), P1, 0) + best(game.start(), P2, 0)
    found = exploitability.nash_conv(spiel, policy.UniformRandomPolicy(spiel))
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "rules", "max_plies"),
    [("predictive-pursuit", {}, 6), ("predictive-pursuit", {"length": 3}, 10), *BOOKS[:2], BOOKS[3]],
)
def test_nash_conv_of_random_play_is_four_times_our_exploitability(
    name: str, rules: dict[str, Any], max_plies: int
) -> None:
    """OpenSpiel adds up utilities from -1 to 1, ours is a mean of chances. The change `cap` stops the game likewise; a
    secret is open at no even ply.
    """
    spiel, capped = spiel_game(name, max_plies=max_plies, **rules), headway.load(name, cap=max_plies, **rules)
    found = exploitability.nash_conv(spiel, policy.UniformRandomPolicy(spiel))
    assert found == pytest.approx(4 * float(headway.policies.exploitability(capped, "random").value()), abs=1e-12)
    assert (found > 0.1) == ((name, rules) not in (("predictive-pursuit", {}), ("number-race", {})))


def test_nash_conv_of_a_game_with_secrets_has_a_closed_form() -> None:
    """On a track of one step, the only secret is that step. The best reply to random guesses is to guess right and to
    wait until the other guess is wrong, as half of them are: in 14 plies, P1 has four turns for that and P2 three.
    """
    spiel = spiel_game("predictive-pursuit", max_plies=14, length=1)
    found = exploitability.nash_conv(spiel, policy.UniformRandomPolicy(spiel))
    assert found == pytest.approx((1 - 1 / 2**4) + (1 - 1 / 2**3), abs=1e-12)
    perfect = OfHeadway(spiel, headway.policies.named(spiel.setup.game, "perfect"))
    assert exploitability.nash_conv(spiel, perfect) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(("name", "rules", "max_plies"), SMALL)
def test_counterfactual_regret_minimization_comes_near_the_value(
    name: str, rules: dict[str, Any], max_plies: int
) -> None:
    spiel = spiel_game(name, max_plies=max_plies, **rules)
    solver = cfr.CFRPlusSolver(spiel)
    before = exploitability.nash_conv(spiel, solver.average_policy())
    for _ in range(20):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    assert exploitability.nash_conv(spiel, average) <= max(0.05, before / 5)
    if name == "cross-over":  # which ends before its cap under any play
        value = expected_game_score.policy_value(spiel.new_initial_state(), [average] * 2)[P1]
        truth = headway.solve(headway.load(name, **rules)).value()
        assert (value + 1) / 2 == pytest.approx(float(truth), abs=0.05)


@BY_NAME
def test_a_reinforcement_learning_environment_runs_to_the_end(name: str) -> None:
    environment = rl_environment.Environment(spiel_game(name, max_plies=200))
    environment.seed(3)
    rng, time_step = random.Random(3), environment.reset()
    while not time_step.last():
        player = time_step.observations["current_player"]
        assert len(time_step.observations["info_state"][player]) == environment.observation_spec()["info_state"][0]
        time_step = environment.step([rng.choice(time_step.observations["legal_actions"][player])])
    assert re.fullmatch(r"\[(1\.0, -1\.0|-1\.0, 1\.0|0\.0, 0\.0)\]", str([*map(float, time_step.rewards)]))


def test_chance_acts_as_in_the_other_environments() -> None:
    """OpenSpiel's environment for learners beside that of PettingZoo: episode by episode the same rolls."""
    seed, episode, rng = 2**40 + 3, 0, random.Random(1)
    theirs = rl_environment.Environment(
        spiel_game("number-race"), chance_event_sampler=lambda state: chance_action(state, seed, episode)
    )
    ours = headway.envs.aec("number-race")
    ours.reset(seed=seed)
    played = set()
    for episode in range(4):
        if episode > 0:
            ours.reset()
        time_step = theirs.reset()
        while not time_step.last():
            player = time_step.observations["current_player"]
            move = rng.choice(time_step.observations["legal_actions"][player])
            time_step = theirs.step([move])
            ours.step(move)
            assert theirs.get_state.table == ours.table
        assert any(ours.terminations.values())
        played.add(ours.table.history)
    assert len(played) == 4


# -- refusals


def test_chance_is_asked_only_where_it_acts_and_for_a_seed() -> None:
    state = spiel_game("number-race").new_initial_state()
    wrong: Any
    for wrong in (state, "a state"):
        with pytest.raises(HeadwayError, match=r"^Expected a state of a Headway game in OpenSpiel at which chance"):
            chance_action(wrong, 1)
    state.apply_action(state.legal_actions()[0])
    numbers: list[Any] = [(-1, 0), (None, 0), (1, -1), (1, 0.5)]
    for seed, episode in numbers:
        with pytest.raises(HeadwayError, match="a whole number from 0 up"):
            chance_action(state, seed, episode)


def assert_refuses(state: Any, action: int, error: type[Exception]) -> None:
    """An action is refused in one line, and the state stays as it was."""
    before = str(state), state.history(), state.current_player(), state.returns(), state.plies
    with pytest.raises(error, match=r"^[^\n]+$"):
        state.apply_action(action)
    assert (str(state), state.history(), state.current_player(), state.returns(), state.plies) == before


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    state = pyspiel.load_game("headway_cross_over(length=4)").new_initial_state()
    for action, error in ((3, IllegalMove), (99, UnknownMove), (-5, UnknownMove)):
        assert_refuses(state, action, error)
    state.apply_action(0)
    assert state.legal_actions() == [0, 2]  # Player 2 may not land on the other marker, nor skip
    assert_refuses(state, 3, IllegalMove)
    rolling = pyspiel.load_game("headway_number_race(board=3 1 2)").new_initial_state()
    rolling.apply_action(rolling.legal_actions()[0])
    assert rolling.is_chance_node()
    impossible = [move for move in range(rolling.num_distinct_actions()) if move not in rolling.legal_actions()]
    for action in impossible:
        assert_refuses(rolling, action, IllegalMove)
    assert impossible


@pytest.mark.parametrize("max_plies", [1000, 3])
def test_an_action_after_the_end_is_refused_and_the_result_stays(max_plies: int) -> None:
    state, rng = spiel_game("cross-over", max_plies=max_plies, length=4).new_initial_state(), random.Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.legal_actions() == []
    for action in range(4):
        assert_refuses(state, action, GameOver)


def test_a_reinforcement_learning_environment_refuses_an_illegal_action() -> None:
    environment = rl_environment.Environment(spiel_game("cross-over", length=4))
    environment.reset()
    with pytest.raises(IllegalMove):
        environment.step([3])
    assert str(environment.get_state) == "((1, 4), 0)"
    assert not environment.step([0]).last()


# -- what may be known


@pytest.mark.parametrize("has_recall", [False, True])
def test_a_public_observation_is_what_a_spectator_sees(has_recall: bool) -> None:
    game = spiel_game("predictive-pursuit")
    start = game.new_initial_state()
    kinds = pyspiel.PrivateInfoType

    def seen(private: Any) -> list[list[tuple[str, list[float]]]]:
        """For each choice that was made in secret, what both players observe."""
        wanted = pyspiel.IIGObservationType(perfect_recall=has_recall, public_info=True, private_info=private)
        observer, found = make_observation(game, wanted), []
        for move in start.legal_actions():
            child = start.child(move)
            row = []
            for player in (P1, P2):
                observer.set_from(child, player)
                row.append((observer.string_from(child, player), observer.tensor.tolist()))
            found.append(row)
        return found

    public, own, everything = map(seen, (kinds.NONE, kinds.SINGLE_PLAYER, kinds.ALL_PLAYERS))
    assert len({str(each) for row in public for each in row}) == 1
    assert len({str(row[P1]) for row in own}) == len(own) > 1 == len({str(row[P2]) for row in own})
    assert all(row[P1] == row[P2] for row in everything)
    assert len({str(row[P1]) for row in everything}) == len(everything)


def test_what_is_private_is_not_split_off() -> None:
    game, private = spiel_game("predictive-pursuit"), pyspiel.PrivateInfoType.SINGLE_PLAYER
    with pytest.raises(HeadwayError, match="public information"):
        make_observation(
            game, pyspiel.IIGObservationType(perfect_recall=False, public_info=False, private_info=private)
        )
    with pytest.raises(HeadwayError, match=r"Actor\.P1"):
        make_observation(game).string_from(game.new_initial_state(), 2)


# -- a game of another package


def test_a_game_may_be_given_and_a_sixth_one_conforms(lucky_steps: Game) -> None:
    assert str(spiel_game(headway.load("cross-over", length=12))) == str(spiel_game("cross-over", length=12))
    with pytest.raises(HeadwayError, match="no rules beside a game"):
        spiel_game(headway.load("cross-over"), length=12)
    game = spiel_game(lucky_steps.variant({"length": 3}), max_plies=8)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False, mask_test=False)
    assert str(pyspiel.load_game(str(game))) == str(pickle.loads(pickle.dumps(game))) == str(game)
    solver = cfr.CFRPlusSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(5):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < before / 2
    start = game.new_initial_state()
    assert len({start.child(move).information_state_string(P2) for move in start.legal_actions()}) == 1
