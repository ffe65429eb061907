"""The story of a game: what happened in it, in order, with all that a telling needs."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from headway.game import Game, State
from headway.rulekit import CHANCE
from headway.table.events import Event, TakenBack
from headway.table.table import Table


class Transition(NamedTuple):
    """A move as it was made, with the states before and after it."""

    by: int
    move: int
    before: State
    after: State
    is_secret: bool
    answered: int | None  # the secret move that this one answers
    turn: int | None  # of a move of chance: the seat for which it rolls

    @classmethod
    def of(cls, before: Table, after: Table) -> "Transition":
        """The last move of a table, given the table before it."""
        turn = roller(before, before.ply) if before.actor == CHANCE else None
        answered = before.moves[-1] if before.is_secret_open else None
        return cls(before.actor, after.moves[-1], before.state, after.state, after.is_secret_open, answered, turn)


def roller(table: Table, index: int) -> int | None:
    """The seat for which chance rolls at that index: the last to move, or to choose in secret if that was answered."""
    for earlier in range(index - 1, -1, -1):
        if (by := table.by(earlier)) != CHANCE:
            is_answer = earlier > 0 and table.game.secret(table.states[earlier - 1])
            return table.by(earlier - 1) if is_answer else by
    return None


def is_asked_for(game: Game, states: Sequence[State], index: int) -> bool:
    """Is the move at that index a roll, and did the player's move before it do nothing but ask for it?"""
    if index == 0 or game.actor(states[index]) != CHANCE or game.actor(states[index - 1]) == CHANCE:
        return False
    is_after_answer = index > 1 and game.secret(states[index - 2])
    return not is_after_answer and game.positions(states[index - 1]) == game.positions(states[index])


def move_numbers(table: Table) -> list[int]:
    """The number of each ply among the moves as players count them: a roll and the request for it are one move."""
    return list(accumulate(int(not is_asked_for(table.game, table.states, index)) for index in range(table.ply)))


def moves_made(table: Table) -> int:
    """How many moves have been made, as players count them."""
    return max(move_numbers(table), default=0)


class Won(NamedTuple):
    """A seat has won the match."""

    seat: int


class Entry(NamedTuple):
    """What happened, and how many plies, and moves as players count them, had been made by then."""

    ply: int
    what: Transition | Won | Event
    moves: int


class Story:
    """An immutable sequence of entries. A longer story shares the shorter one, so each move costs the same."""

    __slots__ = ("_earlier", "_entry", "_length")

    def __init__(self, earlier: "Story | None" = None, entry: Entry | None = None) -> None:
        self._earlier, self._entry = earlier, entry
        self._length: int = 0 if earlier is None else earlier._length + 1

    def plus(self, entry: Entry) -> "Story":
        """The story with one more entry."""
        return Story(self, entry)

    def moves_after(self, table: Table, what: Transition | Event) -> int:
        """How many moves, as `move_numbers` counts them, have been made after an event that leads to that table."""
        if isinstance(what, TakenBack):
            made = (entry for entry in reversed(self) if isinstance(entry.what, Transition))
            return next((entry.moves for entry in made if entry.ply == table.ply), 0)
        moves = 0 if self._entry is None else self._entry.moves
        if not isinstance(what, Transition) or (
            what.by == CHANCE and is_asked_for(table.game, table.states, table.ply - 1)
        ):
            return moves
        return moves + 1

    def last(self, count: int) -> list[Entry]:
        """The last entries, at most that many, in order."""
        found: list[Entry] = []
        at: Story | None = self
        while at is not None and at._entry is not None and len(found) < count:
            found.append(at._entry)
            at = at._earlier
        return found[::-1]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.last(self._length))

    def __reversed__(self) -> Iterator[Entry]:
        at: Story | None = self
        while at is not None and at._entry is not None:
            yield at._entry
            at = at._earlier

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Story) and len(self) == len(other) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Story({list(self)})"
