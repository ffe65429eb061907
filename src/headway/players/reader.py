"""A player that models its opponent: it counts the opponent's secret choices and guesses, and exploits habits.

Against perfect play it loses nothing. An opponent who predicts its choices can exploit it in turn.
"""

from collections import Counter
from itertools import takewhile
from random import Random

from headway.game import State
from headway.players.perfect import Perfect
from headway.players.player import Observation
from headway.rulekit import P1
from headway.solver import given_away
from headway.tolerances import ROUNDING

CHOICE, GUESS = "choice", "guess"


class Reader(Perfect):
    """The perfect player with an opponent model.

    Of the moves that lose nothing against perfect play it takes the one that is best against the expected move of the
    other side: the relative frequencies of its moves so far, those after the same previous move counting more.
    """

    def __init__(self) -> None:
        super().__init__()
        self.habits: dict[tuple[str, int | None], Counter[int]] = {}
        self._last: dict[str, int] = {}
        self._seen: tuple[int, ...] = ()
        self._state: State = ()

    def choose(self, observation: Observation, rng: Random) -> int:
        """The move that is best against the expected move of the other side, among those that lose nothing."""
        self.observe(observation)
        solution, game, state = self.solution(observation.game), observation.game, observation.state
        if state not in solution.odds:
            return super().choose(observation, rng)
        safe = [m for m in game.moves_at(state) if given_away(solution, state, m) <= ROUNDING] or solution.best(state)
        if game.secret(state):
            expected = self._expected(GUESS, game.moves_at(game.play_unchecked(state, safe[0])))
            worth = {move: self._against(game.play_unchecked(state, move), expected) for move in safe}
        else:
            before = self._state  # the state in which the other side chose
            expected = self._expected(CHOICE, game.moves_at(before))
            worth = dict.fromkeys(safe, 0.0)
            for choice, odds in expected.items():
                chosen = game.play_unchecked(before, choice)
                for move in safe:
                    worth[move] += odds * float(solution.values[game.play_unchecked(chosen, move)])
        sign = 1 if observation.seat == P1 else -1
        most = max(sign * value for value in worth.values())
        close = [move for move in safe if sign * worth[move] >= most - ROUNDING]
        return rng.choice(close) if len(close) < len(safe) or len(safe) == 1 else super().choose(observation, rng)

    def _against(self, chosen: State, expected: dict[int, float]) -> float:
        game, values = self._solution.game, self._solution.values  # type: ignore[union-attr]
        return sum(odds * float(values[game.play_unchecked(chosen, guess)]) for guess, odds in expected.items())

    def _expected(self, kind: str, moves: list[int]) -> dict[int, float]:
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
        self._seen, self._state = moves, state

    def _learn(self, kind: str, move: int) -> None:
        for context in {None, self._last.get(kind)}:
            self.habits.setdefault((kind, context), Counter())[move] += 1
        self._last[kind] = move
