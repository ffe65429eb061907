"""Where the states of a game are found among the nodes of its normal form."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Protocol

from headway.errors import BadGame
from headway.game import Game, State
from headway.solver.numbering import Numbering, between, flat, number_of
from headway.solver.size import state_count

NO_WINNER, UNREACHED = 2, 3
"""In place of a winner or of DRAW: best play is endless, or the state cannot come up."""
NEVER_ENDS, ENDS_WON, ENDS_DRAWN = range(3)
"""How best play can end from a node: not at all; with a winner; or in a draw, and in no other way."""
MOST_DENSE = 10_000_000
"""Up to this number of encodable states each has an entry. Games with more are explored in machine code, or only to a
depth.
"""
MOST_VIEWS = 2**63
"""What guessers see is numbered below that: in 64 bits."""
Ints = Any
"""Integers: in a list, in bytes, or in an array of the standard library or of NumPy."""


class Index(Protocol):
    """The nodes of the states that can come up. A guess has no node of its own: it belongs to that of the secret."""

    def node(self, state: State) -> int | None:
        """The node of a state; None for a guess, and for a state that cannot come up."""

    def secret_nodes(self) -> list[int]:
        """The nodes at which a secret is chosen."""

    def secret_node(self, seen: State) -> int:
        """The node of a secret, by what the side sees that has to guess; `KeyError` if there is none."""

    def secret_before(self, seen: State) -> State:
        """The state in which it was chosen, by the same."""


@dataclass(frozen=True)
class NumberIndex:
    """States by their numbers.

    `nodes` has the node of each number, below 0 where there is none. `views` is the numbering of what guessers see. The
    numbers of these are in `seen`, sorted, and in `secrets` those of the states of the secrets.
    """

    start: State
    states: Numbering
    nodes: Ints
    views: Numbering
    seen: Ints
    secrets: Ints

    def node(self, state: State) -> int | None:
        """The node of a state."""
        number = self.states.number(state)
        if number is None:
            return None
        node = int(self.nodes[number])
        return None if node < 0 else node

    def secret_nodes(self) -> list[int]:
        """The nodes at which a secret is chosen."""
        return [int(self.nodes[number]) for number in self.secrets]

    def secret_node(self, seen: State) -> int:
        """The node of a secret."""
        return int(self.nodes[self._secret(seen)])

    def secret_before(self, seen: State) -> State:
        """The state in which a secret was chosen."""
        return self.states.state(self.start, self._secret(seen))

    def _secret(self, seen: State) -> int:
        number = self.views.number(seen)
        at = len(self.seen) if number is None else bisect_left(self.seen, number)
        if at == len(self.seen) or self.seen[at] != number:
            raise KeyError(seen)
        return int(self.secrets[at])


@dataclass(frozen=True)
class ReachedIndex:
    """States of a game without secrets, whose nodes are their numbers; `winners` is `UNREACHED` for those that cannot
    come up.
    """

    start: State
    states: Numbering
    winners: Ints

    def node(self, state: State) -> int | None:
        """The node of a state."""
        number = self.states.number(state)
        return None if number is None or self.winners[number] == UNREACHED else number

    def secret_nodes(self) -> list[int]:
        """There are no secrets."""
        return []

    def secret_node(self, seen: State) -> int:
        """There are no secrets."""
        raise KeyError(seen)

    def secret_before(self, seen: State) -> State:
        """There are no secrets."""
        raise KeyError(seen)


def index_of(game: Game, states: Numbering, numbers: Sequence[int], secrets: Mapping[State, int]) -> NumberIndex:
    """The index of nodes by the numbers of their states; `secrets` has the nodes of these by what guessers see."""
    total = state_count(game)
    nodes: Ints = array("i", [-1]) * total if total <= MOST_DENSE else SparseNodes()
    for node, number in enumerate(numbers):
        nodes[number] = node
    if not secrets:
        return NumberIndex(game.start(), states, nodes, states, (), ())
    entries = list(zip(*map(flat, secrets), strict=True))
    views = view_numbering(game, map(min, entries), map(max, entries))
    found = sorted((number_of(seen, *views), numbers[node]) for seen, node in secrets.items())
    seen, before = map(packed, zip(*found, strict=True))
    return NumberIndex(game.start(), states, nodes, views, seen, before)


class SparseNodes(dict[int, int]):
    """The nodes of few of very many numbers; below 0 where there is none."""

    def __missing__(self, number: int) -> int:
        return -1


def packed(numbers: Sequence[int]) -> Ints:
    """Integers of at least 0 in an array, if 64 bits are enough for them."""
    return array("q", numbers) if max(numbers) < 2**63 else list(numbers)


def view_numbering(game: Game, least: Iterable[int], greatest: Iterable[int]) -> Numbering:
    """The numbering of what guessers see, by the values that its integers have: they may be outside the span."""
    views = between(least, greatest)
    if prod(views.sizes) > MOST_VIEWS:
        raise BadGame(f"{game.title}: what a side sees that has to guess has integers that are too far apart.")
    return views
