"""Between which of the best moves a player may choose freely, and still attain the value against every reply.

Moves that look the same may differ by less than rounding. Where play repeats such a choice, the difference adds up: a
side that is sure to win half of its games may lose all of them. So what the seat attains if the other side chooses for
it, each time the worst of these moves, is bounded like any strategy. In the loops from which that is too little the
seat keeps to the strategy that the certificate is about.
"""

from collections.abc import Sequence
from typing import Any

from headway.game import State
from headway.policies.attractor import Progress
from headway.policies.flat import FlatOdds
from headway.policies.induced import induced_form
from headway.rulekit import P1
from headway.solver import Solution, explore, value_for
from headway.solver.explored import Explored
from headway.solver.gth import TooHard
from headway.solver.index import ENDS_DRAWN
from headway.solver.kernels.floors import has_loop
from headway.solver.normal_form import NormalForm
from headway.solver.recent import Recent
from headway.solver.strategies import best_strategies
from headway.solver.values import is_same_chance
from headway.tolerances import PROVEN


def strategies_on(known: Explored, solution: Solution) -> Any:
    """The odds of both sides on the nodes of a game; None if the solution has none, or numbers the nodes otherwise."""
    normal, strategies = known.normal, solution.strategies
    if strategies is None or len(strategies.first) != normal.size + 1:
        return None
    is_same = all(solution.index.node(known.state(node)) == node for node in known.starts)
    return normal.backend.floats(strategies.odds) if is_same else None


class Attained:
    """The moves of a seat, at the nodes at which it moves alone and openly, that attain the value in any mixture."""

    def __init__(self, solution: Solution, seat: int) -> None:
        self.solution = solution
        self.seat = seat
        self._known = explore(solution.game)
        self._choices = dict[int, list[int]]()
        self._odds = strategies_on(self._known, solution)
        if self._odds is not None:
            self._worth = [value_for(seat, value) for value in map(float, solution.values)]
            self._choices = self._preferred()
            for part in self._falling_short():
                for node in self._known.normal.component(part):
                    self._choices.pop(node, None)

    def moves(self, state: State) -> list[int] | None:
        """The moves to choose between; None where the seat keeps to the strategy of the solution."""
        node = self._known.node(state)
        chosen = None if node is None else self._choices.get(node)
        moves = self.solution.game.moves_at(state)
        return None if chosen is None else [moves[each] for each in chosen]

    def _preferred(self) -> dict[int, list[int]]:
        """The choices at each node that keep the value; of a side that is ahead, those that make progress."""
        known, form, found = self._known, self._known.normal.form, dict[int, list[int]]()
        progress = Progress(self.solution, self.seat, known, self._worth)
        own, other = (form.rows, form.columns) if self.seat == P1 else (form.columns, form.rows)
        for node in range(known.normal.size):
            if own[node] < 2 or other[node] > 1 or node in known.secret_nodes:
                continue
            if self._worth[node] > 0.5 + PROVEN and self.solution.ends[node] != ENDS_DRAWN:
                chosen = progress.choices(node)
            else:
                chosen = self._kept(known.normal.outcomes(node))
            if chosen:
                found[node] = chosen
        return found

    def _kept(self, outcomes: Sequence[int]) -> list[int]:
        most = max(self._worth[to] for to in outcomes)
        return [choice for choice, to in enumerate(outcomes) if is_same_chance(self._worth[to], most)]

    def _falling_short(self) -> list[int]:
        """The loops with a choice from which the seat may not attain the value."""
        normal = self._known.normal
        parts = [part for part in range(normal.component_count) if self._may_repeat(part)]
        if not parts:
            return []
        try:
            solved, _ = best_strategies(self._at_worst())
        except TooHard:
            return parts
        floor = solved.floor if self.seat == P1 else [1.0 + each for each in solved.ceiling]
        return [part for part in parts if any(self._worth[at] - floor[at] > PROVEN for at in normal.component(part))]

    def _may_repeat(self, part: int) -> bool:
        """Is a component a loop in which the seat may make another move than in the strategy of the solution?"""
        normal = self._known.normal
        nodes = normal.component(part)
        if len(nodes) == 1 and not has_loop(normal.form, nodes[0]):
            return False
        return any(self._choices[node] != self._proven(node) for node in nodes if node in self._choices)

    def _proven(self, node: int) -> list[int]:
        return [choice for choice, at in enumerate(self._known.places(node, self.seat)) if self._odds[at] > 0]

    def _at_worst(self) -> NormalForm:
        """The game in which the other side also chooses for the seat; at other nodes the seat keeps to its odds."""
        normal = self._known.normal
        form, backend = normal.form, normal.backend
        rows, columns, to = (list(map(int, array)) for array in (form.rows, form.columns, form.to))
        odds = list(map(float, self._odds))
        for node, chosen in self._choices.items():
            begin, size = int(form.first[node]), max(rows[node], columns[node])
            for choice in range(size):
                to[begin + choice] = int(form.to[begin + (choice if choice in chosen else chosen[0])])
            rows[node], columns[node] = columns[node], rows[node]
            odds[int(form.first_odds[node]) + (0 if self.seat == P1 else size)] = 1.0
        form = form._replace(rows=backend.ints(rows), columns=backend.ints(columns), to=backend.ints(to))
        fixed = FlatOdds(backend.floats(odds), None, None)
        given = (fixed, None) if self.seat == P1 else (None, fixed)
        return induced_form(NormalForm(backend, form, normal.results), *given)


_RECENT = Recent[tuple[Solution, int], Attained](most=4)


def attained(solution: Solution, seat: int) -> Attained:
    """What was found out last about the seat, or found out now."""
    return _RECENT.get((solution, seat), lambda: Attained(solution, seat))
