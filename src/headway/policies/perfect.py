"""Perfect play by a solution: which of the moves that keep the value are made, and with which odds.

A move that keeps the value need not attain it: where waiting costs nothing, a player who is ahead could wait for ever,
and endless play counts one half. So the moves that make progress come first. Among these, the player takes those that
are worth most against an opponent who errs (`tie_breaking`, not in large games), and of these the ones after which the
largest share of the replies are mistakes.
"""

from collections import deque
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from headway.game import State
from headway.policies.policy import Odds, Policy
from headway.policies.recent import Recent
from headway.rulekit import P1, P2
from headway.solver import Solution, explore, value_for
from headway.solver.explored import Explored
from headway.solver.kernels.form import count_choices
from headway.tolerances import PROVEN, ROUNDING

MOST_EXPLORED = 50_000
"""In a game with more states no other way on is looked for than the one that the solution has proved."""


class PerfectPlay(Policy):
    """How the perfect player moves in each state of a solved game."""

    def __init__(self, solution: Solution) -> None:
        super().__init__(solution.game, "perfect")
        self.solution = solution

    def odds(self, seen: State) -> Odds:
        """The odds of the solution where best play has to mix, otherwise equal odds for the moves that are preferred.

        A guesser's state is the guesser's view of it.
        """
        mixed = self.solution.odds(seen)
        if mixed is not None:
            return mixed
        chosen = self._best(seen)
        if len(chosen) > 1:
            from headway.policies.tie_breaking import prospects

            found = prospects(self.solution, self.game.actor(seen), self._best)
            chosen = self._most_tempting(seen, chosen if found is None else found.preferred(seen, chosen))
            chosen = self._soonest(seen, chosen)
        return dict.fromkeys(chosen, Fraction(1, len(chosen)))

    def _on_form(self, explored: Explored) -> Any:
        """The odds of the solution, if every choice is a secret or a guess; elsewhere moves are chosen one by one."""
        normal, strategies = explored.normal, self.solution.strategies
        if strategies is None or len(strategies.first) != normal.size + 1:
            return None
        rows, columns = normal.form.rows, normal.form.columns
        mixed = sum(rows[node] * columns[node] > 1 for node in explored.index.secret_nodes())
        if mixed < normal.backend.run(count_choices)(normal.size, normal.form):
            return None
        is_same = all(self.solution.index.node(explored.state(node)) == node for node in explored.starts)
        return normal.backend.floats(strategies.odds) if is_same else None

    def _best(self, state: State) -> list[int]:
        """The best moves; of these, if the side to move is ahead by chance, those that make progress.

        In a draw no side has to make progress: all moves that keep the value are.
        """
        seat = self.game.actor(state)
        if self.solution.is_drawn(state):
            return self.solution.kept(state)
        if self.solution.plies(state) is not None or value_for(seat, self.solution.value(state)) <= 0.5 + PROVEN:
            return self.solution.best(state)  # the shortest win, or a side that loses nothing if play never ends
        if self.solution.states > MOST_EXPLORED:
            return self.solution.proven(state)
        return _progress(self.solution, seat).moves(state) or self.solution.best(state)

    def _soonest(self, state: State, moves: list[int]) -> list[int]:
        """Of moves that are otherwise alike, those that lead to a draw on the shortest way, if any does."""
        best = self.solution.best(state) if self.solution.is_drawn(state) else []
        return [move for move in moves if move in best] or moves

    def _most_tempting(self, state: State, moves: list[int]) -> list[int]:
        """The moves after which the largest share of the replies are mistakes."""
        shares = {move: self._share_of_mistakes(self.game.play_unchecked(state, move)) for move in moves}
        return [move for move, share in shares.items() if share == max(shares.values())]

    def _share_of_mistakes(self, state: State) -> float:
        """The share of the moves in a state that give something away; 0 where a guesser would not see the state."""
        moves, seat = self.game.moves_at(state), self.game.actor(state)
        if seat not in (P1, P2) or len(moves) < 2 or self.game.view(state, seat) != state:
            return 0.0
        value, here = self.solution.value, value_for(seat, self.solution.value(state))
        after = (value_for(seat, value(self.game.play_unchecked(state, move))) for move in moves)
        return sum(here - worth > ROUNDING for worth in after) / len(moves)


class Progress:
    """Which moves bring a seat that is ahead closer to the end of a game.

    A move that cannot be undone, because no line of play leads back, always does. Where one does, what counts is the
    distance to states from which none leads back, or in which the seat is not ahead: the largest number of moves that
    the other side can force on a seat that keeps its value, is lucky with every die, and mixes its secrets and guesses
    as the solution does (an attractor). A seat that makes it smaller with each of its moves gets there with probability
    one, whatever the other side does: in as many moves as there are states, its chance is at least some number above 0.
    """

    def __init__(self, solution: Solution, seat: int) -> None:
        self.solution = solution
        self.seat = seat
        self._known = explore(solution.game)
        normal = self._known.normal
        self._worth = [value_for(seat, solution.value(self._known.state(at))) for at in range(normal.size)]
        self._component = [0] * normal.size
        for part in range(normal.component_count):
            for at in normal.component(part):
                self._component[at] = part
        ahead = [at for at in range(normal.size) if normal.form.rows[at] and self._worth[at] > 0.5 + PROVEN]
        self._tolerance = ROUNDING
        self._distance = self._distances(ahead)
        if len(self._distance) < len(ahead):  # values are known to within `PROVEN`: the way on may look a little worse
            self._tolerance = PROVEN
            self._distance = self._distances(ahead)

    def moves(self, state: State) -> list[int]:
        """The moves that keep the value and make progress; none where no way on is known."""
        at = self._known.node(state)
        if at is None or at not in self._distance:
            return []
        kept = zip(self.solution.game.moves_at(state), self._known.normal.outcomes(at), strict=True)
        return [move for move, to in kept if self._keeps(at, to) and self._left_after(at, to) < self._distance[at]]

    def _left_after(self, at: int, to: int) -> int:
        """The distance after a move; 0 where no line of play leads back."""
        return self._distance.get(to, 0) if self._component[to] == self._component[at] else 0

    def _keeps(self, at: int, to: int) -> bool:
        """Does a move of the seat at a node keep the value?"""
        return self._worth[to] >= max(self._worth[each] for each in self._known.normal.outcomes(at)) - self._tolerance

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


_RECENT = Recent[Progress](most=4)


def _progress(solution: Solution, seat: int) -> Progress:
    return _RECENT.get(solution, seat, lambda: Progress(solution, seat))
