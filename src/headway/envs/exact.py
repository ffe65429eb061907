"""What is true of an episode: what a state is worth to a seat, and what a move gives away.

Both are chances of winning under best play, endless play counting one half: fractions where they are exact.
"""

from headway.game import Game, State
from headway.rulekit import OVER, P1
from headway.solver import Value
from headway.solver.cache import solved


class Exact:
    """The solution of a game, as environments ask for it. Making one solves the game; solutions are kept on disk."""

    def __init__(self, game: Game) -> None:
        self._solution = solved(game)
        self._values: dict[State, Value] = {}  # of the states that were asked for

    def value(self, state: State, seat: int) -> Value:
        """The chance that a seat wins from here, as far as the side to move can know."""
        of_p1 = self._value(self._seen(state))
        return of_p1 if seat == P1 else 1 - of_p1

    def given_away(self, state: State) -> dict[int, Value]:
        """How much each legal move loses to the side that makes it here, compared with best play: zero or more."""
        game, seen = self._solution.game, self._seen(state)
        if self._solution.is_guess(seen):
            worths = {worth.move: worth.value for worth in self._solution.worths(seen)}
        else:
            worths = {move: self._value(game.play_unchecked(seen, move)) for move in game.moves_at(seen)}
        best, is_p1 = self._value(seen), game.actor(state) == P1
        return {move: max(best - worth if is_p1 else worth - best, 0) for move, worth in worths.items()}

    def _seen(self, state: State) -> State:
        """The state as the side to move may know it."""
        game = self._solution.game
        actor = game.actor(state)
        return state if actor == OVER else game.view(state, actor)

    def _value(self, state: State) -> Value:
        if state not in self._values:
            self._values[state] = self._solution.value(state)
        return self._values[state]
