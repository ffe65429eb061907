"""Players that know the truth: the perfect one, and nine levels that keep to it more or less often."""

from random import Random

from headway.game import Game, State
from headway.players.player import Observation
from headway.rulekit import P1, P2
from headway.solver import Solution, given_away
from headway.solver.cache import solved
from headway.tolerances import ROUNDING

ERRORS = {1: 0.85, 2: 0.6, 3: 0.42, 4: 0.28, 5: 0.18, 6: 0.11, 7: 0.06, 8: 0.03, 9: 0.01}
"""How often a level makes a move that gives something away, where there is one."""


class Perfect:
    """Never gives anything away. Among equally good moves it takes the one that most replies to would be mistakes."""

    def __init__(self) -> None:
        self._solution: Solution | None = None

    def solution(self, game: Game) -> Solution:
        """The solution of the game that is played."""
        if self._solution is None or self._solution.game != game:
            self._solution = solved(game)
        return self._solution

    def know(self, solution: Solution) -> None:
        """Take over what somebody else has worked out."""
        self._solution = solution

    def choose(self, observation: Observation, rng: Random) -> int:
        """The best move, or one of several by the odds that cannot be exploited."""
        solution, state = self.solution(observation.game), observation.state
        if state in solution.odds:
            odds = solution.odds[state]
            return rng.choices(list(odds), list(odds.values()))[0]
        best = solution.best(state)
        tricky = {move: _chances_to_err(solution, observation.game.play_unchecked(state, move)) for move in best}
        return rng.choice([move for move in best if tricky[move] == max(tricky.values())])

    def agrees_to_draw(self, observation: Observation) -> bool:
        """A draw is fine where it is all there is to win."""
        value = self.solution(observation.game).values[observation.state]
        return value <= 0.5 + ROUNDING if observation.seat == P1 else value >= 0.5 - ROUNDING

    def close(self) -> None:
        """Nothing to end."""


class Level(Perfect):
    """The perfect player with a share of mistakes: at level 1 most moves, at level 9 one in a hundred."""

    def __init__(self, level: int) -> None:
        super().__init__()
        self.level = level

    def choose(self, observation: Observation, rng: Random) -> int:
        """The best move or, now and then, one of the others."""
        if rng.random() < ERRORS[self.level]:
            solution, state = self.solution(observation.game), observation.state
            moves = observation.game.moves_at(state)
            worse = [move for move in moves if given_away(solution, state, move) > ROUNDING]
            if worse:
                return rng.choice(worse)
        return super().choose(observation, rng)


def _chances_to_err(solution: Solution, state: State) -> float:
    """Which share of the moves in a state would give something away."""
    game = solution.game
    moves, seat = game.moves_at(state), game.actor(state)
    if seat not in (P1, P2) or len(moves) < 2 or game.view(state, seat) != state:
        return 0.0
    return sum(given_away(solution, state, move) > ROUNDING for move in moves) / len(moves)
