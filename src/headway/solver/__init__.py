"""What is true: the exact value of every state of a game, and a certificate for it.

One graph, three ways through it: backwards from the ends where there is no chance, linear equations where there is
chance and no choice, and matrix stages where a secret meets a guess or chance meets choice.
"""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from math import inf

from headway.game import Game, State
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver.certificate import gap, local_proof, residual
from headway.solver.chain import chain
from headway.solver.graph import Graph
from headway.solver.improvement import improved
from headway.solver.retrograde import retrograde
from headway.solver.size import positions, refuse_too_large
from headway.solver.solution import Certificate, Solution, Unproven, Value, Worth, given_away
from headway.solver.stages import Staged, staged
from headway.solver.walks import TooRare
from headway.tolerances import PROVEN, STOPPING

__all__ = ["Certificate", "Solution", "Unproven", "Value", "Worth", "given_away", "solve"]

MOST_POSITIONS = 4_000_000
LARGE = 200_000
"""From so many positions on, a game without chance and secrets is solved by their numbers, in machine code."""
SOON = 1_000
MOST_RATIONAL = 20_000
"""Up to so many states a chain is solved in fractions, which takes time and is exact; above, in floats."""


def solve(game: Game, most: int = MOST_POSITIONS, progress: Callable[[str], None] = lambda doing: None) -> Solution:
    """Solve a game under its rules, whoever moves first, and prove it; `Unproven` if the proof fails."""
    if _is_large(game):
        from headway.solver.large import solve_large

        large = solve_large(game, progress)
        if large is not None:
            return large
    refuse_too_large(game, most)
    graph = Graph(game, lambda states: progress(f"{states:,} states"))
    progress(f"solving {len(graph.nodes):,} states")
    if not graph.has_chance and not graph.has_secrets:
        return _without_chance(graph, progress)
    if not graph.has_choice and not graph.has_secrets:
        return _without_choice(graph)
    return _by_stages(graph, progress)


def _is_large(game: Game) -> bool:
    """Are there so many positions that machine code pays, is there any, and does nothing speak against it at once?"""
    return positions(game) > LARGE and find_spec("numba") is not None and not _has_chance_soon(game)


def _has_chance_soon(game: Game) -> bool:
    """Do chance or secrets come up among the first states? Most games that have them begin with them."""
    waiting = [game.start(P1)]
    for state in waiting:
        if game.actor(state) == CHANCE or (game.actor(state) != OVER and game.secret(state)):
            return True
        if len(waiting) < SOON:
            waiting += [game.play_unchecked(state, move) for move in game.moves_at(state)]
    return False


def _without_chance(graph: Graph, progress: Callable[[str], None]) -> Solution:
    wins, plies = retrograde(graph)
    progress("proving every win, loss and endless state")
    wrong = local_proof(graph, wins, plies)
    if wrong is not None:
        raise Unproven(f"The solution of {graph.game.title} does not prove itself: {wrong}.")
    worth = {None: Fraction(1, 2), P1: Fraction(1)}
    values: list[Value] = [worth.get(winner, Fraction(0)) for winner in wins]
    return _solution(graph, values, Certificate("local proof of every win, loss and endless state", 0.0), plies)


def _without_choice(graph: Graph) -> Solution:
    if len(graph.nodes) <= MOST_RATIONAL:
        exact = chain(graph, Fraction)
        certificate = _certified(graph, "exact fractions, each the mean of what follows", float(residual(graph, exact)))
        return _solution(graph, list(exact), certificate)
    try:
        near = chain(graph, float)
    except TooRare:
        near = [0.5] * len(graph.nodes)  # which is then not proven
    forced = [(1.0,) if node.actor in (P1, P2) else () for node in graph.nodes]
    certificate = _certified(graph, "floats between bounds from below and above", gap(graph, forced, near))
    return _solution(graph, list(near), certificate)


def _by_stages(graph: Graph, progress: Callable[[str], None]) -> Solution:
    (values, odds), distance = by_strategies(graph, progress)
    proof = "what both strategies guarantee against best replies"
    return _solution(graph, list(values), _certified(graph, proof, distance), odds=odds)


def by_strategies(graph: Graph, progress: Callable[[str], None] = lambda doing: None) -> tuple[Staged, float]:
    """The best strategies of any game, and the gap of their certificate.

    By iteration, which is quick; by improving strategies where what that finds does not prove itself.
    """
    ways = [partial(staged, graph), *(partial(improved, graph, called_off) for called_off in STOPPING)]
    best, least = Staged([], []), inf
    for find in ways:
        with suppress(TooRare):
            found = find()
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
    game = graph.game
    known: dict[State, Value] = {node.state: value for node, value in zip(graph.nodes, values, strict=True)}
    mixed: dict[State, dict[int, float]] = {}
    guesses: dict[State, dict[int, Value]] = {}
    for at, node in enumerate(graph.nodes):
        if node.is_secret and odds is not None:
            answers = [graph.nodes[edge.to] for edge in node.edges]
            seen = game.view(answers[0].state, answers[0].actor)
            mixed[node.state] = {edge.move: odd for edge, odd in zip(node.edges, odds[at], strict=True)}
            guess_odds = odds[node.edges[0].to]
            mixed[seen] = {edge.move: odd for edge, odd in zip(answers[0].edges, guess_odds, strict=True)}
            guesses[seen] = {
                guess.move: sum(
                    odd * values[answer.edges[at_].to] for odd, answer in zip(odds[at], answers, strict=True)
                )
                for at_, guess in enumerate(answers[0].edges)
            }
            known[seen] = values[at]
    never = graph.without_end(odds) if plies is None else [at for at, count in enumerate(plies) if count is None]
    return Solution(
        game,
        known,
        {node.state: count for node, count in zip(graph.nodes, plies or [], strict=False) if count is not None},
        mixed,
        guesses,
        certificate,
        len(graph.nodes),
        frozenset(graph.nodes[at].state for at in never),
    )
