"""Exploring a game in machine code: its reachable states as nodes of the normal form. Needs the extra `fast`."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from headway.compiled import compiled, machine_rules
from headway.errors import BadGame
from headway.game import Code, Game
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver.backend import Compiled
from headway.solver.index import NumberIndex
from headway.solver.kernels.form import Form, number_odds
from headway.solver.memory import free_memory
from headway.solver.normal_form import NormalForm
from headway.solver.numbering import Numbering, compiled_numbering, numbering
from headway.solver.size import TooLarge, state_count, too_large
from headway.solver.span import leaves_span, start_numbers

BATCH = 200_000
"""Nodes to a batch: well under a second each, so that Ctrl-C is noticed in between."""
LEAVES_SPAN, BAD_SECRET, BAD_WEIGHT = 1, 2, 3
PROBLEMS = {
    BAD_SECRET: "has a secret that is not answered by one guess of the other side",
    BAD_WEIGHT: "has a move of chance whose weight is not above zero",
}


class Nodes(NamedTuple):
    """Arrays with an entry for each node; `results` has 0 and 1 at ends, and one half elsewhere."""

    number: Any  # of the state
    rows: Any
    columns: Any
    first: Any
    results: Any


class Outcomes(NamedTuple):
    """Arrays with an entry for each outcome."""

    to: Any
    share: Any


class Secrets(NamedTuple):
    """Arrays with an entry for each secret: what the guesser sees, its integers in a row, and the secret's state."""

    views: Any
    numbers: Any


def explore(game: Game, progress: Callable[[str], None]) -> tuple[NormalForm, NumberIndex, int]:
    """The normal form of a game, the index of its states, and how many states can come up."""
    number, total = numbering(game), state_count(game)
    _refuse_unless(4 * total, game)
    kernel, rules = _kernel(game.code, len(game.all_moves), type(game.start()), number), machine_rules(game.rules)
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
            rules, expanded, expanded + BATCH, found, used, hidden, guesses, nodes_of, nodes, outcomes, secrets
        )
        if problem == LEAVES_SPAN:
            raise leaves_span(game, number, number.state(game.start(), int(nodes.number[expanded])))
        if problem:
            raise BadGame(f"{game.title} {PROBLEMS[problem]}.")
        progress(f"{found + guesses:,} states")
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
    return NumberIndex(game.start(), states, nodes, Numbering(states.shape, tuple(least), sizes), seen, numbers)


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


@cache
def _kernel(interpreted: Code, moves: int, kind: Any, number: Numbering) -> Any:
    """The function that expands nodes of a game: it finds where they lead, and which nodes are new."""
    code = compiled(interpreted)
    actor, legal, play, winner = code.actor, code.legal, code.play, code.winner
    secret, weight, view = code.secret, code.weight, code.view
    state_of, number_of, write_integers = compiled_numbering(kind, number)

    @njit
    def node_of(state: Any, found: int, index: Any, nodes: Any) -> tuple[int, int]:
        """The node of a state, -1 outside the span, and how many nodes there are now."""
        number = number_of(state)
        if number < 0:
            return -1, found
        if index[number] < 0:
            index[number] = found
            nodes.number[found] = number
            found += 1
        return index[number], found

    @njit
    def expand_secret(
        rules: Any, state: Any, seat: int, at: int, found: int, used: int, index: Any, nodes: Any, outcomes: Any
    ) -> Any:
        """Add the outcomes of each choice and each guess; also how many choices there are, and what is wrong."""
        choices, guesses = 0, -1
        for choice in range(moves):
            if legal(rules, state, choice):
                chosen = play(rules, state, choice)
                if actor(rules, chosen) != 1 - seat or secret(rules, chosen):
                    return found, used, choices, guesses, BAD_SECRET
                count = 0
                for guess in range(moves):
                    if legal(rules, chosen, guess):
                        to, found = node_of(play(rules, chosen, guess), found, index, nodes)
                        if to < 0:
                            return found, used, choices, guesses, LEAVES_SPAN
                        outcomes.to[used] = to
                        outcomes.share[used] = 1.0
                        used += 1
                        count += 1
                if guesses >= 0 and count != guesses:
                    return found, used, choices, guesses, BAD_SECRET
                guesses = count
                choices += 1
        if seat == P2:  # the rows are P1's guesses
            turned = outcomes.to[nodes.first[at] : used].copy()
            for choice in range(choices):
                for guess in range(guesses):
                    outcomes.to[nodes.first[at] + guess * choices + choice] = turned[choice * guesses + guess]
        return found, used, choices, guesses, 0

    @njit
    def expand_moves(
        rules: Any, state: Any, seat: int, found: int, used: int, index: Any, nodes: Any, outcomes: Any
    ) -> Any:
        """Add the outcome of each move; also how many moves there are, and what is wrong."""
        count, total = 0, 0.0
        for move in range(moves):
            if legal(rules, state, move):
                to, found = node_of(play(rules, state, move), found, index, nodes)
                if to < 0:
                    return found, used, count, LEAVES_SPAN
                outcomes.to[used + count] = to
                outcomes.share[used + count] = weight(rules, state, move) if seat == CHANCE else 1.0
                if outcomes.share[used + count] <= 0.0:
                    return found, used, count, BAD_WEIGHT
                total += outcomes.share[used + count]
                count += 1
        if seat == CHANCE:
            for outcome in range(used, used + count):
                outcomes.share[outcome] /= total
        return found, used + count, count, 0

    @njit
    def expand(
        rules: Any,
        at: int,
        stop: int,
        found: int,
        used: int,
        hidden: int,
        guesses: int,
        index: Any,
        nodes: Any,
        outcomes: Any,
        secrets: Any,
    ) -> Any:
        room = moves * moves + 1
        while at < min(stop, found):
            if found + room > len(nodes.number) or used + room > len(outcomes.to) or hidden == len(secrets.numbers):
                break
            state = state_of(nodes.number[at])
            seat = actor(rules, state)
            nodes.first[at] = used
            nodes.results[at] = 0.5
            problem = 0
            if seat == OVER:
                nodes.results[at] = 1.0 if winner(rules, state) == P1 else 0.0
                nodes.rows[at] = 0
                nodes.columns[at] = 0
            elif seat != CHANCE and secret(rules, state):
                found, used, own, other, problem = expand_secret(
                    rules, state, seat, at, found, used, index, nodes, outcomes
                )
                nodes.rows[at] = own if seat == P1 else other
                nodes.columns[at] = other if seat == P1 else own
                for choice in range(moves):
                    if legal(rules, state, choice):
                        write_integers(view(rules, play(rules, state, choice), 1 - seat), secrets.views[hidden])
                        break
                secrets.numbers[hidden] = nodes.number[at]
                hidden += 1
                guesses += own
            else:
                found, used, count, problem = expand_moves(rules, state, seat, found, used, index, nodes, outcomes)
                nodes.rows[at] = count if seat == P1 else 1
                nodes.columns[at] = count if seat == P2 else 1
            if problem:
                return at, found, used, hidden, guesses, problem
            at += 1
        return at, found, used, hidden, guesses, 0

    return expand
