"""A player that models its opponent: it counts the opponent's secret choices and guesses, and exploits habits.

Against perfect play it loses nothing. An opponent who predicts its choices can exploit it in turn.
"""

from collections import Counter
from collections.abc import Callable
from itertools import takewhile
from random import Random

from headway.game import Game
from headway.players.perfect import Perfect
from headway.players.player import Observation
from headway.players.strategy import Solved, Strategy, solved_strategy
from headway.solver import Distribution, Solution, given_away, value_for
from headway.tolerances import ROUNDING

CHOICE, GUESS = "choice", "guess"


class Reader(Perfect):
    """The perfect player with an opponent model.

    Of the moves that lose nothing against perfect play it takes the one that is best against the expected move of the
    other side: the relative frequencies of its moves so far, those after the same previous move counting more.
    """

    def __init__(self, prepare: Callable[[Game], Strategy] = solved_strategy) -> None:
        super().__init__(prepare)
        self.habits: dict[tuple[str, int | None], Counter[int]] = {}
        self._last: dict[str, int] = {}
        self._seen: tuple[int, ...] = ()

    def choose(self, observation: Observation, rng: Random) -> int:
        """Take in what the other side has done, then move."""
        self.observe(observation)
        return super().choose(observation, rng)

    def odds(self, observation: Observation) -> Distribution:
        """Equal odds for the moves that are best against the expected move; perfect odds where all moves are equal.

        In a game that is not solved it is not known which moves lose nothing, so the habits are not used.
        """
        perfect, state = super().odds(observation), observation.state
        if len(perfect) == 1 or not isinstance(self._strategy, Solved) or state not in self._strategy.solution.odds:
            return perfect
        solution, moves = self._strategy.solution, observation.game.moves_at(state)
        safe = [move for move in moves if given_away(solution, state, move) <= ROUNDING] or solution.best(state)
        worths = self._worths(observation, solution, safe)
        most = max(worths.values())
        close = [move for move in safe if worths[move] >= most - ROUNDING]
        return {move: 1 / len(close) for move in close} if len(close) < len(safe) or len(safe) == 1 else perfect

    def _worths(self, observation: Observation, solution: Solution, moves: list[int]) -> dict[int, float]:
        """What each move is worth to the reader against the expected secret or guess of the other side."""
        game, before = observation.game, observation.secret_state
        found = dict.fromkeys(moves, 0.0)
        for move in moves:
            if before is None:
                chosen = game.play_unchecked(observation.state, move)
                expected = self._expected(GUESS, game.moves_at(chosen))
                ends = [(odds, game.play_unchecked(chosen, guess)) for guess, odds in expected.items()]
            else:
                expected = self._expected(CHOICE, game.moves_at(before))
                choices = [(odds, game.play_unchecked(before, choice)) for choice, odds in expected.items()]
                ends = [(odds, game.play_unchecked(chosen, move)) for odds, chosen in choices]
            for odds, state in ends:
                found[move] += odds * value_for(observation.seat, solution.values[state])
        return found

    def _expected(self, kind: str, moves: list[int]) -> Distribution:
        """The expected odds of the other side's move: counts, starting from one for each move."""
        after = self.habits.get((kind, self._last.get(kind)), Counter())
        overall = self.habits.get((kind, None), Counter())
        weights = {move: 1 + overall[move] + 2 * after[move] for move in moves}
        return {move: weight / sum(weights.values()) for move, weight in weights.items()}

    def observe(self, observation: Observation) -> None:
        """Count the moves since the last observation, each once; a secret is counted when it has been answered."""
        game, moves = observation.game, observation.moves
        same = takewhile(lambda pair: pair[0] == pair[1], zip(moves, self._seen, strict=False))
        known = len(list(same)) if len(moves) > 2 else 0  # fewer moves: another game has begun
        state, answers_secret = game.start(observation.first), False
        for ply, move in enumerate(moves):
            is_secret = game.secret(state)
            if ply >= known and game.actor(state) == 1 - observation.seat and (is_secret or answers_secret):
                self._learn(CHOICE if is_secret else GUESS, move)
            answers_secret = is_secret
            state = game.play_unchecked(state, move)
        self._seen = moves

    def _learn(self, kind: str, move: int) -> None:
        for context in {None, self._last.get(kind)}:
            self.habits.setdefault((kind, context), Counter())[move] += 1
        self._last[kind] = move
