"""Which moves bring a seat that is ahead closer to the end of a game: an attractor."""

from collections import deque
from collections.abc import Iterator, Sequence

from headway.solver import Solution
from headway.solver.explored import Explored
from headway.solver.values import is_certain
from headway.tolerances import PROVEN, ROUNDING


class Progress:
    """Which moves bring a seat that is ahead closer to the end of a game.

    A move that cannot be undone, because no line of play leads back, always does. Where one does, what counts is the
    distance to states from which none leads back, or in which the seat is not ahead: the largest number of moves that
    the other side can force on a seat that keeps its value, is lucky with every die, and mixes its secrets and guesses
    as the solution does (an attractor). A seat that makes it smaller with each of its moves gets there with probability
    one, whatever the other side does: in as many moves as there are states, its chance is at least some number above 0.
    """

    def __init__(self, solution: Solution, seat: int, known: Explored, worth: Sequence[float]) -> None:
        self.solution = solution
        self.seat = seat
        self._known = known
        normal = known.normal
        self._worth = worth
        self._component = [0] * normal.size
        for part in range(normal.component_count):
            for at in normal.component(part):
                self._component[at] = part
        ahead = [at for at in range(normal.size) if normal.form.rows[at] and worth[at] > 0.5 + PROVEN]
        self._tolerance = ROUNDING
        self._distance = self._distances(ahead)
        if len(self._distance) < len(ahead):  # values are known to within `PROVEN`: the way on may look a little worse
            self._tolerance = PROVEN
            self._distance = self._distances(ahead)

    def choices(self, at: int) -> list[int]:
        """The choices at a node that keep the value and make progress, by their numbers; none if no way on is known."""
        if at not in self._distance:
            return []
        outcomes = enumerate(self._known.normal.outcomes(at))
        return [each for each, to in outcomes if self._keeps(at, to) and self._left_after(at, to) < self._distance[at]]

    def _left_after(self, at: int, to: int) -> int:
        """The distance after a move; 0 where no line of play leads back."""
        return self._distance.get(to, 0) if self._component[to] == self._component[at] else 0

    def _keeps(self, at: int, to: int) -> bool:
        """Does a move of the seat at a node keep the value? A certain win is kept only by a certain one."""
        most = max(self._worth[each] for each in self._known.normal.outcomes(at))
        return self._worth[to] >= most - self._tolerance and is_certain(self._worth[to]) == is_certain(most)

    def _distances(self, ahead: list[int]) -> dict[int, int]:
        """The distance of each node; without those from which there is no way."""
        among, found = set(ahead), dict[int, int]()
        left = dict[int, int]()  # how many of a node's groups have no member yet that is near enough
        members = dict[int, list[tuple[int, int]]]()  # the groups that a node is in: whose, and which of them
        queue, done = deque[tuple[int, int, int]](), set[tuple[int, int]]()
        for at in ahead:
            groups = list(self._groups(at))
            left[at] = len(groups)
            for number, group in enumerate(groups):
                for to in group:
                    if to in among and self._component[to] == self._component[at]:
                        members.setdefault(to, []).append((at, number))
                    else:
                        queue.append((at, number, 0))
        while queue:
            at, number, distance = queue.popleft()
            if (at, number) in done:
                continue
            done.add((at, number))
            left[at] -= 1
            if left[at] == 0:
                found[at] = distance + 1
                queue.extend((*group, found[at]) for group in members.get(at, ()))
        return found

    def _groups(self, at: int) -> Iterator[set[int]]:
        """For each thing that the other side can do, the nodes that then follow with some probability.

        Of the seat's own moves, one that leads there is enough: it can choose it.
        """
        normal = self._known.normal
        if normal.form.rows[at] * normal.form.columns[at] == 1:  # chance acts, or the move is forced
            yield set(normal.outcomes(at))
            return
        rows, own = normal.matrix(at, self.seat), self._known.information_set(at, self.seat)
        mixed = None if own is None else self.solution.odds(own.seen)
        if own is not None and mixed is not None:
            rows = [row for row, move in zip(rows, own.moves, strict=True) if mixed[move] > 0]
        elif own is not None:
            rows = [row for row in rows if self._keeps(at, row[0])]
        yield from map(set, zip(*rows, strict=True))
