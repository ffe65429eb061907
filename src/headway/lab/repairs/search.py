"""The search for the smallest repair: all variants of a size are measured and decided before larger changes are."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path

from headway.api.arguments import checked_number, checked_path
from headway.api.catalogue import load
from headway.errors import BadRules, expected
from headway.game import Game
from headway.lab.code_hash import key_of
from headway.lab.local_pool import Here
from headway.lab.repairs.candidates import Candidates, Settings, Size, candidates_of
from headway.lab.repairs.repair import Aim, Candidate, Repair, Tried
from headway.lab.row import Row
from headway.lab.row_file import RowFile, read
from headway.lab.rule_values import Wanted
from headway.lab.run import QUICK, Workers, measure_tasks, opened_pool
from headway.lab.schedule import Pool, Task, tasks_of
from headway.lab.study import refuse_without_numba, row_of
from headway.lab.variant_list import Variant, rule_of
from headway.progress import Progress, checked_progress

ENOUGH = 4.0
"""Sizes are measured together until they take this many seconds: several small ones keep all processes busy."""
MOST_SHOWN = 1_000

Members = list[tuple[Settings, Variant | None]]
"""The changes of one size with their variants; None where the game refuses the rules."""
Batch = list[tuple[Size, Members]]
"""Some sizes with their changes."""


def repair(
    game: Game | str,
    *,
    to: float = 0.5,
    within: float = 0.01,
    skill: float | None = None,
    rules: Mapping[str, Wanted] | None = None,
    keep: Iterable[str] = (),
    show: int = 5,
    endless: bool = False,
    rows: str | os.PathLike[str] | None = None,
    retry: bool = False,
    jobs: int | None = None,
    dask: str | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Repair:
    """The smallest changes of rules that make a game fair, with the proof by exhaustion that none smaller does.

    A game is fair if the side that moves first wins with the chance `to`, within `within`, whichever side that is: if
    both sides err at the rate `skill` and otherwise play best, or if both play best. Endless play counts one half. A
    change is smaller than another one if it changes fewer rules, or as many by fewer steps. `rules` gives the values
    that rules may take, as for `sweep`; others take all readings, or the numbers around their own, but for those to
    `keep`. A variant that never ends is not counted as fair unless `endless` is true: between perfect players one in
    which best play never ends, otherwise one in which an end may be out of reach. The search ends when it has found
    `show` variants, and has tried all changes that are as small.

    `rows` is a file that each row is written to as it is found, and that a later search goes on with. The work is done
    as by `sweep`.

    >>> keep = ["lot", "pie", "head_start", "cap"]
    >>> repaired = headway.lab.repair("cross-over", to=0.74, skill=0.5, rules={"length": "7..12"}, keep=keep)
    >>> [(each.changes, round(each.first_wins, 3)) for each in repaired.found][:2]
    [({'length': 8}, 0.734), ({'length': 12}, 0.736)]
    """
    chosen = load(game) if isinstance(game, str) else game
    search = Search(candidates_of(chosen, rules or {}, checked_names(keep)), aim_of(to, within, skill, endless), show)
    path = None if rows is None else checked_path(rows)
    search.run(Workers(jobs, dask, executor), path, checked_progress(progress), retry=retry)
    return search.result()


def aim_of(to: float | str, within: float | str, skill: float | str | None, endless: bool = False) -> Aim:
    """The chance that is aimed at; numbers count as they are written in decimal."""
    rate = _share(0 if skill is None else skill, "a rate of errors")
    return Aim(_share(to, "a chance"), _share(within, "a difference of chances"), float(rate), bool(endless))


def checked_names(names: object) -> list[str]:
    """The names of rules."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise expected("the names of rules in a list", names)
    return [str(name) for name in names]


