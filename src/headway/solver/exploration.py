"""Exploring a game in machine code: its reachable states as nodes of the normal form. Needs the extra `fast`."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numba.core.errors import NumbaError

from headway.agreement import disagreement
from headway.compiled import machine_rules
from headway.errors import BadGame, HeadwayError
from headway.game import Game, State
from headway.rulekit import P1, P2
from headway.solver.backend import Compiled, compiled_for
from headway.solver.explored import Explored
from headway.solver.form_memory import nodes_to_a_batch, room_for_form
from headway.solver.index import NumberIndex, view_numbering
from headway.solver.kernels.expansion import (
    BAD_SECRET,
    Nodes,
    Outcomes,
    Secrets,
    expand,
)
from headway.solver.kernels.form import Form, number_odds
from headway.solver.kernels.span import LEAVES_SPAN, Span
from headway.solver.normal_form import NormalForm
from headway.solver.numbering import Numbering, numbering
from headway.solver.size import rounded, state_count
from headway.solver.span import leaves_span, start_numbers
from headway.tolerances import MOST_MACHINE_WEIGHT


def explore(game: Game, progress: Callable[[str], None]) -> Explored:
    """Explore a game in machine code.

    Raises `TooLarge`, before the form is built, if it does not fit into the memory.
    """
    number, total = numbering(game), state_count(game)
    room = room_for_form(game, progress)
    kernel, rules, span = compiled_for(game, expand), machine_rules(game.rules), Span(game.start(), *number)
    nodes_of = np.full(total, -1, np.int32)
    # where less is needed than there is room for, what is not written to takes no memory
    most_new = len(game.all_moves) ** 2 + 1
    new_nodes, new_outcomes = partial(np.empty, room.nodes + most_new), partial(np.empty, room.outcomes + most_new)
    nodes = Nodes(*map(new_nodes, (np.int64, np.int32, np.int32, np.int64, np.float64)))
    outcomes = Outcomes(*map(new_outcomes, (np.int32, np.float64)))
    secrets = Secrets(np.empty((room.secrets + 1, len(number.sizes)), np.int32), np.empty(room.secrets + 1, np.int64))
    starts = start_numbers(game, number)
    found = len(starts)
    nodes_of[starts], nodes.number[:found] = range(found), starts
    expanded = used = hidden = guesses = problem = 0
    batch = nodes_to_a_batch(game)
    while expanded < found:
        before = expanded
        given = rules, len(game.all_moves), span
        bounds = expanded, expanded + batch, found, used, hidden, guesses
        try:
            expanded, found, used, hidden, guesses, problem = kernel(
                *given, *bounds, nodes_of, nodes, outcomes, secrets
            )
        except NumbaError:
            raise BadGame(f"{game.title}: {_why_not_compiled(game)}.") from None
        if problem:
            raise _refused(game, number, problem, number.state(game.start(), int(nodes.number[expanded])))
        assert expanded > before, "there is not enough room for the nodes"
        progress(f"exploring: {found + guesses:,} of at most {total:,} states")
    nodes = Nodes(*(array[: found + 1] for array in nodes))
    nodes.first[found] = used
    backend = Compiled()
    form = Form(
        nodes.rows[:found],
        nodes.columns[:found],
        nodes.first,
        outcomes.to[:used],
        outcomes.share[:used],
        backend.new_longs(found + 1),
    )
    backend.executable(number_odds)(form, found)
    index = _index(game, number, nodes_of, Secrets(secrets.views[:hidden], secrets.numbers[:hidden]))
    normal = NormalForm(backend, form, nodes.results[:found])
    return Explored(game, normal, index, nodes.number[:found], found + guesses)


def _refused(game: Game, number: Numbering, problem: int, state: State) -> HeadwayError:
    """Why a state is refused; of a weight, what the interpreted rules say of it."""
    if problem == LEAVES_SPAN:
        return leaves_span(game, number, state)
    if problem == BAD_SECRET:
        return BadGame(f"{game.title} has a secret that is not answered by one guess of the other side.")
    weights = [game.weight(state, move) for move in game.moves_at(state)]
    return BadGame(
        f"{game.title} has a weight of {rounded(max(weights))} in the state {tuple(state)}, and machine code computes "
        f"with weights up to {rounded(MOST_MACHINE_WEIGHT)}."
    )


def _why_not_compiled(game: Game) -> str:
    """What the laws say, too, of rules that Numba does not compile."""
    for first in (P1, P2):
        found = disagreement(game, game.start(first))
        if found is not None:
            return found
    return "Numba does not compile the rules"


def _index(game: Game, states: Numbering, nodes: Any, secrets: Secrets) -> NumberIndex:
    """The index, with the views of guessers numbered by the values that their fields have."""
    if len(secrets.numbers) == 0:
        return NumberIndex(game.start(), states, nodes, states, (), ())
    views = view_numbering(game, secrets.views.min(axis=0).tolist(), secrets.views.max(axis=0).tolist())
    keys = np.zeros(len(secrets.numbers), np.int64)
    for column, (low, size) in enumerate(zip(*views, strict=True)):
        keys = keys * size + (secrets.views[:, column] - low)
    order = np.argsort(keys)
    seen, numbers = keys[order], secrets.numbers[order]
    if (seen[1:] == seen[:-1]).any():
        raise BadGame(f"{game.title}: two secrets look the same to the side that guesses.")
    return NumberIndex(game.start(), states, nodes, views, seen, numbers)
