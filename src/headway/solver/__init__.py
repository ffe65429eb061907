"""The solver: the exact value of every state of a game, and a certificate that proves it.

One graph, three methods: retrograde analysis where there is no chance, GTH elimination where there is chance and no
choice, and matrix-game iteration or strategy improvement where a secret meets a guess or chance meets choice.
"""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from math import inf

from headway.game import Game, State
from headway.rulekit import P1, P2
from headway.solver.certificate import gap, local_error, residual
from headway.solver.graph import Distribution, Graph, Node
from headway.solver.gth import TooRare
from headway.solver.markov_chain import win_probabilities
from headway.solver.matrix_iteration import Strategies, iterate
from headway.solver.retrograde import retrograde
from headway.solver.size import refuse_too_large, state_count
from headway.solver.solution import Certificate, Guess, Solution, Unproven, Value, Worth, given_away, value_for
from headway.solver.strategy_improvement import improve
from headway.tolerances import PROVEN, STOPPING

__all__ = ["Certificate", "Distribution", "Solution", "Unproven", "Value", "Worth", "given_away", "solve", "value_for"]

MOST_STATES = 4_000_000
LARGE = 200_000
"""Above this number of states, a game without chance and secrets is solved in machine code."""
MOST_RATIONAL = 20_000
"""Up to this number of states a Markov chain is solved in exact fractions, above it in floats, which are quicker."""


def solve(game: Game, most: int = MOST_STATES, progress: Callable[[str], None] = lambda doing: None) -> Solution:
    """Solve a game under its rules, for both first movers, and prove the solution.

    Raises `TooLarge` for more states than `most`, and `Unproven` if the proof fails.
    """
    if _is_for_machine_code(game):
        from headway.solver.compiled_retrograde import solve_compiled

        solution = solve_compiled(game, progress)
        if solution is not None:
            return solution
    refuse_too_large(game, most)
    graph = Graph(game, lambda states: progress(f"{states:,} states"))
    progress(f"solving {len(graph.nodes):,} states")
    if not graph.has_chance and not graph.has_secrets:
        return _without_chance(graph, progress)
    if not graph.has_choice and not graph.has_secrets:
        return _without_choice(graph)
    return _by_strategies(graph, progress)


def _is_for_machine_code(game: Game) -> bool:
    if state_count(game) <= LARGE or find_spec("numba") is None:
        return False
    return not game.has_chance and not game.has_secrets


def _without_chance(graph: Graph, progress: Callable[[str], None]) -> Solution:
    wins, plies = retrograde(graph)
    progress("proving every win, loss and endless state")
    error = local_error(graph, wins, plies)
    if error is not None:
        raise Unproven(f"The solution of {graph.game.title} contradicts itself: {error}.")
    worth = {None: Fraction(1, 2), P1: Fraction(1)}
    values: list[Value] = [worth.get(winner, Fraction(0)) for winner in wins]
    return _solution(graph, values, Certificate("local proof of every win, loss and endless state", 0.0), plies)


def _without_choice(graph: Graph) -> Solution:
    if len(graph.nodes) <= MOST_RATIONAL:
        exact = win_probabilities(graph, Fraction)
        certificate = _certified(graph, "exact fractions, each the mean of what follows", float(residual(graph, exact)))
        return _solution(graph, list(exact), certificate)
    try:
        values = win_probabilities(graph, float)
    except TooRare:
        values = [0.5] * len(graph.nodes)  # the certificate will refuse them
    forced = [(1.0,) if node.actor in (P1, P2) else () for node in graph.nodes]
    certificate = _certified(graph, "floats between bounds from below and above", gap(graph, forced, values))
    return _solution(graph, list(values), certificate)


def _by_strategies(graph: Graph, progress: Callable[[str], None]) -> Solution:
    (values, odds), distance = best_strategies(graph, progress)
    proof = "what both strategies guarantee against best replies"
    return _solution(graph, list(values), _certified(graph, proof, distance), odds=odds)


def best_strategies(graph: Graph, progress: Callable[[str], None] = lambda doing: None) -> tuple[Strategies, float]:
    """The best strategies of any game, and the gap of their certificate.

    By matrix-game iteration, which is quick; where the result does not prove itself, by strategy improvement.
    """
    methods = [partial(iterate, graph), *(partial(improve, graph, stopping) for stopping in STOPPING)]
    best, least = Strategies([], []), inf
    for method in methods:
        with suppress(TooRare):
            found = method()
            progress("proving what both strategies guarantee")
            distance = gap(graph, found.odds, found.values)
            if distance < least or not best.values:
                best, least = found, distance
        if least <= PROVEN:
            break
    return best, least


def _certified(graph: Graph, proof: str, distance: float) -> Certificate:
    if not distance <= PROVEN:
        raise Unproven(
            f"The solution of {graph.game.title} is not certain: its certificate has a gap of {distance:.1e}."
        )
    return Certificate(proof, distance)


def _solution(
    graph: Graph,
    values: list[Value],
    certificate: Certificate,
    plies: list[int | None] | None = None,
    odds: list[tuple[float, ...]] | None = None,
) -> Solution:
    unending = graph.endless_nodes(odds) if plies is None else [at for at, count in enumerate(plies) if count is None]
    endless = set(unending)
    by_state: dict[State, Value] = {node.state: value for node, value in zip(graph.nodes, values, strict=True)}
    endless_states = {graph.nodes[at].state for at in endless}
    mixed: dict[State, Distribution] = {}
    guesses: dict[State, dict[int, Guess]] = {}
    for at, node in enumerate(graph.nodes):
        if node.is_secret and odds is not None:
            answers = [graph.nodes[edge.to] for edge in node.edges]
            seen = graph.game.view(answers[0].state, answers[0].actor)
            mixed[node.state] = _by_move(node, odds[at])
            mixed[seen] = _by_move(answers[0], odds[node.edges[0].to])
            guesses[seen] = _guesses(answers, odds[at], values, endless)
            by_state[seen] = values[at]
            if at in endless:
                endless_states.add(seen)
    return Solution(
        graph.game,
        by_state,
        {node.state: count for node, count in zip(graph.nodes, plies or [], strict=False) if count is not None},
        mixed,
        guesses,
        certificate,
        len(graph.nodes),
        frozenset(endless_states),
    )


def _by_move(node: Node, odds: tuple[float, ...]) -> Distribution:
    return {edge.move: odd for edge, odd in zip(node.edges, odds, strict=True)}


def _guesses(answers: list[Node], odds: tuple[float, ...], values: list[Value], endless: set[int]) -> dict[int, Guess]:
    """The worth of each guess, where `answers` are the nodes after each secret choice, made with these odds."""
    found = {}
    for column, guess in enumerate(answers[0].edges):
        after = [(odd, answer.edges[column].to) for odd, answer in zip(odds, answers, strict=True)]
        value = sum(odd * values[to] for odd, to in after)
        found[guess.move] = Guess(value, all(to in endless for odd, to in after if odd > 0))
    return found
