"""Perfect play by a solution: which of the moves that keep the value are made, and with which odds.

A move that keeps the value need not attain it: where waiting costs nothing, a player who is ahead could wait for ever,
and endless play counts one half. So the moves that make progress come first, where it is verified that they attain the
value (`attained`, not in large games). Among these, the player takes those that are worth most against an opponent who
errs (`tie_breaking`, in small games), and of these the ones after which the largest share of the replies are mistakes.
"""

from fractions import Fraction
from typing import Any

from headway.game import State
from headway.policies.attained import attained, strategies_on
from headway.policies.policy import Odds, Policy
from headway.rulekit import P1, P2
from headway.solver import Solution, value_for
from headway.solver.explored import Explored
from headway.solver.kernels.form import count_choices
from headway.tolerances import ROUNDING

MOST_EXPLORED = 50_000
"""In a game with more states no other move is looked for than the one that the solution has proved."""


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
        if self._free(seen) is None:
            return {move: odds for move, odds in self.solution.proven_odds(seen).items() if odds > 0}
        chosen = self._best(seen)
        if len(chosen) > 1:
            from headway.policies.tie_breaking import prospects

            found = prospects(self.solution, self.game.actor(seen), self._best)
            chosen = self._most_tempting(seen, chosen if found is None else found.preferred(seen, chosen))
            chosen = self._soonest(seen, chosen)
        return dict.fromkeys(chosen, Fraction(1, len(chosen)))

    def _on_form(self, explored: Explored) -> Any:
        """The odds of the solution, if no move is chosen one by one: each is a secret or a guess, or the game large."""
        normal = explored.normal
        if self.solution.states <= MOST_EXPLORED:
            rows, columns = normal.form.rows, normal.form.columns
            mixed = sum(rows[node] * columns[node] > 1 for node in explored.index.secret_nodes())
            if mixed < normal.backend.executable(count_choices)(normal.size, normal.form):
                return None
        return strategies_on(explored, self.solution)

    def _best(self, state: State) -> list[int]:
        """The moves to choose between."""
        free = self._free(state)
        return [move for move, odds in self.solution.proven_odds(state).items() if odds > 0] if free is None else free

    def _free(self, state: State) -> list[int] | None:
        """The moves between which the player may choose freely; None where it keeps to the odds of the solution.

        Without chance that is the shortest win or the longest defence; in a draw, all moves that keep it.
        """
        if self.solution.strategies is None:
            return self.solution.kept(state) if self.solution.is_drawn(state) else self.solution.best(state)
        if self.solution.states > MOST_EXPLORED:
            return None
        return attained(self.solution, self.game.actor(state)).moves(state)

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
