"""The levels: exactly how strong they are, against the random player and against each other."""

import random
from functools import cache

import pytest

from headway.catalogue import find
from headway.players import LEVELS, Observation
from headway.players.perfect import Level, Perfect
from headway.players.random import RandomPlayer
from headway.players.strategy import Solved
from headway.policies import evaluate, named
from headway.rulekit import P1, P2
from headway.solver import solve
from headway.table.table import Table
from tests.lines import table_of
from tests.players.exact import moves_of, score
from tests.state_graph import Graph

GAMES = {
    "cross-over": find("cross-over"),
    "race-to-the-center": find("race-to-the-center"),
    "a short capture-the-flag": find("capture-the-flag").variant({"length": 4}),
    "predictive-pursuit": find("predictive-pursuit"),
}


@cache
def graph_of(name: str) -> Graph:
    return Graph(GAMES[name])


@cache
def policy(name: str, level: int) -> list[list[float]]:
    """The odds of a level at every node; level 0 is the random player, the one above the last level the perfect one."""
    strategy = Solved(solve(GAMES[name]))
    if level == 0:
        return moves_of(graph_of(name), RandomPlayer())
    if level not in LEVELS:
        return moves_of(graph_of(name), Perfect(lambda game: strategy))
    return moves_of(graph_of(name), Level(level, lambda game: strategy))


@pytest.mark.parametrize("name", GAMES)
def test_each_level_is_stronger_than_the_one_below(name: str) -> None:
    """The exact share of the games that it wins is above one half, from the random player up to the perfect one."""
    graph = graph_of(name)
    for level in (*LEVELS, LEVELS.stop):
        assert score(graph, policy(name, level), policy(name, level - 1)) > 0.5


@pytest.mark.parametrize("name", GAMES)
def test_levels_begin_a_little_above_random_and_end_close_to_perfect(name: str) -> None:
    graph = graph_of(name)
    shares = [score(graph, policy(name, level), policy(name, 0)) for level in (*LEVELS, LEVELS.stop)]
    assert 0.5 < shares[0] < 0.6
    assert shares == sorted(shares)
    assert shares[-1] - shares[-2] < 0.02


def test_the_easiest_level_beats_random_under_the_rules_of_the_book() -> None:
    """The long Capture the Flag, as far as bounds prove it: from either seat, and whoever moves first."""
    game = find("capture-the-flag")
    easiest, at_random = named(game, str(LEVELS[0])), named(game, "random")
    as_p1, as_p2 = evaluate(game, easiest, at_random), evaluate(game, at_random, easiest)
    for first in (P1, P2):
        start = Table(game, first)
        assert as_p1.bounds(start).low > 0.5
        assert as_p2.bounds(start).high < 0.5


@pytest.mark.parametrize("name", GAMES)
def test_the_exact_share_of_a_player_against_itself_is_one_half(name: str) -> None:
    """Both seats and both first movers are counted, so a player has no advantage over itself."""
    for level in (0, 5, LEVELS.stop):
        assert score(graph_of(name), policy(name, level), policy(name, level)) == pytest.approx(0.5, abs=1e-12)


def test_the_exact_share_is_the_one_found_by_trying_every_line() -> None:
    """Race to the Center has no loops: the chances once more, by a plain recursion over all lines of play."""
    name = "race-to-the-center"
    game, graph = GAMES[name], graph_of(name)
    odds = {seat: policy(name, level) for seat, level in ((P1, 3), (P2, 0))}

    def wins(at: int) -> float:
        node = graph.nodes[at]
        if node.winner is not None:
            return float(node.winner == P1)
        return sum(odd * wins(edge.to) for odd, edge in zip(odds[node.actor][at], node.edges, strict=True))

    as_p1 = [wins(graph.number[game.start(first)]) for first in (P1, P2)]
    odds = {seat: policy(name, level) for seat, level in ((P1, 0), (P2, 3))}
    as_p2 = [1 - wins(graph.number[game.start(first)]) for first in (P1, P2)]
    expected = sum(as_p1 + as_p2) / 4
    assert score(graph, policy(name, 3), policy(name, 0)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("level", "share"), [(9, 0.01), (5, 0.33), (1, 0.9)])
def test_a_level_makes_its_share_of_random_moves(level: int, share: float) -> None:
    """In Cross Over only one of the three openings wins, so two thirds of the random moves are mistakes."""
    table, rng, player = table_of("cross-over"), random.Random(5), Level(level)
    observation = Observation.of(table, P1)
    right = table.game.tokens["3"]
    assert player.odds(observation)[right] == pytest.approx(1 - share * 2 / 3)
    errors = sum(player.choose(observation, rng) != right for _ in range(4000)) / 4000
    mean = share * 2 / 3
    assert errors == pytest.approx(mean, abs=4 * (mean * (1 - mean) / 4000) ** 0.5)
