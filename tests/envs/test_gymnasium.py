"""The Gymnasium environment: conformance, ids, the law of all environments, exact values, pictures and refusals."""

import copy
import pickle
import random
import subprocess
import sys
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import headway
import headway.envs
from headway.envs.episode import Episode
from headway.envs.exact import Exact
from headway.envs.gymnasium_env import HeadwayEnv
from headway.envs.opponents import opponents_of
from headway.envs.registration import id_of
from headway.envs.setup import Setup
from headway.envs.vector_env import HeadwayVectorEnv
from headway.errors import HeadwayError, UnknownMove
from headway.game import Game
from headway.rulekit import OVER, P1, P2

GAMES = headway.games()
BY_NAME = pytest.mark.parametrize("game", GAMES, ids=str)
SMALL: dict[str, dict[str, Any]] = {
    "capture-the-flag": {"length": 4, "soldiers": 1},
    "cross-over": {"length": 5},
    "number-race": {"board": [1, 2, 3, 1, 2, 3]},
    "predictive-pursuit": {"length": 4},
    "race-to-the-center": {"length": 6},
}


EARLY: list[dict[str, Any]] = [
    {"length": 2, "first": P2, "opponent": "perfect"},
    {"first": P2, "opponent": "random", "max_plies": 1},
]
"""Set-ups of Cross Over in which the opponent's first move wins, or reaches the cap on plies."""


class LegalActions(gymnasium.ActionWrapper[Any, Any, Any]):
    """Plays a legal move instead of one that is not: the checker keeps an action over a reset."""

    def action(self, action: Any) -> Any:
        mask = self.get_wrapper_attr("action_masks")()
        return action if mask[action] else int(mask.argmax())


UNEVEN: dict[str, Any] = {"length": 4, "longest_step": 3, "overshoot": "stops"}
"""Rules of Predictive Pursuit under which the choices in secret are not worth the same."""


# -- conformance


@pytest.mark.filterwarnings("error")
@BY_NAME
def test_the_checker_of_gymnasium_has_nothing_to_say(game: Game) -> None:
    for options in ({}, {"seat": P2, "first": P2}, {"opponent": "5", "exact": True, **SMALL[game.name]}):
        check_env(gymnasium.make(id_of(game.name), **options))


@pytest.mark.filterwarnings("error")
def test_the_checker_passes_where_a_game_ends_before_the_first_action() -> None:
    check_env(gymnasium.make("headway/CrossOver-v0", **EARLY[0]))


@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")
@BY_NAME
def test_the_checker_passes_in_self_play(game: Game) -> None:
    check_env(LegalActions(HeadwayEnv(game, opponent=None)), skip_render_check=True)


@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")
def test_the_environment_of_a_sixth_game_passes_too(lucky_steps: Game) -> None:
    check_env(LegalActions(HeadwayEnv(lucky_steps, opponent="perfect", exact=True)), skip_render_check=True)
    for mode in ("ansi", "rgb_array"):
        environment = HeadwayEnv(lucky_steps, opponent=None, render_mode=mode)
        environment.reset(seed=1)
        environment.step(environment.action_space.sample())
        assert environment.render() is not None


# -- ids


def test_an_id_follows_from_the_name_of_a_game() -> None:
    assert [id_of(name) for name in ("cross-over", "race-to-the-center", "1830", "four!-in-a-row")] == [
        "headway/CrossOver-v0", "headway/RaceToTheCenter-v0", "headway/1830-v0", "headway/FourInARow-v0"
    ]  # fmt: skip
    assert {id_of(game.name) for game in GAMES} <= set(gymnasium.registry)


