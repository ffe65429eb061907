"""`make variants`: solve a sample of the variants of every game, and name those that are not proved, or slow.

All combinations of the rules but the length are tried, each at its shortest lengths, at its longest that has fewer than
`MOST` states, and at some between, which are drawn at random with a seed. Each variant has a time limit.
"""

import sys
import time
from collections.abc import Callable, Iterator
from itertools import product
from math import exp, log
from random import Random
from typing import NamedTuple

from headway.catalogue import find, own_names
from headway.game import Game
from headway.ruleset import Rule
from headway.solver import solve
from headway.solver.process import WorkerProcess
from headway.solver.size import state_count

MOST = 1_000_000
DRAWN = 3
"""Lengths between the shortest and the longest that are tried."""
TIME_LIMIT = 600.0
"""Seconds for a variant, by the clock: far more than it takes on a busy machine."""
START_UP, PER_STATE = 30.0, 20e-6
"""The seconds of the processor that a variant may take, most of them to compile rules, and those for each state."""

Values = dict[str, object]


class Found(NamedTuple):
    """What came of a variant: its states, the gap of its certificate, and the seconds of the processor."""

    states: int
    gap: float
    seconds: float


def main() -> None:
    """Try the variants; the arguments are names of games, none for all, and perhaps a seed."""
    seed = next((int(each) for each in sys.argv[1:] if each.isdigit()), 1)
    chosen = [each for each in sys.argv[1:] if not each.isdigit()] or own_names()
    every = [each for name in chosen for each in variants(find(name), Random(seed))]
    Random(seed).shuffle(every)
    problems, states, widest, worker = 0, 0, 0.0, WorkerProcess()
    for number, game in enumerate(every, 1):
        try:
            found = worker.call(tried, game, timeout=TIME_LIMIT)
            states, widest = states + found.states, max(widest, found.gap)
            is_slow = found.seconds > START_UP + PER_STATE * found.states
            problem = f"slow: {found.seconds:.1f} s for {found.states:,} states" if is_slow else ""
        except (TimeoutError, EOFError, OSError):
            problem = f"no answer in {TIME_LIMIT:.0f} s"
            worker.kill()
            worker = WorkerProcess()
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
        if problem:
            problems += 1
            print(f"{game}: {problem}", flush=True)
        if number % 50 == 0 or number == len(every):
            print(f"{number} of {len(every)} variants, {states:,} states; largest gap {widest:.1e}", flush=True)
    worker.kill()
    sys.exit(f"{problems} variants have problems." if problems else 0)


def tried(game: Game, progress: Callable[[str], None]) -> Found:
    """Solve a variant."""
    began = time.process_time()
    solution = solve(game, progress=progress)
    return Found(solution.states, solution.certificate.gap, time.process_time() - began)


def variants(game: Game, rng: Random, most: int = MOST) -> Iterator[Game]:
    """The sample of a game: variants with fewer than `most` states."""
    length = next(rule for rule in game.rule_list if rule.is_length)
    others = [rule for rule in game.rule_list if not rule.is_length and not rule.is_row]
    for values in product(*map(_values, others)):
        rules: Values = {rule.name: value for rule, value in zip(others, values, strict=True)}
        for chosen in _lengths(game, rules, length, rng, most):
            for board in _boards(game, chosen, rng):
                yield game.variant({**rules, length.name: chosen, **board}, rng)


def _values(rule: Rule) -> list[object]:
    return [*(rule.choices or rule.allowed)]


def _lengths(game: Game, rules: Values, length: Rule, rng: Random, most: int) -> list[int]:
    fitting = [each for each in length.allowed if state_count(game.variant({**rules, length.name: each}, rng)) < most]
    if not fitting:
        return []
    drawn = (int(exp(rng.uniform(0, log(len(fitting))))) - 1 for _ in range(DRAWN))
    return sorted({fitting[at] for at in (0, min(1, len(fitting) - 1), len(fitting) // 2, -1, *drawn)})


def _boards(game: Game, length: int, rng: Random) -> list[Values]:
    """No board for a game without one; else none, which is dealt, and boards that are as uniform as can be."""
    rows = [rule for rule in game.rule_list if rule.is_row]
    found: list[Values] = [{}]
    for rule in rows:
        found += [{rule.name: (value,) * length} for value in (rule.allowed[0], rule.allowed[-1])]
        found.append({rule.name: tuple(sorted(rng.choices(rule.allowed, k=length)))})
    return found


if __name__ == "__main__":
    main()
