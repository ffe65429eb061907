"""A player that models its opponent: it counts the opponent's secret choices and guesses, and exploits habits.

What it risks is bounded. A move that exploits a habit can be exploited by an opponent who foresees it, so the reader
keeps an account: each decision that differs from perfect play is booked with what it brought against what the opponent
did, compared with the value, and may risk a share of the balance. The balance begins at `RISK` and cannot fall below 0.
So against any opponent, whatever it knows and foresees, the reader wins on average at least the value of the games less
`RISK`, over all games that it plays: the value of the game less the balance never gets smaller on average.
"""

from collections import Counter
from collections.abc import Callable
from itertools import takewhile
from random import Random
from typing import NamedTuple

from headway.game import Game
from headway.players.perfect import Perfect
from headway.players.player import Observation
from headway.players.strategy import Solved, Strategy, solved_strategy
from headway.solver import Distribution, Solution, given_away, value_for
from headway.tolerances import ROUNDING

CHOICE, GUESS = "choice", "guess"

RISK = 0.1
"""The most that the reader loses by reading, in games: a tenth of one, over all games that it plays."""
STAKE = 0.5
"""The share of the balance that one decision may risk, so that a habit that was misread does not end the reading."""
MOST_EXPLOITING = 0.95
"""The most that a decision may differ from perfect play: with the rest of the odds it still makes progress."""

Payoffs = dict[int, dict[int, float]]
"""For each of the reader's moves, and each of the other side's, the chance to win after both."""


class Stake(NamedTuple):
    """A decision that is not answered yet: the moves before it, where the other side's move will be, and its gains."""

    before: tuple[int, ...]
    ply: int
    gains: Distribution  # by the other side's move: what the decision brings on average, above the value

    def result(self, moves: tuple[int, ...]) -> float:
        """What the decision brought; the worst that it can where the answer is not known, as at the end of a game."""
        is_answered = len(moves) > self.ply and moves[: len(self.before)] == self.before
        return self.gains[moves[self.ply]] if is_answered else min(self.gains.values())


class Reader(Perfect):
    """The perfect player with an opponent model.

    Of the moves that lose nothing against perfect play it prefers the one that is best against the expected move of the
    other side: the relative frequencies of its moves so far, those after the same previous move counting more. It plays
    as much of that as its balance allows, and otherwise perfectly.
    """

    def __init__(self, prepare: Callable[[Game], Strategy] = solved_strategy) -> None:
        super().__init__(prepare)
        self.habits: dict[tuple[str, int | None], Counter[int]] = {}
        self._last: dict[str, int] = {}
        self._seen: tuple[int, ...] = ()
        self._stake: Stake | None = None
        self.balance = RISK

    def choose(self, observation: Observation, rng: Random) -> int:
        """Take in what the other side has done, then move."""
        self.observe(observation)
        odds = self.odds(observation)
        solution = self._mixed_by(observation)
        if solution is not None:
            is_guess = observation.secret_state is not None
            gains = self._gains(observation, solution, odds)
            self._stake = Stake(observation.moves, len(observation.moves) + (not is_guess), gains)
        return rng.choices(list(odds), list(odds.values()))[0]

    def odds(self, observation: Observation) -> Distribution:
        """Perfect odds, mixed with those of the moves that are best against the expected move.

        In a game that is not solved it is not known which moves lose nothing, so the habits are not used.
        """
        perfect = super().odds(observation)
        solution = self._mixed_by(observation)
        if solution is None or len(perfect) == 1:
            return perfect
        exploiting = self._exploiting(observation, solution)
        sure, read = (self._gains(observation, solution, odds) for odds in (perfect, exploiting))
        share = MOST_EXPLOITING
        for move, gain in sure.items():
            if read[move] < gain:
                share = min(share, max(0.0, gain + STAKE * self.balance) / (gain - read[move]))
        moves = observation.game.moves_at(observation.state)
        mixed = {move: (1 - share) * perfect.get(move, 0.0) + share * exploiting.get(move, 0.0) for move in moves}
        return {move: odds for move, odds in mixed.items() if odds > 0}

    def _mixed_by(self, observation: Observation) -> Solution | None:
        """The solution of the game if best play has to mix moves here; None where there is nothing to read."""
        if not isinstance(self._strategy, Solved) or not self.needs_strategy(observation):
            return None
        solution = self._strategy.solution
        is_mixed = solution.game == observation.game and solution.odds(observation.state) is not None
        return solution if is_mixed else None

    def _exploiting(self, observation: Observation, solution: Solution) -> Distribution:
        """Equal odds for those moves that are best against the expected move, of those that lose nothing."""
        state, payoffs = observation.state, self._payoffs(observation, solution)
        moves = observation.game.moves_at(state)
        safe = [move for move in moves if given_away(solution, state, move) <= ROUNDING] or solution.best(state)
        kind = GUESS if observation.secret_state is None else CHOICE
        expected = {move: self._expected(kind, list(payoffs[move])) for move in safe}
        worths = {move: sum(odds * payoffs[move][their] for their, odds in expected[move].items()) for move in safe}
        close = [move for move in safe if worths[move] >= max(worths.values()) - ROUNDING]
        if len(close) == len(safe) > 1:
            return super().odds(observation)
        return {move: 1 / len(close) for move in close}

    def _gains(self, observation: Observation, solution: Solution, odds: Distribution) -> Distribution:
        """What odds bring above the value, on average, against each move of the other side."""
        payoffs = self._payoffs(observation, solution)
        value = value_for(observation.seat, solution.value(observation.state))
        theirs = next(iter(payoffs.values()))
        return {their: sum(odds[move] * payoffs[move][their] for move in odds) - value for their in theirs}

    def _payoffs(self, observation: Observation, solution: Solution) -> Payoffs:
        """The chance to win after each of the reader's moves and each secret or guess of the other side."""
        before = observation.secret_state
        chances = {
            choice: {guess: value_for(observation.seat, payoff.value) for guess, payoff in payoffs.items()}
            for choice, payoffs in solution.payoffs(observation.state if before is None else before).items()
        }
        if before is None:
            return chances
        guesses = observation.game.moves_at(observation.state)
        return {guess: {choice: after[guess] for choice, after in chances.items()} for guess in guesses}

    def _expected(self, kind: str, moves: list[int]) -> Distribution:
        """The expected odds of the other side's move: counts, starting from one for each move."""
        after = self.habits.get((kind, self._last.get(kind)), Counter())
        overall = self.habits.get((kind, None), Counter())
        weights = {move: 1 + overall[move] + 2 * after[move] for move in moves}
        return {move: weight / sum(weights.values()) for move, weight in weights.items()}

    def observe(self, observation: Observation) -> None:
        """Count the moves since the last observation, each once; a secret is counted when it has been answered."""
        game, moves = observation.game, observation.moves
        if self._stake is not None:
            self.balance += self._stake.result(moves)
            self._stake = None
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
