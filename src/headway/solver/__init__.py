"""The solver: the exact value of every state of a game, and a certificate that proves it.

Games without chance and secrets are solved by retrograde analysis; games of chance without choice in exact fractions:
small ones by GTH elimination and, where it is asked for, larger ones by Dixon's lifting; and all others in normal form:
component after component, by Shapley's iteration, or where that is too slow by strategy improvement.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from importlib.util import find_spec
from math import inf

from headway.errors import HeadwayError, install_hint
from headway.game import Game
from headway.rulekit import DRAW
from headway.solver.backend import MachineCode, machine_code
from headway.solver.certificate import common_residual, every_state, local_error, residual
from headway.solver.explored import Explored, explore_interpreted
from headway.solver.gth import TooHard
from headway.solver.index import ENDS_DRAWN, ENDS_WON, NEVER_ENDS, NO_WINNER
from headway.solver.kernels.expansion import expand
from headway.solver.kernels.numbered_retrograde import explore_numbers
from headway.solver.markov_chain import expected_values
from headway.solver.outcomes import set_certain_values, which_end, which_end_in_chain
from headway.solver.recent import Recent
from headway.solver.retrograde import retrograde
from headway.solver.size import refuse_too_large, state_count
from headway.solver.solution import (
    Certificate,
    Distribution,
    Solution,
    Strategies,
    Unproven,
    given_away,
)
from headway.solver.strategies import best_strategies, gap
from headway.solver.values import Value, Winners, compact, value_for
from headway.solver.worth import Worth
from headway.tolerances import PROVEN

__all__ = [
    "Certificate",
    "Distribution",
    "NotExact",
    "Solution",
    "Unproven",
    "Value",
    "Worth",
    "given_away",
    "solve",
    "value_for",
]

MOST_STATES = 4_000_000
LARGE = {MachineCode.MISSING: 100_000, MachineCode.KEPT: 40_000, MachineCode.LOADED: 5_000}
"""Above these numbers of states a game is explored in machine code.

