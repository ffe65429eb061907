"""The solver: the exact value of every state of a game, and a certificate that proves it.

Games without chance and secrets are solved by retrograde analysis, small games of chance without choice in exact
fractions by GTH elimination, and all others in normal form: component after component, by Shapley's iteration, or where
that is too slow by strategy improvement.
"""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from importlib.util import find_spec

from headway.errors import BadGame
from headway.game import Game, State
from headway.solver.backend import Backend, Compiled, Interpreted
from headway.solver.certificate import local_error, residual
from headway.solver.graph import Distribution, Graph
from headway.solver.gth import TooHard
from headway.solver.index import NO_WINNER, Index, StateIndex
from headway.solver.markov_chain import win_probabilities
from headway.solver.normal_form import NormalForm, node_numbers, normal_form
from headway.solver.retrograde import retrograde
from headway.solver.size import refuse_too_large, state_count
from headway.solver.solution import (
    Certificate,
    Solution,
    Strategies,
    Unproven,
    Value,
    Winners,
    Worth,
    given_away,
    value_for,
)
from headway.solver.strategies import best_strategies, set_certain_values, which_end
from headway.tolerances import PROVEN

__all__ = ["Certificate", "Distribution", "Solution", "Unproven", "Value", "Worth", "given_away", "solve", "value_for"]

MOST_STATES = 4_000_000
LARGE = 100_000
"""Above this number of states a game is explored in machine code: to compile its rules takes some seconds."""
MOST_RATIONAL = 20_000
"""Up to this number of states a Markov chain is solved in exact fractions, above it in floats, which are quicker."""
MOST_INTERPRETED = 20_000
"""Up to this number of outcomes a game is solved without machine code: to load it takes longer than that."""

Progress = Callable[[str], None]


def solve(game: Game, most: int = MOST_STATES, progress: Progress = lambda doing: None) -> Solution:
    """Solve a game under its rules, for both first movers, and prove the solution.

    Raises `TooLarge` for a game that does not fit, and `Unproven` if the proof fails.
    """
    if state_count(game) > LARGE and find_spec("numba") is not None:
        return _in_machine_code(game, progress)
    refuse_too_large(game, most)
    graph = Graph(game, lambda states: progress(f"{states:,} states"))
    progress(f"solving {len(graph.nodes):,} states")
    if not graph.has_chance and not graph.has_secrets:
        return _without_chance(graph, progress)
    if not graph.has_choice and not graph.has_secrets and len(graph.nodes) <= MOST_RATIONAL:
        with suppress(TooHard):  # a large loop
            return _without_choice(graph)
    normal = normal_form(graph, backend_for(graph))
    return _by_strategies(game, normal, state_index(graph), len(graph.nodes), progress)


def backend_for(graph: Graph) -> Backend:
    """Machine code for a graph with much work, if Numba is there; lists for others."""
    work = sum(len(node.edges) ** 2 if node.is_secret else len(node.edges) for node in graph.nodes)
    return Compiled() if work > MOST_INTERPRETED and find_spec("numba") is not None else Interpreted()


def _in_machine_code(game: Game, progress: Progress) -> Solution:
    from headway.solver.compiled_retrograde import solve_compiled
    from headway.solver.exploration import explore

    solution = None if game.has_chance or game.has_secrets else solve_compiled(game, progress)
    if solution is not None:
        return solution
    normal, index, states = explore(game, progress)
    return _by_strategies(game, normal, index, states, progress)


def _without_chance(graph: Graph, progress: Progress) -> Solution:
    wins, plies = retrograde(graph)
    progress("proving every win, loss and endless state")
    error = local_error(graph, wins, plies)
    if error is not None:
        raise Unproven(f"The solution of {graph.game.title} contradicts itself: {error}.")
    return Solution(
        graph.game,
        Certificate("local proof of every win, loss and endless state", 0.0),
        len(graph.nodes),
        StateIndex(graph.number, {}),
        Winners(bytes(NO_WINNER if winner is None else winner for winner in wins)),
        bytes(winner is not None for winner in wins),
        [-1 if count is None else count for count in plies],
        None,
    )


def _without_choice(graph: Graph) -> Solution:
    values = win_probabilities(graph, Fraction)
    certificate = _certified(
        graph.game, "exact fractions, each the mean of what follows", float(residual(graph, values))
    )
    endless = set(graph.endless_nodes())
    ends = bytes(at not in endless for at in range(len(values)))
    return Solution(graph.game, certificate, len(values), StateIndex(graph.number, {}), values, ends, None, None)


def _by_strategies(game: Game, normal: NormalForm, index: Index, states: int, progress: Progress) -> Solution:
    try:
        solved, gap = best_strategies(normal, progress)
    except TooHard as error:
        raise Unproven(f"The solution of {game.title} is not certain: {error}.") from None
    certificate = _certified(game, "what both strategies guarantee against best replies", gap)
    set_certain_values(normal, solved)
    return Solution(
        game,
        certificate,
        states,
        index,
        solved.values,
        which_end(normal, solved),
        None,
        Strategies(solved.odds, normal.form.first_odds, normal.form.rows),
    )


def _certified(game: Game, proof: str, gap: float) -> Certificate:
    if not gap <= PROVEN:
        raise Unproven(f"The solution of {game.title} is not certain: its certificate has a gap of {gap:.1e}.")
    return Certificate(proof, gap)


def state_index(graph: Graph) -> StateIndex:
    """The nodes of the normal form by the states of a graph."""
    nodes = {graph.nodes[at].state: number for at, number in node_numbers(graph).items()}
    secrets: dict[State, State] = {}
    for node in graph.nodes:
        if node.is_secret:
            answer = graph.nodes[node.edges[0].to]
            seen = graph.game.view(answer.state, answer.actor)
            if seen in secrets:
                raise BadGame(f"{graph.game.title}: two secrets look the same to the side that guesses.")
            secrets[seen] = node.state
    return StateIndex(nodes, secrets)
