"""`make variants`: solve a sample of the variants of every game, and name those that are not proved, or slow.

All combinations of the rules but the length are tried, each at its shortest lengths, at its longest that has fewer than
`MOST` states, and at some between, which are drawn at random with a seed. Each variant has a time limit.

`make variants BELOW=100000` solves every variant with fewer states instead: all combinations of the rules and lengths,
with the board that is dealt. What is proved is kept in a file, so that it goes on where it was interrupted; when the
rules or the solver change, it begins anew.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from functools import cache
from itertools import product, takewhile
from math import exp, log
from pathlib import Path
from queue import SimpleQueue
from random import Random
from types import TracebackType
from typing import NamedTuple, Self

from headway import solver
from headway.append_only_file import AppendOnlyFile, InUse, whole_lines
from headway.catalogue import find, own_names
from headway.game import Code, Game
from headway.ruleset import Rule
from headway.solver import solve
from headway.solver.backend import MachineCode, available_cores, limit_cores
from headway.solver.fingerprint import SOLVING, fingerprint
from headway.solver.process import WorkerProcess
from headway.solver.size import state_count
from headway.time_left import TimeLeft

MOST = 1_000_000
DRAWN = 3
"""Lengths between the shortest and the longest that are tried."""
TIME_LIMIT = 600.0
"""Seconds for a variant, by the clock: far more than it takes on a busy machine."""
START_UP, PER_STATE = 30.0, 20e-6
"""The seconds of the processor that a variant may take, most of them to compile rules, and those for each state."""
PROVED = Path("build/variants.jsonl")
TOLD = 50
"""After this number of variants a line says how far it is."""
INTERRUPTED = 130
"""The exit status after Ctrl-C."""

Values = dict[str, object]


class Found(NamedTuple):
    """What came of a variant: its states, the gap of its certificate, and the seconds of the processor."""

    states: int
    gap: float
    seconds: float

    @property
    def problem(self) -> str:
        """What is wrong with it; empty if nothing is."""
        is_slow = self.seconds > START_UP + PER_STATE * self.states
        return f"slow: {self.seconds:.1f} s for {self.states:,} states" if is_slow else ""


class ProvedFile:
    """A file of the variants that were proved, a line for each, so that none is solved twice by the same code."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = AppendOnlyFile(path, mode=0o644, sync_seconds=1.0)
        self._file.cut_torn_line()
        lines = map(json.loads, whole_lines(path))
        self._found = {line["variant"]: Found(line["states"], line["gap"], line["seconds"]) for line in lines}

    def found(self, game: Game) -> Found | None:
        """What came of a variant; None if it was not proved yet."""
        return self._found.get(_key(game))

    def add(self, game: Game, found: Found) -> None:
        """Write down that a variant was proved."""
        self._file.append(json.dumps({"variant": _key(game), **found._asdict()}).encode() + b"\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _key(game: Game) -> str:
    return f"{game.name} {json.dumps(game.settings)} {_fingerprint(game.code)}"


@cache  # the variants of a game have the same
def _fingerprint(code: Code) -> str | None:
    return fingerprint(code, *SOLVING)


class Trial:
    """Solves variants, one on each core at a time, in processes that can be ended."""

    def __init__(self, variants: Sequence[Game]) -> None:
        self.variants = variants
        self.problems, self.count, self.states, self.widest = 0, 0, 0, 0.0
        self._idle = SimpleQueue[WorkerProcess]()
        self._processes = [WorkerProcess() for _ in range(available_cores())]
        for process in self._processes:
            self._idle.put(process)
        self._is_over = False

    def run(self, proved: ProvedFile | None = None) -> None:
        """Solve those that are not proved yet, and print what is wrong with any, and how far it is."""
        left = []
        for game in self.variants:
            if known := proved and proved.found(game):
                self._note(game, known)
            else:
                left.append(game)
        if self.count:
            self._tell(f"proved before: {self._so_far}")
        total, done = sum(map(state_count, left)), 0
        time_left = TimeLeft(lambda told: self._tell(f"{told}: {self._so_far}"), f"solving {len(left):,} variants")
        with self._all_cores() as solve_each:
            for number, (game, found) in enumerate(solve_each(left), 1):
                if isinstance(found, Found):
                    self._note(game, found)
                    if proved is not None:
                        proved.add(game, found)
                else:
                    self._tell_problem(game, found)
                done += state_count(game)
                if number % TOLD == 0 or number == len(left):
                    time_left.tell(done, total)

    def close(self) -> None:
        """End the processes."""
        self._is_over = True
        for process in self._processes:
            process.kill()

    @contextmanager
    def _all_cores(self) -> Iterator[Callable[[Sequence[Game]], Iterator[tuple[Game, Found | str]]]]:
        """Solves games on all cores, and gives each as soon as it is solved; what is wrong with one is a text."""
        pool = ThreadPoolExecutor(len(self._processes))

        def solve_each(games: Sequence[Game]) -> Iterator[tuple[Game, Found | str]]:
            waiting = {pool.submit(self._solve, game): game for game in games}
            for solved in as_completed(waiting):
                yield waiting[solved], solved.result()

        try:
            yield solve_each
        except BaseException:  # such as Ctrl-C
            self.close()
            raise
        finally:
            pool.shutdown(cancel_futures=True)

    @property
    def _so_far(self) -> str:
        of = f"{self.count:,} of {len(self.variants):,} variants proved"
        return f"{of}, {self.states:,} states, largest gap {self.widest:.1e}, {self.problems} problems"

    def _solve(self, game: Game) -> Found | str:
        process = self._idle.get()
        try:
            return process.call(tried_on_one_core, game, timeout=TIME_LIMIT)
        except (TimeoutError, EOFError, OSError) as error:
            process.kill()
            if not self._is_over:
                process = WorkerProcess()
                self._processes.append(process)
            return f"no answer in {TIME_LIMIT:.0f} s" if isinstance(error, TimeoutError) else "its process has ended"
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        finally:
            self._idle.put(process)

    def _note(self, game: Game, found: Found) -> None:
        self.count += 1
        self.states += found.states
        self.widest = max(self.widest, found.gap)
        if found.problem:
            self._tell_problem(game, found.problem)

    def _tell_problem(self, game: Game, problem: str) -> None:
        self.problems += 1
        self._tell(f"{game}: {problem}")

    def _tell(self, line: str) -> None:
        print(line, flush=True)


def main() -> None:
    """Try the variants."""
    parser = argparse.ArgumentParser(prog="tools.variants")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all, if there is none")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--below", type=int, metavar="STATES", help="solve every variant that has fewer states")
    given = parser.parse_args()
    chosen, rng, every = given.games or own_names(), Random(given.seed), list[Game]()
    for name in chosen:
        every += all_variants(find(name), given.below) if given.below else variants(find(name), Random(given.seed))
    rng.shuffle(every)  # large ones and small ones mixed, so that the time that is left can be told
    trial = Trial(every)
    try:
        if given.below:
            with ProvedFile(PROVED) as proved:
                trial.run(proved)
        else:
            trial.run()
    except InUse:
        sys.exit(f"{PROVED} is being written by another process.")
    except KeyboardInterrupt:
        print("Interrupted. The same command goes on." if given.below else "Interrupted.", file=sys.stderr)
        sys.exit(INTERRUPTED)
    finally:
        with suppress(KeyboardInterrupt):
            trial.close()
    sys.exit(f"{trial.problems} variants have problems." if trial.problems else 0)


