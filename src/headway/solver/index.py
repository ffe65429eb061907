"""Where the states of a game are found among the nodes of its normal form."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from headway.contract import State
from headway.solver.numbering import Numbering

NO_WINNER, UNREACHED = 2, 3
"""In place of a winner or of DRAW: best play is endless, or the state cannot come up."""
NEVER_ENDS, ENDS_WON, ENDS_DRAWN = range(3)
"""How best play can end from a node: not at all; with a winner; or in a draw, and in no other way."""
Ints = Any
"""Integers: in a list, in bytes, or in an array of the standard library or of NumPy."""


class Index(Protocol):
    """The nodes of the states that can come up. A guess has no node of its own: it belongs to that of the secret."""

    def node(self, state: State) -> int | None:
        """The node of a state; None for a guess, and for a state that cannot come up."""

    def state(self, node: int) -> State:
        """The state of a node."""

    def secret_nodes(self) -> list[int]:
        """The nodes at which a secret is chosen."""

    def secret_before(self, seen: State) -> State:
        """The state in which a secret was chosen, by what the side sees that has to guess; `KeyError` if none was."""


@dataclass(frozen=True)
class StateIndex:
    """States that were explored one by one."""

    nodes: dict[State, int]
    secrets: dict[State, State]

    def node(self, state: State) -> int | None:
        """The node of a state."""
        return self.nodes.get(state)

    def state(self, node: int) -> State:
        """The state of a node."""
        return self._states[node]

    @cached_property
    def _states(self) -> list[State]:
        return list(self.nodes)  # in the order of their nodes

    def secret_nodes(self) -> list[int]:
        """The nodes at which a secret is chosen."""
        return [self.nodes[state] for state in self.secrets.values()]

    def secret_before(self, seen: State) -> State:
        """The state in which a secret was chosen."""
        return self.secrets[seen]


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
        return None if number is None or self.nodes[number] < 0 else int(self.nodes[number])

    def state(self, node: int) -> State:
        """The state of a node."""
        return self.states.state(self.start, int(self._numbers[node]))

    @cached_property
    def _numbers(self) -> Ints:
        import numpy

        nodes = numpy.asarray(self.nodes)
        reached = numpy.flatnonzero(nodes >= 0)
        numbers = numpy.empty(len(reached), numpy.int64)
        numbers[nodes[reached]] = reached
        return numbers

    def secret_nodes(self) -> list[int]:
        """The nodes at which a secret is chosen."""
        return [int(self.nodes[number]) for number in self.secrets]

    def secret_before(self, seen: State) -> State:
        """The state in which a secret was chosen."""
        number = self.views.number(seen)
        at = len(self.seen) if number is None else bisect_left(self.seen, number)
        if at == len(self.seen) or self.seen[at] != number:
            raise KeyError(seen)
        return self.states.state(self.start, int(self.secrets[at]))


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

    def state(self, node: int) -> State:
        """The state of a node."""
        return self.states.state(self.start, node)

    def secret_nodes(self) -> list[int]:
        """There are no secrets."""
        return []

    def secret_before(self, seen: State) -> State:
        """There are no secrets."""
        raise KeyError(seen)
