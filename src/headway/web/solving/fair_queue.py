"""A fair order for the work of many visitors: addresses take turns, and so do the tables of one address."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any, Generic, NamedTuple, TypeVar

from headway.web.refusals import Busy

MAX_WAITING = 200
MAX_TURNS = 1000  # of addresses, and of tables, that are remembered; who is forgotten had a turn long ago
Work = TypeVar("Work")


class Asker(NamedTuple):
    """For whom work is done: the address of a client, and the table it is for; both may be unknown."""

    address: str = ""
    table: str = ""


@dataclass(eq=False)
class _Waiting(Generic[Work]):
    number: int
    work: Work
    askers: list[Asker] = field(default_factory=list)


class FairQueue(Generic[Work]):
    """Work that waits. The next is for the address, and there for the table, whose last turn was longest ago."""

    def __init__(self) -> None:
        self._waiting: list[_Waiting[Work]] = []
        self._numbers = count(1)
        self._address_turns: dict[str, int] = {}
        self._table_turns: dict[Asker, int] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, work: Work, asker: Asker) -> Work | None:
        """Add work. In a full queue it displaces, and returns, the last work of the address that has most.

        Raises `Busy` if that is the asker's own address.
        """
        displaced = self._make_room(asker) if len(self._waiting) >= MAX_WAITING else None
        self._waiting.append(_Waiting(next(self._numbers), work, [asker]))
        return displaced

    def add_asker(self, work: Work, asker: Asker) -> None:
        """Another asker wants the same work; it comes when the first of them has a turn.

        An asker who wants it twice waits twice, until `remove_asker` is called as often.
        """
        for waiting in self._waiting:
            if waiting.work is work:
                waiting.askers.append(asker)

    def remove_asker(self, work: Work, asker: Asker) -> None:
        """An asker does not wait for the work any more; others may."""
        for waiting in self._waiting:
            if waiting.work is work and asker in waiting.askers:
                waiting.askers.remove(asker)

    def remove(self, work: Work) -> None:
        """Drop work that is not wanted any more, if it still waits."""
        self._waiting = [waiting for waiting in self._waiting if waiting.work is not work]

    def next(self) -> Work | None:
        """Take out the work whose turn it is."""
        if not self._waiting:
            self._address_turns.clear()  # there is no one to be fair to
            self._table_turns.clear()
            return None
        chosen, asker = min(
            ((waiting, asker) for waiting in self._waiting for asker in waiting.askers),
            key=lambda pair: self._rank(*pair),
        )
        self._waiting.remove(chosen)
        number = next(self._numbers)
        _note_turn(self._address_turns, asker.address, number)
        _note_turn(self._table_turns, asker, number)
        return chosen.work

    def _rank(self, waiting: _Waiting[Work], asker: Asker) -> tuple[int, int, int]:
        return self._address_turns.get(asker.address, 0), self._table_turns.get(asker, 0), waiting.number

    def _make_room(self, asker: Asker) -> Work:
        by_address: dict[str, list[_Waiting[Work]]] = {}
        for waiting in self._waiting:
            by_address.setdefault(waiting.askers[0].address, []).append(waiting)
        most = max(by_address.values(), key=len, default=[])
        if len(most) <= len(by_address.get(asker.address, [])) + 1:
            raise Busy("The computer has too much to think about at the moment; try again later.")
        self._waiting.remove(most[-1])
        return most[-1].work


def _note_turn(turns: dict[Any, int], who: object, number: int) -> None:
    """Note the last turn of an address or a table; the one whose last turn was longest ago may be forgotten."""
    turns.pop(who, None)
    turns[who] = number
    if len(turns) > MAX_TURNS:
        del turns[next(iter(turns))]