To compile its rules takes some seconds, and to load what is compiled about one.
"""
MOST_KEPT = 500_000
"""What has more encodable states and outcomes is not kept: with less, an explored game takes at most some 50 MiB."""
MOST_RATIONAL = 20_000
"""Up to this number of states a Markov chain is solved in exact fractions, above it in floats, which are quicker."""
EXACT = "exact fractions, each the mean of what follows"

Progress = Callable[[str], None]


class NotExact(HeadwayError):
    """A game whose values are not found in exact fractions."""

    name = "not-exact"


def solve(
    game: Game,
    progress: Progress = lambda doing: None,
    known: Explored | None = None,
    exact: bool = False,
) -> Solution:
    """Solve a game under its rules, for both first movers, and prove the solution. It may be explored already.

    Raises `TooLarge` for a game that does not fit, and `Unproven` if the proof fails. `exact` values are fractions
    however long that takes; it raises `NotExact` where chance and a choice come together.
    """
    if known is None and not game.has_chance and not game.has_secrets and is_large(game, explore_numbers):
        from headway.solver.compiled_retrograde import solve_compiled

        solution = solve_compiled(game, progress)
        if solution is not None:
            return solution
    found = known or explore(game, progress)
    progress(f"solving {found.states:,} states")
    if not found.has_chance and not found.has_secrets:
        return _without_chance(found, progress)
    if exact and found.has_choice:
        raise NotExact(
            f"The values of {game.title} cannot be given as exact fractions: it has choices, and chance or secrets too."
        )
    if not found.has_choice and found.states <= MOST_RATIONAL:
        with suppress(TooHard):  # a large loop
            return _without_choice(found)
    return _by_lifting(found, progress) if exact else _by_strategies(found, progress)


def explore(game: Game, progress: Progress = lambda doing: None) -> Explored:
    """Explore a game, if it is not one of the last: in machine code where it is large and Numba is installed.

    Raises `TooLarge` for a game that does not fit: without machine code, one with more than `MOST_STATES` states.
    """
    return _RECENT.get(game, lambda: _explored(game, progress))


def _explored(game: Game, progress: Progress) -> Explored:
    if is_large(game, expand):
        from headway.solver import exploration

        return exploration.explore(game, progress)
    refuse_too_large(game, MOST_STATES)
    return explore_interpreted(game, progress)


def _is_kept(found: Explored) -> bool:
    """Is an explored game small enough to be kept in memory?"""
    return state_count(found.game) + int(found.normal.form.first[found.normal.size]) <= MOST_KEPT


_RECENT = Recent[Game, Explored](most=2, is_kept=_is_kept)


def is_large(game: Game, kernel: Callable[..., object]) -> bool:
    """Is a game so large that a kernel explores it sooner in machine code, and is Numba there?"""
    states = state_count(game)
    if states <= min(LARGE.values()) or find_spec("numba") is None:
        return False
    return states > LARGE[machine_code(game, kernel)]


def _without_chance(found: Explored, progress: Progress) -> Solution:
    decided = retrograde(found.normal)
    proved = every_state(has_draws=DRAW in decided.winners)
    progress(f"proving {proved}")
    error = local_error(found, decided)
    if error is not None:
        raise Unproven(f"The solution of {found.game.title} contradicts itself: {error}.")
    winners = bytes(map(int, decided.winners))
    ends = {NO_WINNER: NEVER_ENDS, DRAW: ENDS_DRAWN}
    return Solution(
        found.game,
        Certificate(f"local proof of {proved}", 0.0),
        found.states,
        found.index,
        Winners(winners),
        bytes(ends.get(winner, ENDS_WON) for winner in winners),
        compact("i", decided.plies),
        None,
    )


def _without_choice(found: Explored) -> Solution:
    chain = [found.shares(at) for at in range(found.normal.size)]
    values = expected_values(found.normal, chain, list(map(Fraction, found.normal.results)), Fraction(1, 2))
    return _exact(found, values, residual(found.normal, chain, values))


def _by_lifting(found: Explored, progress: Progress) -> Solution:
    if find_spec("numba") is None:
        raise NotExact(f"{found.game.title} is too large for exact fractions without: {install_hint('fast')}")
    from headway.solver.dixon import exact_values
    from headway.solver.integer_system import HugeWeights

    try:
        values = exact_values(found, progress)
    except HugeWeights:
        raise NotExact(f"{found.game.title} has weights that are too large for exact fractions.") from None
    progress(f"checking {found.normal.size:,} equations")
    return _exact(found, values, common_residual(found, values))


def _exact(found: Explored, values: Sequence[Value], error: Fraction) -> Solution:
    certificate = _certified(found.game, EXACT, inf if error else 0.0)  # without an error in any equation
    ends = bytes(which_end_in_chain(found.normal))
    return Solution(found.game, certificate, found.states, found.index, values, ends, None, None)


def _by_strategies(found: Explored, progress: Progress) -> Solution:
    normal = found.normal
    try:
        solved, _ = best_strategies(normal, progress)
    except TooHard as error:
        raise Unproven(f"The solution of {found.game.title} is not certain: {error}.") from None
    set_certain_values(normal, solved)
    proof = "what both strategies guarantee against best replies"
    certificate = _certified(found.game, proof, gap(normal, solved))
    return Solution(
        found.game,
        certificate,
        found.states,
        found.index,
        compact("d", solved.values),
        compact("b", which_end(normal, solved)),
        None,
        Strategies(compact("d", solved.odds), compact("q", normal.form.first_odds), compact("i", normal.form.rows)),
    )


def _certified(game: Game, proof: str, most: float) -> Certificate:
    if not most <= PROVEN:
        raise Unproven(f"The solution of {game.title} is not certain: its certificate has a gap of {most:.1e}.")
    return Certificate(proof, most)
