"""Each level against the one below, exactly, in every game with decisions."""

from functools import partial
from typing import Any

import numpy as np
from scipy.sparse import eye

from benchmarks.verdict import judged
from headway.catalogue import find
from headway.game import Game
from headway.players import LEVELS
from headway.players.perfect import Level
from headway.players.random import RandomPlayer
from headway.players.strategy import Solved
from headway.solver import solve
from headway.tolerances import ROUNDING
from tests.players.exact import moves_of, score
from tests.state_graph import Graph

DECISIONS = ("capture-the-flag", "cross-over", "predictive-pursuit", "race-to-the-center")
MOST_SWEEPS = 100_000


def main() -> None:
    """Print for each level which share of the games it wins against the one below; level 0 is the random player."""
    for name in DECISIONS:
        graph = Graph(find(name))
        prepare = partial(_solved, Solved(solve(graph.game)))
        policies = [moves_of(graph, RandomPlayer())]
        policies += [moves_of(graph, Level(level, prepare)) for level in LEVELS]
        shares = [score(graph, policies[level], policies[level - 1], by_iteration) for level in LEVELS]
        told = ", ".join(
            f"{level}>{level - 1} {100 * share:.1f} %" for level, share in zip(LEVELS, shares, strict=True)
        )
        judged(f"levels: {name} {told}", min(shares) > 0.5)


def _solved(strategy: Solved, game: Game) -> Solved:
    return strategy


def by_iteration(matrix: Any, right: Any) -> Any:
    """The solution of the equations of a chain, by sweeps: quicker than elimination where there are many states."""
    moves, values = (eye(len(right)) - matrix).tocsr(), right
    for _ in range(MOST_SWEEPS):
        before, values = values, moves @ values + right
        if np.abs(values - before).max() < ROUNDING:
            break
    return values


if __name__ == "__main__":
    main()
