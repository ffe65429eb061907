"""Compile what the tests need in machine code, once: otherwise each of their processes does it."""

from collections import deque
from concurrent.futures import ProcessPoolExecutor

from headway import envs, lab, policies, solver
from headway.agreement import disagreement
from headway.analysis.random_play import simulate_random
from headway.catalogue import find, own_names
from headway.game import Game
from headway.policies import flat
from headway.solver import explored, gth
from headway.solver.backend import MachineCode
from headway.solver.compiled_retrograde import solve_compiled
from headway.solver.dixon import exact_values
from headway.solver.exploration import explore


def main() -> None:
    """Solve small games by every kernel, on all cores; Numba keeps the kernels on disk."""
    with ProcessPoolExecutor() as pool:
        work = [
            pool.submit(solve_games),
            pool.submit(step_tables),
            *(pool.submit(explore_game, name) for name in own_names()),
        ]
        for each in work:
            each.result()


def explore_game(name: str) -> None:
    """Run the kernels that call the rules of a game, and compare those of the book with the interpreted ones."""
    disagreement(find(name), find(name).start())
    explore(_short(name), lambda doing: None)
    solve_compiled(_short(name), lambda doing: None)


def solve_games() -> None:
    """Run the kernels that serve all games."""
    solver.LARGE = dict.fromkeys(MachineCode, 0)
    explored.MOST_INTERPRETED = gth.MOST_INTERPRETED = flat.MOST_EXACT = 0
    for name in ("predictive-pursuit", "number-race", "cross-over"):
        game = _short(name)
        solver.solve(game, known=solver.explore(game))
        pair = policies.evaluate(game, policies.Random(game), policies.Random(game))
        pair.value(), pair.length(), pair.losses()
        policies.best_response(game, policies.Random(game), 0).value()
        deque(simulate_random(game, games=1, seed=1))
        lab.measure(game)
    lab.measure(_short("capture-the-flag"))  # it has loops
    exact_values(solver.explore(_short("number-race")), lambda doing: None)


def step_tables() -> None:
    """Run the kernels of the vector environment on rows of every width that our games have."""
    for name in own_names():
        tables = envs.vector(_short(name), 2)
        tables.reset(seed=0)
        tables.step(tables.action_space.sample())


def _short(name: str) -> Game:
    return find(name).variant({"length": 4})


if __name__ == "__main__":
    main()
