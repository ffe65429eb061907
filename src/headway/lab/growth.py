"""How time and memory grow: variants of rising length, each measured in a process of its own."""

import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import NamedTuple

from headway.game import Game
from headway.lab.row import Status
from headway.lab.study import measure
from headway.solver.process import without_interrupts
from headway.solver.size import with_length

SHORTEST = 4


class MeasuredLength(NamedTuple):
    """One length of a game: its states, and what measuring it took."""

    length: int
    status: Status
    states: int | None
    seconds: float
    bytes: int


def kind_of(game: Game) -> str:
    """What decides a game besides its players, and so by which method it is solved."""
    if game.has_secrets:
        return "secrets"
    if not game.has_chance:
        return "no chance"
    return "chance and choice" if game.has_choice else "chance alone"


def measured_lengths(game: Game, seconds: float, progress: Callable[[str], None]) -> Iterator[MeasuredLength]:
    """Double the length until a variant takes longer than `seconds`, or does not fit."""
    lengths = _lengths(game)
    length = max(*lengths[:1], SHORTEST, 0)
    while length in lengths:
        progress(f"{game.title}: length {length}")
        measured = _measure_apart(with_length(game, length), length)
        yield measured
        if measured.status not in (Status.OK, Status.PARTIAL) or measured.seconds > seconds:
            return
        length *= 2


def _lengths(game: Game) -> range:
    """The lengths that a game may have; none for a game without a length."""
    return next((rule.allowed for rule in game.rule_list if rule.is_length), range(0))


def _measure_apart(game: Game, length: int) -> MeasuredLength:
    """Measure one length in a process of its own."""
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_measured, args=(theirs, game), daemon=True)
    with without_interrupts():
        process.start()
    theirs.close()
    try:
        status, states, taken, memory = ours.recv()
    except EOFError:
        return MeasuredLength(length, Status.FAILED, None, 0.0, 0)
    finally:
        process.kill()
        process.join()
    return MeasuredLength(length, status, states, taken, memory)


def _measured(pipe: Connection, game: Game) -> None:
    """Measure a variant after the shortest one of its game, which loads what all need: memory is what it adds."""
    measure(with_length(game, _lengths(game)[0]))
    before, began = _peak(), time.perf_counter()
    row = measure(game)
    pipe.send((row.status, row.states, time.perf_counter() - began, _peak() - before))


def _peak() -> int:
    """The most bytes that this process has had in memory; 0 where the system does not say."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most
