"""Episodes: chance and the opponent move by themselves, and an observation holds only what its seat may know."""

import random

import pytest

import headway
from headway.envs.episode import Episode
from headway.envs.setup import Setup, set_up
from headway.errors import HeadwayError, IllegalMove
from headway.game import Game
from headway.rulekit import CHANCE, OVER, P1, P2

GAMES = headway.games()
BY_NAME = pytest.mark.parametrize("game", GAMES, ids=str)


def episodes(setup: Setup, seed: int, *opponents: headway.policies.Policy | None) -> list[Episode]:
    """A whole episode, played at random by the seats without a policy."""
    rng = random.Random(seed)
    found = [Episode.begin(setup, seed, 0, (opponents[0], opponents[1]) if opponents else (None, None))]
    while not found[-1].is_over:
        legal = [move for move, is_legal in enumerate(found[-1].mask) if is_legal]
        found.append(found[-1].play(rng.choice(legal)))
    return found


@BY_NAME
def test_an_observation_is_in_its_space_and_chance_never_waits(game: Game) -> None:
    setup = Setup(game)
    for seed in range(5):
        for episode in episodes(setup, seed):
            assert episode.actor in (P1, P2, OVER)
            assert episode.table.actor != CHANCE or episode.is_over
            for seat in (P1, P2):
                observed = episode.observe(seat)
                assert observed[0] == seat
                assert all(0 <= number < size for number, size in zip(observed, setup.sizes, strict=True))


@BY_NAME
def test_two_states_look_alike_to_a_seat_exactly_if_its_views_are_equal(game: Game) -> None:
    setup = Setup(game)
    for seat in (P1, P2):
        views: dict[tuple[int, ...], object] = {}
        for state in game.reachable():
            seen = game.view(state, seat)
            assert views.setdefault(tuple(setup.observe(state, seat)), seen) == seen
        assert len(views) == len(set(views.values()))


@BY_NAME
def test_an_opponent_answers_before_the_user_moves_again(game: Game) -> None:
    for seat in (P1, P2):
        policies = [headway.policies.named(game, "random"), None]
        for episode in episodes(Setup(game), 3, *(policies if seat == P2 else reversed(policies))):
            assert episode.actor in (seat, OVER)


@BY_NAME
def test_the_same_seed_and_number_give_the_same_game_and_others_another(game: Game) -> None:
    setup, policy = Setup(game), headway.policies.named(game, "random")

    def history(seed: int, number: int) -> tuple[str, ...]:
        return Episode.begin(setup, seed, number, (policy, policy)).table.history

    assert history(5, 2) == history(5, 2)
    assert len({history(seed, number) for seed in range(8) for number in range(8)}) > 1


def test_the_winner_is_rewarded_and_the_loser_pays() -> None:
    last = episodes(Setup(headway.load("cross-over")), 1)[-1]
    assert last.is_terminated
    assert sorted((last.reward(P1), last.reward(P2))) == [-1, 1]
    assert last.reward(int(last.table.result is headway.Result.P2)) == 1


def test_a_cap_on_plies_truncates_without_a_winner() -> None:
    last = episodes(set_up("capture-the-flag", {}, max_plies=5), 0)[-1]
    assert last.is_truncated
    assert last.table.ply == 5
    assert (last.actor, last.reward(P1), last.reward(P2)) == (OVER, 0, 0)
    assert not any(last.mask)


def test_an_illegal_move_and_a_move_after_the_end_are_refused_in_one_line() -> None:
    setup = set_up("cross-over", {"length": 4})
    episode = Episode.begin(setup, 0)
    with pytest.raises(IllegalMove, match=r"^[^\n]+$"):
        episode.play(episode.mask.index(False))
    with pytest.raises(HeadwayError, match="no move 99"):
        episode.play(99)
    with pytest.raises(HeadwayError, match=r"^The episode is over; reset the environment to begin another\.$"):
        episodes(setup, 0)[-1].play(0)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"game": "chess", "rules": {}}, "chess"),
        ({"game": "cross-over", "rules": {"lenght": 5}}, "lenght"),
        ({"game": "cross-over", "rules": {}, "first": 2}, "P1"),
        ({"game": "cross-over", "rules": {}, "max_plies": 0}, "a number of plies from 1 to 1,000,000"),
        ({"game": headway.load("cross-over"), "rules": {"length": 5}}, "no rules beside a game"),
    ],
)
def test_a_setup_that_makes_no_sense_is_refused(arguments: dict[str, object], expected: str) -> None:
    with pytest.raises(HeadwayError, match=expected):
        set_up(**arguments)  # type: ignore[arg-type]
