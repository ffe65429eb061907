"""The normal form of a game, a stochastic game: each node is a matrix of outcomes, by the choices of P1 and P2.

A secret and its answer are one node, at which both sides choose. `kernels.form` describes the arrays.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from headway.rulekit import P1
from headway.solver.backend import Backend, Compiled, Interpreted
from headway.solver.kernels.components import tarjan
from headway.solver.kernels.form import (
    Components,
    Form,
    LoopSizes,
    Sizes,
    Solved,
    Space,
    count_draws,
    measure,
    measure_loops,
    set_even_odds,
)
from headway.solver.kernels.levels import number_levels, order_by_level
from headway.solver.kernels.loop import FEWEST_NODES, Loop
from headway.solver.kernels.matrix_game import space as matrix_space
from headway.solver.kernels.process import OUTSIDE
from headway.solver.kernels.walk import mark_ending, mark_over
from headway.solver.memory import free_memory

MANY = 1_000
"""For more nodes a kernel may take so long that it runs in a thread, for Ctrl-C."""
LONGEST_ENTRY = 8
"""Bytes of an entry of an array of NumPy, at most."""
MOST_NUMBERED = 2**31 - 1
"""Nodes are numbered in 32 bits."""

Shares = dict[int, Fraction]
"""Where a node of a Markov chain leads, with the exact probability of each."""
Transitions = list[tuple[int, float]]
"""Nodes with the probability of each."""


@dataclass(frozen=True)
class NormalForm:
    """The nodes of a game, in arrays of a backend; `results` has what ends are worth, and one half elsewhere."""

    backend: Backend
    form: Form
    results: Any

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return len(self.form.rows)

    def with_backend(self, backend: Backend) -> "NormalForm":
        """The same form in the arrays of a backend; it is in lists."""
        if isinstance(backend, Interpreted):
            return self
        form, ints, longs = self.form, backend.ints, backend.longs
        return NormalForm(
            backend,
            Form(
                ints(form.rows),
                ints(form.columns),
                longs(form.first),
                ints(form.to),
                backend.floats(form.share),
                longs(form.first_odds),
            ),
            backend.floats(self.results),
        )

    def needs_thread(self, nodes: int) -> bool:
        """Does a kernel that works on that many nodes run in a thread? For few it takes longer to start one."""
        return nodes > MANY and isinstance(self.backend, Compiled)

    @cached_property
    def has_draws(self) -> bool:
        """Is some end a draw?"""
        return self.backend.executable(count_draws)(self.size, self.form, self.results) > 0

    @cached_property
    def _components(self) -> tuple[Components, Any]:
        """The components, ordered by levels, and the number of the first one of each level."""
        new, size, run = self.backend.new_ints, self.size, self.backend.executable
        found, component_of = Components(new(size), new(size + 1)), new(size)
        space = [new(size) for _ in range(3)]
        find: Any = run(tarjan)
        count = find(size, self.form.first, self.form.to, *found, component_of, *space, self.backend.new_longs(size))
        level, place, *_ = space
        levels = run(number_levels)(self.form, found, count, component_of, level)
        parts, first = Components(new(size), new(count + 1)), new(levels + 1)
        run(order_by_level)(found, count, level, levels, first, place, parts)
        return parts, first

    @property
    def components(self) -> Components:
        """The strongly connected components in reverse topological order, level after level."""
        return self._components[0]

    @property
    def component_count(self) -> int:
        """How many components there are."""
        return len(self.components.bounds) - 1

    @property
    def levels(self) -> Any:
        """The number of the first component of each level, and how many components there are."""
        return self._components[1]

    def component(self, part: int) -> list[int]:
        """The nodes of a component."""
        begin, end = (int(self.components.bounds[each]) for each in (part, part + 1))
        return [int(at) for at in self.components.order[begin:end]]

    def outcomes(self, at: int) -> list[int]:
        """Where a node leads: with a choice, a node for each cell, row after row."""
        begin, end = int(self.form.first[at]), int(self.form.first[at + 1])
        return [int(to) for to in self.form.to[begin:end]]

    def matrix(self, at: int, seat: int) -> list[list[int]]:
        """Where a node with a choice leads: a row for each choice of the seat, with each choice of the other side."""
        after, columns = self.outcomes(at), int(self.form.columns[at])
        rows = [after[begin : begin + columns] for begin in range(0, len(after), columns)]
        return rows if seat == P1 else [list(column) for column in zip(*rows, strict=True)]

    def which_reach_an_end(self, is_won: bool = False) -> Any:
        """For each node, whether some line of play leads from there to an end, or to one that a side has won."""
        ends = self.backend.new_ints(self.size)
        self.backend.executable(mark_over)(self.size, self.form, self.results, is_won, ends)
        self.backend.executable(mark_ending)(self.form, self.components, self.component_count, ends)
        return ends

    def unsolved(self) -> Solved:
        """Values, odds and bounds that are still to be found; those of ends are known."""
        negated = [-result for result in self.results] if isinstance(self.results, list) else -self.results
        odds = self.backend.new_floats(int(self.form.first_odds[self.size]))
        return Solved(self.results.copy(), odds, self.results.copy(), negated)

    def even_odds(self) -> Any:
        """The odds of players who choose at random."""
        odds = self.backend.new_floats(int(self.form.first_odds[self.size]))
        self.backend.executable(set_even_odds)(self.size, self.form, odds)
        return odds

    def workspaces(self, count: int) -> list[tuple[Space, Loop]]:
        """Working space and arrays for large components, for kernels that solve components of a level at the same time.

        What has an entry for each node is shared: a kernel writes only to the entries of its own component, and reads
        only these and those of lower levels. There are fewer than `count` if the memory is not enough, and the arrays
        for large components have no entries if it is not enough for them.
        """
        first = self.space()
        others = min(count - 1, free_memory() // (LONGEST_ENTRY * sum(len(array) for array in first)))
        spaces = [first, *(first._replace(**self._own_space()) for _ in range(others))]
        sizes = self.loop_sizes
        if len(spaces) * _bytes_written_out(sizes) > free_memory() or sizes.nodes + sizes.exits > MOST_NUMBERED:
            sizes = LoopSizes(0, 0, 0, 0)
        return [(space, self._loop(space, sizes)) for space in spaces]

    def space(self) -> Space:
        """Working space for the kernels."""
        new = self.backend.new_ints
        return Space(label=new(self.size, OUTSIDE), local=new(self.size), stop=new(1), **self._own_space())

    def _loop(self, space: Space, sizes: LoopSizes) -> Loop:
        nodes, outcomes, exits, odds = sizes
        new, longs, floats = self.backend.new_ints, self.backend.new_longs, self.backend.new_floats
        return Loop(
            Form(new(nodes), new(nodes), longs(nodes + 1), new(outcomes), floats(outcomes), longs(nodes + 1)),
            Components(self.backend.ints(range(nodes)), self.backend.ints([0, nodes])),
            Solved(floats(nodes + exits), floats(odds), floats(nodes + exits), floats(nodes + exits)),
            space._replace(label=new(nodes + exits, OUTSIDE), local=new(nodes)),
        )

    @cached_property
    def sizes(self) -> Sizes:
        """The largest matrix and component."""
        found = self.backend.new_longs(len(Sizes._fields))
        self.backend.executable(measure)(self.form, self.components, self.component_count, found)
        return Sizes(*map(int, found))

    @cached_property
    def loop_sizes(self) -> LoopSizes:
        """Those of the components that are written out."""
        found, part_of = self.backend.new_longs(len(LoopSizes._fields)), self.backend.new_ints(self.size, -1)
        run = self.backend.executable(measure_loops)
        run(self.form, self.components, self.component_count, FEWEST_NODES, part_of, found)
        return LoopSizes(*map(int, found))

    def _own_space(self) -> dict[str, Any]:
        rows, columns, nodes, outcomes = self.sizes
        new, floats = self.backend.new_ints, self.backend.new_floats
        return {
            "entries": floats(rows * columns),
            "rows": floats(rows),
            "columns": floats(columns),
            "work": floats(matrix_space(rows, columns)),
            "marks": new(2 * rows + columns),
            "first": self.backend.new_longs(nodes + 1),
            "to": new(outcomes),
            "order": new(nodes),
            "bounds": new(nodes + 1),
            "found": new(nodes),
            "low": new(nodes),
            "stack": new(nodes),
            "path": new(nodes),
            "following": self.backend.new_longs(nodes),
            "best": floats(nodes + 1),
        }


def _bytes_written_out(sizes: LoopSizes) -> int:
    """How much memory the arrays of a component that is written out take at most."""
    return LONGEST_ENTRY * (10 * sizes.nodes + 4 * sizes.exits + 2 * sizes.outcomes + sizes.odds)


def cells(form: Form, at: int) -> list[list[Transitions]]:
    """Where a node leads for each choice of P1 (the rows) and of P2 (the columns)."""
    outcomes = range(int(form.first[at]), int(form.first[at + 1]))
    transitions = [(int(form.to[outcome]), float(form.share[outcome])) for outcome in outcomes]
    rows, columns = int(form.rows[at]), int(form.columns[at])
    if rows * columns == 1:
        return [[transitions]]
    return [[[transitions[row * columns + column]] for column in range(columns)] for row in range(rows)]