class Search:
    """The search for variants of a game that are fair, from the smallest change up, until there are `most`."""

    def __init__(self, candidates: Candidates, aim: Aim, most: int) -> None:
        self.candidates, self.aim = candidates, aim
        self.most = checked_number(most, "variants", MOST_SHOWN)
        self._found, self._endless, self._undecided = list[Candidate](), list[Candidate](), list[Candidate]()
        self._tried = list[Tried]()
        self._now: Candidate | None = None
        self._counts = dict(candidates.sizes())

    def run(
        self,
        workers: Workers,
        path: Path | None,
        progress: Callable[[str], None],
        found: Callable[[], None] = lambda: None,
        *,
        retry: bool = False,
    ) -> None:
        """Measure and decide size by size; `found` is called when the game is known as it is, and for each fair size.

        What is decided when it is interrupted is in the result.
        """
        refuse_without_numba()
        workers.check()
        known = dict[str, Row]()
        with ExitStack() as stack:
            file = None
            if path is not None:
                file = stack.enter_context(RowFile(path, row_of(Variant(self.candidates.game)), retry=retry))
                known = {row.key: row for row in read(path) if row.key in file.known}

            def keep(row: Row) -> None:
                known[row.key] = row
                if file is not None:
                    file.add(row)

            pool: Pool | None = None
            for batch in self._batches(known):
                tasks = _tasks(batch, known)
                seconds = sum(task.seconds for task in tasks)
                if tasks and (pool is None or (isinstance(pool, Here) and seconds >= QUICK)):
                    pool = stack.enter_context(opened_pool(workers, seconds))
                if pool is not None:
                    measure_tasks(tasks, pool, keep, self._telling(batch, progress))
                for size, members in batch:
                    before = len(self._found)
                    self._decide(size, members, known)
                    if len(self._found) > before or size.rules == 0:
                        found()
                    if len(self._found) >= self.most or (self._found and size.rules == 0):
                        return

    def result(self) -> Repair:
        """What has been found so far."""
        game, aim = self.candidates.game, self.aim
        values = {
            name: tuple(rule_of(game, name).show(value) for value in values)
            for name, values in self.candidates.values.items()
        }
        return Repair(
            to=float(aim.to),
            within=float(aim.within),
            skill=aim.rate or None,
            values=values,
            now=self._now or Candidate(game, {}, 0, row_of(Variant(game))),
            found=tuple(self._found[: self.most]),
            tried=tuple(self._tried),
            undecided=tuple(self._undecided),
            is_complete=len(self._tried) == len(self._counts),
            endless=tuple(self._endless),
        )

    def _telling(self, batch: Batch, progress: Callable[[str], None]) -> Callable[[str], None]:
        """Tells what is found, which sizes are being measured, and how far that is."""
        sizes = str(batch[0][0]) if len(batch) == 1 else f"{batch[0][0]} to {batch[-1][0]}"
        found = f"{len(self._found)} of {self.most} found (Ctrl-C ends): " if self._found else ""
        return lambda doing: progress(f"{found}{sizes}: {doing}")

    def _batches(self, known: Mapping[str, Row]) -> Iterator[Batch]:
        """The sizes, the smallest first; several together where they are done soon."""
        batch, seconds = Batch(), 0.0
        for size in self._counts:
            batch.append((size, self._members(size)))
            seconds += sum(task.seconds for task in _tasks(batch[-1:], known))
            if seconds >= ENOUGH or size.rules == 0:  # whether it is fair as it is, is told first
                yield batch
                batch, seconds = Batch(), 0.0
        if batch:
            yield batch

    def _members(self, size: Size) -> Members:
        """The changes of a size with their variants, but for those that only add to one that is fair."""
        return [
            (changes, self._variant(changes))
            for changes in self.candidates.of_size(size)
            if not self._adds_to_fair(changes)
        ]

    def _adds_to_fair(self, changes: Settings) -> bool:
        return any(each.changes.items() <= changes.items() for each in self._found)

    def _variant(self, changes: Settings) -> Variant | None:
        game = self.candidates.game
        try:
            return Variant(game.variant({**game.settings, **changes}), rate=self.aim.rate)
        except BadRules:
            return None

    def _decide(self, size: Size, members: Members, known: Mapping[str, Row]) -> None:
        """Decide which variants of a size are fair; some may have been measured that add to one that is."""
        members = [(changes, variant) for changes, variant in members if not self._adds_to_fair(changes)]
        variants = [
            Candidate(variant.game, changes, size.steps, known[key_of(variant)])
            for changes, variant in members
            if variant is not None
        ]
        in_limits = [each for each in variants if self.aim.decides(each.row)]
        endless = [each for each in in_limits if each.never_ends and not self.aim.endless]
        fair = [each for each in in_limits if each not in endless]
        undecided = [each for each in variants if self.aim.decides(each.row) is None]
        self._found += sorted(fair, key=self._rank)
        self._endless += endless
        self._undecided += undecided
        refused, adding = len(members) - len(variants), self._counts[size] - len(members)
        self._tried.append(Tried(*size, len(variants), len(fair), len(undecided), refused, adding, len(endless)))
        if size.rules == 0:
            (self._now,) = variants

    def _rank(self, candidate: Candidate) -> tuple[int, float]:
        """Of changes of the same size, those of the game's own rules come first, then those nearest to the aim."""
        general = {rule.name for rule in candidate.game.change_list}
        return len(general & candidate.changes.keys()), abs((candidate.first_wins or 0) - float(self.aim.to))


def _tasks(batch: Batch, known: Mapping[str, Row]) -> list[Task]:
    """What is to be measured of some sizes."""
    variants = [variant for _, members in batch for _, variant in members if variant is not None]
    return tasks_of(enumerate(variant for variant in variants if key_of(variant) not in known))


def _share(value: object, what: str) -> Fraction:
    """A number from 0 to 1, as it is written in decimal."""
    try:
        found = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if isinstance(value, bool) or not 0 <= found <= 1:
        raise expected(f"{what} from 0 to 1", value)
    return found
