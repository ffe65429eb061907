"""A player that reads habits: it learns how the other side chooses and guesses in secret, and uses it.

It costs nothing against perfect play. Whoever reads the reader in turn can use that against it.
"""

from collections import Counter
from itertools import takewhile
from random import Random

from headway.game import State
from headway.players.perfect import Perfect
from headway.players.player import Outlook
from headway.rulekit import P1
from headway.solver import given_away
from headway.tolerances import ROUNDING

CHOICE, GUESS = "choice", "guess"


class Reader(Perfect):
    """Perfect, and attentive. Of the moves that lose nothing against perfect play, it takes the one that does best
    against what the other side has done so far after the same move of its own.
    """

    def __init__(self) -> None:
        super().__init__()
        self.habits: dict[tuple[str, int | None], Counter[int]] = {}
        self._last: dict[str, int] = {}
        self._seen: tuple[int, ...] = ()
        self._state: State = ()

    def choose(self, outlook: Outlook, rng: Random) -> int:
        """The safe move that makes most of the other side's habits."""
        self.observe(outlook)
        solution, game, state = self.solution(outlook.game), outlook.game, outlook.state
        if state not in solution.odds:
            return super().choose(outlook, rng)
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
        sign = 1 if outlook.seat == P1 else -1
        most = max(sign * value for value in worth.values())
        close = [move for move in safe if sign * worth[move] >= most - ROUNDING]
        return rng.choice(close) if len(close) < len(safe) or len(safe) == 1 else super().choose(outlook, rng)

    def _against(self, chosen: State, expected: dict[int, float]) -> float:
        game, values = self._solution.game, self._solution.values  # type: ignore[union-attr]
        return sum(odds * float(values[game.play_unchecked(chosen, guess)]) for guess, odds in expected.items())

    def _expected(self, kind: str, moves: list[int]) -> dict[int, float]:
        """How often the other side makes each move, as far as it has shown: counts with one of each to begin with."""
        after = self.habits.get((kind, self._last.get(kind)), Counter())
        overall = self.habits.get((kind, None), Counter())
        weights = {move: 1 + overall[move] + 2 * after[move] for move in moves}
        return {move: weight / sum(weights.values()) for move, weight in weights.items()}

    def observe(self, outlook: Outlook) -> None:
        """Take in the moves since the last look, once each; a secret counts when it has been answered."""
        game, moves = outlook.game, outlook.moves
        same = takewhile(lambda pair: pair[0] == pair[1], zip(moves, self._seen, strict=False))
        known = len(list(same)) if len(moves) > 2 else 0  # a game that has just begun is another one
        state, answers_secret = game.start(outlook.first), False
        for ply, move in enumerate(moves):
            is_secret = game.secret(state)
            if ply >= known and game.actor(state) == 1 - outlook.seat and (is_secret or answers_secret):
                self._learn(CHOICE if is_secret else GUESS, move)
            answers_secret = is_secret
            state = game.play_unchecked(state, move)
        self._seen, self._state = moves, state

    def _learn(self, kind: str, move: int) -> None:
        for context in {None, self._last.get(kind)}:
            self.habits.setdefault((kind, context), Counter())[move] += 1
        self._last[kind] = move
