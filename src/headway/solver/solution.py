"""The solution of a game: the value of every state, how to play it, and the certificate that proves it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from headway.errors import HeadwayError
from headway.game import Game, State
from headway.rulekit import OVER, P1, P2
from headway.solver.index import ENDS_DRAWN, ENDS_WON, NEVER_ENDS, Index, Ints
from headway.solver.values import Value
from headway.solver.worth import Outlook, Worth, keeping_value, mean_outlook, soonest, worth_of

Distribution = dict[int, float]
"""A probability for each of some nodes, or of some moves, by their numbers."""

P1_WINS, P2_WINS, DRAWN, ENDLESS, BY_CHANCE = "P1", "P2", "draw", "endless", "chance"


class Unproven(HeadwayError):
    """A solution whose certificate does not hold. It is never shown as an answer."""

    name = "unproven"
    is_internal = True


class Certificate(NamedTuple):
    """The proof of a solution: `proof` says what was checked, and `gap` how far the values can be from the truth.

    >>> headway.solve(headway.load("cross-over")).certificate
    Certificate(proof='local proof of every win, loss and endless state', gap=0.0)
    """

    proof: str
    gap: float


class Strategies(NamedTuple):
    """The odds of both sides at each node that has a choice: those of P1's rows, then those of P2's columns."""

    odds: Sequence[float]
    first: Ints
    rows: Ints


@dataclass(frozen=True, eq=False)  # its arrays cannot be compared in general: a solution is equal to itself alone
class Solution:
    """The value of every state of a game, what each side should do there, and the certificate.

    States are those that can come up. What a guesser may see of one is a state, too: its value and worths are what they
    are to a side that does not know the secret.
    """

    game: Game
    certificate: Certificate
    states: int
    """How many states have a value."""
    index: Index
    values: Sequence[Value]
    """The value of each node."""
    ends: Ints
    """For each node, how best play can end from there: `NEVER_ENDS`, `ENDS_DRAWN` or `ENDS_WON`."""
    lengths: Ints | None
    """The plies that best play takes from each node, -1 where it is endless; None where chance or a secret decides."""
    strategies: Strategies | None
    """None where best play follows from values and plies."""

    def value(self, state: State) -> Value:
        """The chance that P1 wins, draws and endless play counting one half."""
        node = self.index.node(state)
        return self._outlook(state).value if node is None else self._value(node)

    def plies(self, state: State) -> int | None:
        """How long best play takes: the winner takes the shortest way and the loser the longest. To a draw both
        take the shortest.

        None where it is endless, and where chance or a secret decides.
        """
        return None if self.lengths is None else self._outlook(state).plies

    def is_endless(self, state: State) -> bool:
        """Does best play never end from here?"""
        return self._outlook(state).ends == NEVER_ENDS

    def is_drawn(self, state: State) -> bool:
        """Is best play from here a draw: can it end, and in no other way?"""
        return self._outlook(state).ends == ENDS_DRAWN

    def odds(self, state: State) -> Distribution | None:
        """The odds of each move where a choice is secret or a guess; None where best play need not mix."""
        seat = self.game.actor(state)
        if seat not in (P1, P2) or not self.game.has_secrets:
            return None
        node = self.index.node(state)
        if self.game.secret(state):
            return self._odds(state, node)
        return self._odds(state, self.index.secret_node(self._seen(state))) if node is None else None

    def is_guess(self, state: State) -> bool:
        """Is a secret to be guessed here?"""
        return self.index.node(state) is None

    def verdict(self, state: State) -> str:
        """The outcome under best play: a certain win of one side, a draw, endless play, or a matter of chance.

        Best play is every choice that keeps the value. It is a draw if it can end, and in no other way; it is endless
        if it cannot end. A win is certain if a strategy wins with probability 1: then, and only then, the value is
        exactly 0 or 1.
        """
        found = self._outlook(state)
        if found.ends != ENDS_WON:
            return DRAWN if found.ends == ENDS_DRAWN else ENDLESS
        return P1_WINS if found.value == 1 else P2_WINS if found.value == 0 else BY_CHANCE

    def worths(self, state: State) -> list[Worth]:
        """Each legal move with its worth, for the side to move; a guesser's state is the guesser's view of it."""
        seat = self.game.actor(state)
        if seat == OVER:
            return []
        node = self.index.node(state)
        if node is None:
            return self._guesses(state)
        if seat in (P1, P2) and self.game.has_secrets and self.game.secret(state):
            odds = self._odds(state, node)
            after = {move: self._over_answers(self.game.play_unchecked(state, move), node) for move in odds}
        else:
            after = self._after_moves(state)
            best = soonest(seat, after) if seat in (P1, P2) else []
            odds = {move: 1 / len(best) for move in best}
        return [worth_of(move, odds.get(move, 0.0), found) for move, found in after.items()]

    def payoffs(self, secret: State) -> dict[int, dict[int, Outlook]]:
        """The matrix of a state in which a secret is chosen: what follows each choice, and each guess of it."""
        chosen = {choice: self.game.play_unchecked(secret, choice) for choice in self.game.moves_at(secret)}
        return {choice: self._after_moves(state) for choice, state in chosen.items()}

    def best(self, state: State) -> list[int]:
        """The best moves: those that keep the value and, where play is certain, win or draw soonest, or lose latest.

        Values that differ by less than rounding (`ROUNDING`) are the same: a move that is worse by less is a best one,
        too, and the verdict is about all of them. Only a certain win is told apart from one that is almost certain.
        """
        mixed = self.odds(state)
        if mixed is not None:
            return [move for move, odds in mixed.items() if odds > 0]
        seat = self.game.actor(state)
        return soonest(seat, self._after_moves(state)) if seat in (P1, P2) else []

    def kept(self, state: State) -> list[int]:
        """The moves that keep the value, of a side that does not have to mix them."""
        return list(keeping_value(self.game.actor(state), self._after_moves(state)))

    def proven_odds(self, state: State) -> Distribution:
        """The odds in the strategy that the certificate is about: it attains the value against every reply.

        Only where strategies were found, and not in a guess.
        """
        return self._odds(state, self.index.node(state))

    def _value(self, node: int) -> Value:
        found = self.values[node]
        return found if isinstance(found, Fraction) else float(found)  # arrays have floats of their own

    def _length(self, node: int) -> int | None:
        return None if self.lengths is None or self.lengths[node] < 0 else int(self.lengths[node])

    def _seen(self, state: State) -> State:
        return self.game.view(state, self.game.actor(state))

    def _outlook(self, state: State) -> Outlook:
        """What best play comes to from a state; from what a guesser sees, as if the secret were not chosen yet."""
        node = self.index.node(state)
        if node is None:
            seen = self._seen(state)
            node = self.index.secret_node(seen)
            if seen != state:
                return self._over_answers(state, node)
        return Outlook(self._value(node), self._length(node), int(self.ends[node]))

    def _over_answers(self, state: State, node: int) -> Outlook:
        """The same where a secret has been chosen, at a node: the mean over the guesses that may be made."""
        play = self.game.play_unchecked
        answers = self._odds(state, node).items()
        return mean_outlook([(odds, self._outlook(play(state, move))) for move, odds in answers if odds > 0])

    def _odds(self, state: State, node: int | None) -> Distribution:
        """The odds of the moves in a state that belongs to a node."""
        if node is None:
            raise KeyError(state)
        moves = self.game.moves_at(state)
        if self.strategies is None:  # neither side ever has a choice
            return dict.fromkeys(moves, 1.0)
        begin, end = int(self.strategies.first[node]), int(self.strategies.first[node + 1])
        if begin == end:  # neither side has a choice
            return dict.fromkeys(moves, 1.0)
        middle = begin + int(self.strategies.rows[node])
        own = range(begin, middle) if self.game.actor(state) == P1 else range(middle, end)
        return {move: float(self.strategies.odds[place]) for move, place in zip(moves, own, strict=True)}

    def _after_moves(self, state: State) -> dict[int, Outlook]:
        """What best play comes to after each legal move."""
        return {move: self._outlook(self.game.play_unchecked(state, move)) for move in self.game.moves_at(state)}

    def _guesses(self, state: State) -> list[Worth]:
        """What guesses are worth to a guesser who does not know the secret: the mean over the choices."""
        seen = self._seen(state)
        node, secret = self.index.secret_node(seen), self.index.secret_before(seen)
        chosen, payoffs, found = self._odds(secret, node), self.payoffs(secret), list[Worth]()
        for move, odds in self._odds(state, node).items():
            after = mean_outlook([(share, payoffs[choice][move]) for choice, share in chosen.items() if share > 0])
            found.append(worth_of(move, odds, after))
        return found


def given_away(solution: Solution, state: State, move: int) -> Value:
    """How much a move loses to the side that makes it, compared with the best move: zero or more."""
    worth = next(worth.value for worth in solution.worths(state) if worth.move == move)
    before = solution.value(state)
    lost = before - worth if solution.game.actor(state) == P1 else worth - before
    return max(lost, 0 * lost)