def tried_on_one_core(game: Game, progress: Callable[[str], None]) -> Found:
    """Solve a variant, in a process that leaves the other cores to others.

    It solves so many of them that it is worth compiling the rules of each game.
    """
    limit_cores(1)
    solver.LARGE = dict.fromkeys(MachineCode, solver.LARGE[MachineCode.LOADED])
    return tried(game, progress)


def tried(game: Game, progress: Callable[[str], None]) -> Found:
    """Solve a variant."""
    began = time.process_time()
    solution = solve(game, progress=progress)
    return Found(solution.states, solution.certificate.gap, time.process_time() - began)


def all_variants(game: Game, most: int) -> Iterator[Game]:
    """Every variant of a game with fewer than `most` states; of boards only the one that is dealt without chance."""
    for rules, length in _combinations(game):
        lengths = (game.variant({**rules, length.name: each}) for each in length.allowed)
        yield from takewhile(lambda variant: state_count(variant) < most, lengths)


def variants(game: Game, rng: Random, most: int = MOST) -> Iterator[Game]:
    """The sample of a game: variants with fewer than `most` states."""
    for rules, length in _combinations(game):
        for chosen in _lengths(game, rules, length, rng, most):
            for board in _boards(game, chosen, rng):
                yield game.variant({**rules, length.name: chosen, **board}, rng)


def _combinations(game: Game) -> Iterator[tuple[Values, Rule]]:
    """The values of all rules but the length and the board, and the rule that is the length."""
    length = next(rule for rule in game.rule_list if rule.is_length)
    others = [rule for rule in game.rule_list if not rule.is_length and not rule.is_row]
    for values in product(*(rule.choices or rule.allowed for rule in others)):
        yield {rule.name: value for rule, value in zip(others, values, strict=True)}, length


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