def test_a_program_that_does_not_import_headway_finds_every_game(lucky_steps_found: None) -> None:
    program = """
import gymnasium
environment = gymnasium.make("headway.envs:headway/CrossOver-v0", opponent="5", length=12)
environment.reset(seed=1)
print(len(environment.table.game.changed), environment.action_masks().tolist())
print(gymnasium.make("headway/LuckySteps-v0").reset(seed=1)[0][0])
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (told.stdout, told.stderr) == ("1 [1, 1, 1, 0]\n0\n", "")


# -- the law: the reference is `Episode`


@pytest.mark.parametrize("opponent", ["random", None])
@pytest.mark.parametrize("seat", [P1, P2])
@BY_NAME
def test_the_environment_plays_the_episodes_of_its_seed(game: Game, seat: int, opponent: str | None) -> None:
    environment, rng = HeadwayEnv(game, opponent=opponent, seat=seat), random.Random(7)
    for number in range(3):
        observed, info = environment.reset(seed=5 if number == 0 else None)
        episode = Episode.begin(Setup(game), 5, number, opponents_of(game, opponent, seat))
        viewer, reward, terminated, truncated = episode.actor, 0.0, False, False
        while True:
            assert observed.tolist() == episode.observe(viewer)
            assert info["action_mask"].tolist() == environment.action_masks().tolist() == episode.mask
            assert (reward, terminated) == (episode.reward(viewer), episode.is_terminated)
            assert truncated == episode.is_truncated
            if terminated or truncated:
                break
            move = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
            mover, episode = episode.actor, episode.play(move)
            observed, reward, terminated, truncated, info = environment.step(move)
            viewer = mover if episode.actor == OVER else episode.actor
            if reward == 0:
                continue
            assert viewer == mover
        assert environment.table == episode.table


def test_without_a_seed_the_games_differ_and_a_seed_repeats_them() -> None:
    def deal(seed: int | None) -> list[Any]:
        environment = HeadwayEnv("number-race", first=P2)
        return [environment.reset(seed=seed if number == 0 else None)[0].tolist() for number in range(20)]

    assert deal(3) == deal(3)
    assert deal(None) != deal(None)
    assert len({tuple(dealt) for dealt in deal(3)}) > 1


def test_a_copy_goes_on_as_the_environment_does() -> None:
    environment = HeadwayEnv("predictive-pursuit", opponent="5", exact=True)
    environment.reset(seed=1)
    environment.step(0)
    copies = [copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))]
    move = int(environment.action_masks().argmax())
    told = str(environment.step(move))
    assert [str(each.step(move)) for each in copies] == [told, told]


def test_a_sync_vector_of_it_is_that_many_single_environments() -> None:
    options: dict[str, Any] = {"opponent": "random", "length": 7}
    tables = gymnasium.make_vec(
        "headway/CrossOver-v0",
        num_envs=3,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.NEXT_STEP},
        **options,
    )
    singles = [gymnasium.make("headway/CrossOver-v0", **options) for _ in range(3)]
    observed, infos = tables.reset(seed=4)
    expected = [single.reset(seed=4 + number) for number, single in enumerate(singles)]
    over = [False] * 3
    for _ in range(40):
        assert observed.tolist() == [each[0].tolist() for each in expected]
        assert infos["action_mask"].tolist() == [each[-1]["action_mask"].tolist() for each in expected]
        actions = np.array([mask.argmax() for mask in infos["action_mask"]])
        observed, rewards, terminated, _, infos = tables.step(actions)
        stepped = [
            (*single.reset(), 0.0, False) if was_over else _reordered(single.step(action))
            for single, action, was_over in zip(singles, actions, over, strict=True)
        ]
        expected = [(each[0], each[1]) for each in stepped]
        assert rewards.tolist() == [each[2] for each in stepped]
        over = terminated.tolist()
        assert over == [each[3] for each in stepped]
    tables.close()


def test_a_vector_is_the_compiled_one_unless_another_is_asked_for() -> None:
    tables = gymnasium.make_vec("headway/CrossOver-v0", num_envs=3, opponent=None, length=7)
    assert isinstance(tables, HeadwayVectorEnv)
    single = gymnasium.make("headway/CrossOver-v0", opponent=None, length=7)
    assert tables.reset(seed=1)[0][2].tolist() == single.reset(seed=3)[0].tolist()


def _reordered(step: tuple[Any, ...]) -> tuple[Any, Any, float, bool]:
    observed, reward, terminated, _, info = step
    return observed, info, float(reward), bool(terminated)


# -- a result that waits for an action


def test_a_game_that_ends_before_the_first_action_waits_for_one_to_tell_its_result() -> None:
    for rules, result in zip(EARLY, [(-1.0, True, False), (0.0, False, True)], strict=True):
        environment = HeadwayEnv("cross-over", exact=True, **rules)
        for number in range(2):
            observed, info = environment.reset(seed=1 if number == 0 else None)
            assert observed[0] == P1
            assert info["action_mask"].all()
            before = environment.table
            with pytest.raises(UnknownMove, match="There is no move 4"):
                environment.step(4)
            last, reward, terminated, truncated, info = environment.step(environment.action_space.sample())
            assert (reward, terminated, truncated) == result
            assert (last.tolist(), environment.table) == (observed.tolist(), before)
            assert not info["action_mask"].any()
            assert info["given_away"] == 0
            with pytest.raises(HeadwayError, match="The episode is over"):
                environment.step(0)


# -- what a seat may know


def test_secrets_that_differ_look_alike_to_the_other_seat() -> None:
    """What the choice has given away is told with the answer: each choice of these rules gives away something else."""
    seen, given_away = [], []
    for choice in (0, 1, 2):
        environment = HeadwayEnv("predictive-pursuit", opponent=None, exact=True, render_mode="ansi", **UNEVEN)
        environment.reset(seed=1)
        observed, *_, info = environment.step(choice)
        text = environment.render()
        environment.render_mode = "rgb_array"
        mask = info.pop("action_mask").tolist()
        seen.append((observed.tolist(), mask, info, text, str(environment.render())))
        exact = Exact(environment.table.game)
        lost, answer = (
            exact.given_away(headway.Table(environment.table.game))[choice],
            exact.given_away(environment.table)[0],
        )
        *_, info = environment.step(0)
        assert info["given_away"] == float(lost) + float(answer)
        given_away.append(info["given_away"])
    assert seen[0] == seen[1] == seen[2]
    assert max(given_away) - min(given_away) > 0.05


# -- exact values


@pytest.mark.parametrize("name", SMALL)
def test_the_values_are_those_of_the_solution_and_the_review(name: str) -> None:
    game = headway.load(name, **SMALL[name])
    truth, random_numbers = headway.solve(game), random.Random(1)
    for seat, opponent in ((P1, "random"), (P2, "random"), (P1, None)):
        environment = HeadwayEnv(game, opponent=opponent, seat=seat, exact=True, max_plies=40)
        for number in range(4):
            observed, info = environment.reset(seed=number)
            assert info["given_away"] == 0
            told = []
            while info["action_mask"].any():
                ply = environment.table.ply
                observed, *_, info = environment.step(random_numbers.choice(np.flatnonzero(info["action_mask"])))
                told.append((ply, info["given_away"]))
                of_p1 = truth.value(environment.table)
                assert info["value"] == float(of_p1 if observed[0] == P1 else 1 - of_p1)
            reviewed = headway.review(environment.table, truth).plies
            is_withheld = [opponent is None and game.secret(state) for state in environment.table.states]
            for ply, given_away in told[: len(told) - environment.table.is_secret_open]:
                plies = [] if is_withheld[ply] else [ply - 1, ply] if ply > 0 and is_withheld[ply - 1] else [ply]
                assert given_away == sum(float(reviewed[each].given_away) for each in plies)


def test_a_mistake_gives_away_the_game() -> None:
    """Cross Over is won by the first move 3 alone (see `headway.solve`): 1 gives all of it away."""
    game = headway.load("cross-over")
    exact, start = Exact(game), headway.Table(game)
    assert (exact.value(start, P1), exact.value(start, P2)) == (1, 0)
    assert [*exact.given_away(start).values()] == [1, 1, 0]


# -- pictures


@BY_NAME
def test_two_pictures_differ_exactly_if_the_pieces_or_the_turn_do(game: Game) -> None:
    environment = HeadwayEnv(game, render_mode="rgb_array", opponent=None)
    shown: dict[bytes, object] = {}
    first, last = game.track
    for seed in range(3):
        environment.reset(seed=seed)
        environment.action_space.seed(seed)
        while True:
            picture, table = environment.render(), environment.table
            assert isinstance(picture, np.ndarray)
            assert (str(picture.dtype), picture.ndim, picture.shape[2]) == ("uint8", 3, 3)
            # a piece that has passed an end of the track stands just beyond it, however far it went
            sides = tuple(tuple(sorted(min(max(at, first - 1), last + 1) for at in side)) for side in table.positions)
            what = sides, table.actor, table.result
            assert shown.setdefault(picture.tobytes(), what) == what
            if table.actor == OVER:
                break
            environment.step(environment.action_space.sample())
    assert len(shown) == len(set(shown.values()))
    assert len({len(picture) for picture in shown}) == 1


@pytest.mark.parametrize("rules", [{"length": 1000}, {"soldiers": 9}], ids=str)
def test_a_long_track_and_a_crowd_are_drawn(rules: dict[str, Any]) -> None:
    environment = HeadwayEnv("capture-the-flag", render_mode="rgb_array", **rules)
    environment.reset(seed=0)
    picture = environment.render()
    assert isinstance(picture, np.ndarray)
    assert picture.shape[1] < 1000


def test_the_text_is_the_board_of_the_terminal() -> None:
    environment = gymnasium.make("headway/CrossOver-v0", opponent=None, render_mode="ansi", max_plies=1)
    environment.reset(seed=0)
    environment.step(2)
    assert environment.render() == (
        "Cross Over: after move 1, 3; unfinished\n"
        "Player 1                   P1\n"
        "Position [ ]|   1   2   3   4   5   6   7   8   9 |[ ]\n"
        "Player 2                                       P2\n"
        "Player 1's goal is beyond 9; Player 2's goal is beyond 1."
    )
    silent = gymnasium.make("headway/CrossOver-v0")
    silent.reset()
    assert silent.render() is None


def test_for_a_human_the_board_is_printed_from_the_reset_on(capsys: pytest.CaptureFixture[str]) -> None:
    environment = HeadwayEnv("cross-over", opponent=None, render_mode="human")
    for call in (lambda: environment.reset(seed=1), lambda: environment.step(2)):
        call()
        environment.render_mode = "ansi"
        assert capsys.readouterr().out == f"{environment.render()}\n"
        environment.render_mode = "human"


# -- large numbers


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("most", "kind"), [(32_766, "int16"), (32_767, "int32"), (2**31, "int64")])
def test_numbers_beyond_16_bits_are_observed_in_larger_ones(most: int, kind: str) -> None:
    """The same game, whose pieces could be much farther: at one more place than the greatest number, because of 0."""
    game = headway.load("cross-over", length=5)
    least, greatest = game.code.span(game.rules)
    low: Any = least[0]
    wide = replace(game, code=game.code._replace(span=lambda _: (((0, 0), least[1]), ((most, most), greatest[1]))))
    check_env(HeadwayEnv(wide), skip_render_check=True)
    environments = [HeadwayEnv(each, opponent=None) for each in (game, wide)]
    assert environments[1].observation_space.dtype == kind
    seen = [each.reset(seed=1)[0] for each in environments]
    while environments[0].action_masks().any():
        assert [one.dtype.name for one in seen] == ["int16", kind]
        assert seen[1].tolist() == (seen[0] + [0, *low, 0]).tolist()
        move = int(environments[0].action_masks().argmax())
        seen = [each.step(move)[0] for each in environments]


# -- refusals


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponent": "stockfish"}, 'There is no policy "stockfish"'),
        ({"opponent": 5}, "Expected a policy, or the name of one"),
        ({"opponent": headway.policies.named(headway.load("cross-over", length=7), "random")}, "This is a policy for"),
        ({"lenght": 12}, "Did you mean length"),
        ({"length": 0}, "length takes a whole number"),
        ({"seat": 2}, "Actor.P1"),
        ({"render_mode": "human2"}, '"human", "ansi", "rgb_array" or None'),
    ],
    ids=lambda value: str(value)[:30],
)
def test_an_environment_that_cannot_be_made_is_refused_in_one_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(HeadwayError, match=message) as refusal:
        HeadwayEnv("cross-over", **options)
    assert "\n" not in str(refusal.value)


def test_what_is_refused_changes_nothing() -> None:
    environment = HeadwayEnv("cross-over")
    for call in (lambda: environment.step(0), environment.action_masks, environment.render):
        with pytest.raises(HeadwayError, match=r"^No episode has begun; reset the environment first\.$"):
            call()
    environment.reset(seed=1)
    before = environment.table
    for action, message in (
        (3, "^[^\n]+$"),
        (4, "no move 4"),
        (-1, "no move -1"),
        (True, "number of a move, not True"),
        ("2", "number of a move"),
        (None, "not None"),
    ):
        with pytest.raises(HeadwayError, match=message):
            environment.step(action)  # type: ignore[arg-type]
    wrong: list[dict[str, Any]] = [{"seed": "x"}, {"seed": -1}, {"options": {"fen": "8/8"}}]
    for reset in wrong:
        with pytest.raises(HeadwayError):
            environment.reset(**reset)
    assert environment.table == before
    while environment.action_masks().any():
        environment.step(environment.action_space.sample())
    before = environment.table
    with pytest.raises(HeadwayError, match=r"^The episode is over; reset the environment to begin another\.$"):
        environment.step(0)
    assert environment.table == before


@pytest.mark.parametrize(
    ("odds", "message"),
    [({3: 1}, "not legal"), ({0: 0.5}, "add up to 0.5"), ({0: -1, 1: 2}, "below zero"), (None, "NoneType")],
    ids=str,
)
def test_an_opponent_with_impossible_odds_is_refused_and_nothing_changes(odds: Any, message: str) -> None:
    class Wrong(headway.policies.Policy):
        def odds(self, seen: object) -> Any:
            return odds

    game = headway.load("cross-over")
    environment = HeadwayEnv(game, opponent=Wrong(game, "wrong"))
    environment.reset(seed=0)
    with pytest.raises(headway.policies.BadPolicy, match=message):
        environment.step(0)
    assert environment.table.ply == 0
