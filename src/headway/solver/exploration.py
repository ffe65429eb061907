"""Exploring a game in machine code: its reachable states as nodes of the normal form. Needs the extra `fast`."""

from collections.abc import Callable
from typing import Any

import numpy as np

from headway.compiled import machine_rules
from headway.errors import BadGame
from headway.game import Game
from headway.solver.backend import Compiled, compiled_for
from headway.solver.index import NumberIndex
from headway.solver.kernels.expansion import (
    BAD_SECRET,
    BAD_WEIGHT,
    Nodes,
    Outcomes,
    Secrets,
    expand,
)
from headway.solver.kernels.form import Form, number_odds
from headway.solver.kernels.span import LEAVES_SPAN, Span
from headway.solver.memory import free_memory
from headway.solver.normal_form import NormalForm
from headway.solver.numbering import Numbering, numbering
from headway.solver.size import TooLarge, state_count, too_large
from headway.solver.span import leaves_span, start_numbers

BATCH = 200_000
"""Nodes to a batch: well under a second each, so that Ctrl-C is noticed in between."""
PROBLEMS = {
    BAD_SECRET: "has a secret that is not answered by one guess of the other side",
    BAD_WEIGHT: "has a move of chance whose weight is not above zero",
}


def explore(game: Game, progress: Callable[[str], None]) -> tuple[NormalForm, NumberIndex, int]:
    """The normal form of a game, the index of its states, and how many states can come up."""
    number, total = numbering(game), state_count(game)
    _refuse_unless(4 * total, game)
    kernel, rules, span = compiled_for(game, expand), machine_rules(game.rules), Span(game.start(), *number)
    nodes_of = np.full(total, -1, np.int32)
    nodes = Nodes(_new(np.int64), _new(np.int32), _new(np.int32), _new(np.int64), _new(np.float64))
    outcomes = Outcomes(_new(np.int32), _new(np.float64))
    secrets = Secrets(np.empty((1, len(number.sizes)), np.int32), _new(np.int64))
    starts = start_numbers(game, number)
    found = len(starts)
    nodes = _with_room(nodes, found, game)
    nodes_of[starts], nodes.number[:found] = range(found), starts
    room = len(game.all_moves) ** 2 + 1
    expanded = used = hidden = guesses = problem = 0
    while expanded < found:
        nodes = _with_room(nodes, found + room, game)
        outcomes = _with_room(outcomes, used + room, game)
        secrets = _with_room(secrets, hidden + 1, game)
        expanded, found, used, hidden, guesses, problem = kernel(
            rules,
            len(game.all_moves),
            span,
            expanded,
            expanded + BATCH,
            found,
            used,
            hidden,
            guesses,
            nodes_of,
            nodes,
            outcomes,
            secrets,
        )
        if problem == LEAVES_SPAN:
            raise leaves_span(game, number, number.state(game.start(), int(nodes.number[expanded])))
        if problem:
            raise BadGame(f"{game.title} {PROBLEMS[problem]}.")
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
    backend.run(number_odds)(form, found)
    index = _index(game, number, nodes_of, Secrets(secrets.views[:hidden], secrets.numbers[:hidden]))
    return NormalForm(backend, form, nodes.results[:found]), index, found + guesses


def _index(game: Game, states: Numbering, nodes: Any, secrets: Secrets) -> NumberIndex:
    """The index, with the views of guessers numbered by the values that their fields have."""
    if len(secrets.numbers) == 0:
        return NumberIndex(game.start(), states, nodes, states, (), ())
    least, greatest = secrets.views.min(axis=0).tolist(), secrets.views.max(axis=0).tolist()
    sizes = tuple(high - low + 1 for low, high in zip(least, greatest, strict=True))
    keys = np.zeros(len(secrets.numbers), np.int64)
    for column, (low, size) in enumerate(zip(least, sizes, strict=True)):
        keys = keys * size + (secrets.views[:, column] - low)
    order = np.argsort(keys)
    seen, numbers = keys[order], secrets.numbers[order]
    if (seen[1:] == seen[:-1]).any():
        raise BadGame(f"{game.title}: two secrets look the same to the side that guesses.")
    return NumberIndex(game.start(), states, nodes, Numbering(tuple(least), sizes), seen, numbers)


def _new(kind: Any) -> Any:
    return np.empty(1, kind)


def _with_room(arrays: Any, size: int, game: Game) -> Any:
    """The arrays with at least this many entries; new ones are not set."""
    if len(arrays[0]) >= size:
        return arrays
    size = max(size, 2 * len(arrays[0]))
    _refuse_unless(sum(size * array.nbytes // len(array) for array in arrays), game)
    larger = []
    for array in arrays:
        larger.append(np.empty((size, *array.shape[1:]), array.dtype))
        larger[-1][: len(array)] = array
    return type(arrays)(*larger)


def _refuse_unless(needed: int, game: Game) -> None:
    if needed > free_memory():
        free = f"{free_memory() / 2**30:,.1f} GiB are free"
        raise TooLarge(too_large(game, free, lambda smaller: 4 * state_count(smaller) <= free_memory()))
