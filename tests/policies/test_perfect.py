"""The perfect player attains the value: it does not wait for ever where waiting costs nothing."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headway.game import Game
from headway.players import Observation, seat_player
from headway.players.strategy import Solved
from headway.players.tournament import simulate
from headway.policies.perfect import PerfectPlay
from headway.rulekit import P1, P2
from headway.solver import Unproven, solve
from tests.graph_games import LOST, WON, choice, dice, graph_game, places, secret, secretive_places
from tests.solver.by_graph import guarantee
from tests.state_graph import Graph

WAITING = graph_game(choice(P1, 3, 4), dice((WON, 3), (LOST, 2)), choice(P2, 2, WON))
"""P1 rolls a die that wins three times in five, or waits; then P2 hands the turn back, or gives the game away."""
WAITING_P2 = graph_game(choice(P2, 3, 4), dice((LOST, 3), (WON, 2)), choice(P1, 2, LOST))
"""The same with the sides exchanged."""


@pytest.mark.parametrize(("game", "share"), [(WAITING, 0.6), (WAITING_P2, 0.4)])
def test_a_player_who_is_ahead_does_not_wait_for_a_mistake_that_never_comes(game: Game, share: float) -> None:
    """Waiting tempts P2 with a mistake, and keeps the value. Two perfect players who wait never finish."""
    assert float(solve(game).value(game.start())) == pytest.approx(share)
    games = 500
    *_, tally = simulate(game, games, ("perfect", "perfect"), seed=1)
    assert tally.unfinished == 0
    assert tally.p1 / games == pytest.approx(share, abs=4 * (share * (1 - share) / games) ** 0.5)


def test_temptation_comes_second() -> None:
    """Of two ways to the same die, the one that P2 may err on is taken. A die that may lead back is no progress."""
    tempting = graph_game(choice(P1, 3, 4, 2), dice((WON, 3), (LOST, 2)), choice(P2, 3, WON))
    assert PerfectPlay(solve(tempting)).odds(tempting.start()) == {1: 1.0}
    sure = graph_game(choice(P1, WON, 3), dice((WON, 1), (2, 9)))
    assert PerfectPlay(solve(sure)).odds(sure.start()) == {0: 1.0}


def test_a_player_who_is_behind_may_wait() -> None:
    """P1, who would win two times in five, hands the turn over and hopes for a mistake; P2 does not hand it back."""
    behind = graph_game(choice(P1, 3, 4), dice((WON, 2), (LOST, 3)), choice(P2, 2, 3, WON))
    play = PerfectPlay(solve(behind))
    assert play.odds(behind.start()) == {1: 1.0}
    assert play.odds(behind.play(behind.start(), 1)) == {1: 1.0}


def games() -> st.SearchStrategy[Game]:
    """Games of choice and dice, each move leading anywhere."""
    return places(8, 3).map(lambda found: graph_game(*found))


@given(games())
def test_perfect_play_attains_the_value_of_every_state_against_every_reply(game: Game) -> None:
    assert_attained(game)


def secretive_games() -> st.SearchStrategy[Game]:
    """Games of secrets, choice and dice, each move leading anywhere."""
    return secretive_places(5).map(lambda found: graph_game(*found))


@given(secretive_games())
def test_perfect_play_attains_the_value_where_choices_are_secret(game: Game) -> None:
    assert_attained(game)


def test_perfect_play_attains_the_value_where_secrets_dice_and_choices_meet(lucky_steps: Game) -> None:
    assert_attained(lucky_steps)


def assert_attained(game: Game) -> None:
    """What `perfect` guarantees against best replies is the value: within what is proven of it."""
    try:
        solution = solve(game)
    except Unproven:
        return
    graph, strategy = Graph(game), Solved(solution)
    odds = list[tuple[float, ...]]()
    for node in graph.nodes:
        chosen: dict[int, float] = {}
        if node.actor in (P1, P2):
            seen = game.view(node.state, node.actor)
            chosen = strategy.odds(Observation(game, node.actor, seen, P1, ()))
        odds.append(tuple(chosen.get(edge.move, 0.0) for edge in node.edges))
    values = [float(solution.value(node.state)) for node in graph.nodes]
    floor, ceiling = guarantee(graph, odds, P1), guarantee(graph, odds, P2)
    for at in range(len(graph.nodes)):
        if at not in graph.guess_nodes:
            assert floor[at] >= values[at] - 1e-8
            assert ceiling[at] <= values[at] + 1e-8


def test_odds_that_are_almost_zero_are_enough() -> None:
    """P2's secret is nearly always the second choice; P1, who could wait for the first, waits for a very long time."""
    places = (dice((5, 2), (WON, 1)), dice((2, 1)), secret(P2, 6, 7), dice((LOST, 2), (4, 1)))
    assert_attained(graph_game(*places, choice(P1, WON, 5), choice(P1, 2, 4)))


def test_a_player_of_another_table_knows_the_way_as_well() -> None:
    """On a server every move is made by a new player."""
    rng, solution = random.Random(1), solve(WAITING)
    for _ in range(3):
        player = seat_player("perfect", lambda game: Solved(solution))
        assert player is not None
        assert player.choose(Observation(WAITING, P1, WAITING.start(), P1, ()), rng) == 0
