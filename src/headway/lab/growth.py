"""How time and memory grow with a number of the rules: each value is measured in a process of its own."""

import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import NamedTuple

from headway.errors import BadRules
from headway.game import Game
from headway.lab.row import Status
from headway.lab.study import explored, measure
from headway.ruleset import Rule, no_rule
from headway.solver.process import without_interrupts
from headway.table.apply import undealt
from headway.typed_text import known_name

LEAST = 4
"""The first value that is measured, if the rule may have it."""


class MeasuredValue(NamedTuple):
    """One value of the rule: the states of the game, whether play can come back to one, and what measuring it took."""

    value: int
    status: Status
    states: int | None
    has_loops: bool | None
    seconds: float
    bytes: int


def kind_of(game: Game) -> str:
    """What decides a game besides its players, and so by which method it is solved."""
    if game.has_secrets:
        return "secrets"
    if not game.has_chance:
        return "no chance"
    return "chance and choice" if game.has_choice else "chance alone"


def grown_rule(game: Game, name: str | None = None) -> Rule:
    """The rule by which a game grows: the one of that name, or the first of its own that takes a number."""
    rules = game.plain.rule_list
    numbers = [rule for rule in rules if not rule.is_row and not rule.choices]
    if name is None:
        if not numbers:
            raise BadRules(f"{game.title} has no rule that takes a number, so it does not grow.")
        return numbers[0]
    meant = known_name(name, [rule.name for rule in rules])
    if meant not in {rule.name for rule in rules}:
        raise no_rule(name, [rule.name for rule in numbers])
    found = next((rule for rule in numbers if rule.name == meant), None)
    if found is None:
        raise BadRules(f"{meant} of {game.title} takes no number, so the game does not grow with it.")
    return found


def measured_values(game: Game, rule: Rule, seconds: float, progress: Callable[[str], None]) -> Iterator[MeasuredValue]:
    """Double the value of a rule until a variant takes longer than `seconds`, or does not fit."""
    least = next((value for value in rule.allowed if value >= LEAST), rule.allowed[-1])
    value: int | None = least
    while value is not None:
        progress(f"{game.title}: {rule.words} {value}")
        measured = _measure_apart(_with(game, rule.name, value), _with(game, rule.name, rule.allowed[0]), value)
        yield measured
        if measured.status not in (Status.OK, Status.PARTIAL) or measured.seconds > seconds:
            return
        double = 2 * value
        value = next((larger for larger in rule.allowed if larger >= double), None)


def _with(game: Game, name: str, value: int) -> Game:
    """A game with another value of a rule; a board that was dealt for it goes with its length."""
    return game.variant({**undealt(game), name: value})


def _measure_apart(game: Game, smallest: Game, value: int) -> MeasuredValue:
    """Measure one value in a process of its own."""
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_measured, args=(theirs, game, smallest), daemon=True)
    with without_interrupts():
        process.start()
    theirs.close()
    try:
        found: MeasuredValue = ours.recv()
    except EOFError:
        return MeasuredValue(value, Status.FAILED, None, None, 0.0, 0)
    finally:
        process.kill()
        process.join()
    return found._replace(value=value)


def _measured(pipe: Connection, game: Game, smallest: Game) -> None:
    """Measure a variant after the smallest one of its game, which loads what all need: memory is what it adds."""
    measure(smallest)
    before, began = _peak(), time.perf_counter()
    row = measure(game)
    taken, memory = time.perf_counter() - began, _peak() - before
    pipe.send(MeasuredValue(0, row.status, row.states, _has_loops(game, row.status), taken, memory))


def _has_loops(game: Game, status: Status) -> bool | None:
    """Can play come back to a state? None where the game is not explored as a whole."""
    if status != Status.OK:
        return None
    known = explored(game)
    return known.normal.component_count < known.normal.size


def _peak() -> int:
    """The most bytes that this process has had in memory; 0 where the system does not say."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most
