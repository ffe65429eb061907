"""The solution of a game: the value of every state, how to play it, and the certificate that proves it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from headway.errors import HeadwayError
from headway.game import Game, State
from headway.rulekit import OVER, P1, P2
from headway.solver.index import ENDS_DRAWN, ENDS_WON, NEVER_ENDS, Index, Ints
from headway.solver.values import Value, is_certain, is_same_chance, value_for
from headway.tolerances import PROVEN

Distribution = dict[int, float]
"""A probability for each of some nodes, or of some moves, by their numbers."""

P1_WINS, P2_WINS, DRAWN, ENDLESS, BY_CHANCE = "P1", "P2", "draw", "endless", "chance"


class Unproven(HeadwayError):
    """A solution whose certificate does not hold. It is never shown as an answer."""

    name = "unproven"
    is_internal = True


class Worth(NamedTuple):
    """What a legal move is worth: the value it leads to, the plies from there, and the odds to choose it with."""

    move: int
    value: Value
    plies: int | None
    odds: float
    is_endless: bool
    """Is best play after this move endless? The value is one half then, but the game is not even."""
    is_drawn: bool = False
    """Does best play after this move end in a draw?"""


class Payoff(NamedTuple):
    """What follows a secret and its guess: the value, and how best play can end from there, as in `Solution.ends`."""

    value: Value
    ends: int


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


@dataclass(frozen=True)
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
        node = self._node(state)
        if node is not None:
            found = self.values[node]
            return found if isinstance(found, Fraction) else float(found)  # arrays have floats of their own
        answers = self._answers(state)
        return _mean([(odds, self.value(self.game.play_unchecked(state, move))) for move, odds in answers])

    def plies(self, state: State) -> int | None:
        """How long best play takes: the winner takes the shortest way and the loser the longest. To a draw both
        take the shortest.

        None where it is endless, and where chance or a secret decides.
        """
        node = self._node(state) if self.lengths is not None else None
        if self.lengths is None or node is None or self.lengths[node] < 0:
            return None
        return int(self.lengths[node])

    def is_endless(self, state: State) -> bool:
        """Does best play never end from here?"""
        return self._how_it_ends(state) == NEVER_ENDS

    def is_drawn(self, state: State) -> bool:
        """Is best play from here a draw: can it end, and in no other way?"""
        return self._how_it_ends(state) == ENDS_DRAWN

    def odds(self, state: State) -> Distribution | None:
        """The odds of each move where a choice is secret or a guess; None where best play need not mix."""
        if self.game.actor(state) not in (P1, P2) or not self.game.has_secrets:
            return None
        if self.game.secret(state):
            return self._odds(state, self.index.node(state), self.game.actor(state))
        secret = self._secret_before(state)
        return None if secret is None else self._odds(state, self.index.node(secret), self.game.actor(state))

    def is_guess(self, state: State) -> bool:
        """Is a secret to be guessed here?"""
        return self.index.node(state) is None

    def verdict(self, state: State) -> str:
        """The outcome under best play: a certain win of one side, a draw, endless play, or a matter of chance.

        Best play is every choice that keeps the value. It is a draw if it can end, and in no other way; it is endless
        if it cannot end. A win is certain if a strategy wins with probability 1: then, and only then, the value is
        exactly 0 or 1.
        """
        ends = self._how_it_ends(state)
        if ends != ENDS_WON:
            return DRAWN if ends == ENDS_DRAWN else ENDLESS
        value = self.value(state)
        return P1_WINS if value == 1 else P2_WINS if value == 0 else BY_CHANCE

    def worths(self, state: State) -> list[Worth]:
        """Each legal move with its worth, for the side to move; a guesser's state is the guesser's view of it."""
        if self.game.actor(state) == OVER:
            return []
        secret = self._secret_before(state)
        if secret is not None:
            return self._guesses(state, secret)
        mixed, best = self.odds(state), self.best(state)
        found = []
        for move in self.game.moves_at(state):
            odds = mixed[move] if mixed is not None else (move in best) / len(best) if best else 0.0
            after = self.game.play_unchecked(state, move)
            ends = self._how_it_ends(after)
            value, plies = self.value(after), self.plies(after)
            found.append(Worth(move, value, plies, odds, ends == NEVER_ENDS, ends == ENDS_DRAWN))
        return found

    def payoffs(self, secret: State) -> dict[int, dict[int, Payoff]]:
        """The matrix of a state in which a secret is chosen: what follows each choice, and each guess of it."""
        chosen = {choice: self.game.play_unchecked(secret, choice) for choice in self.game.moves_at(secret)}
        return {
            choice: {move: self._payoff(state, move) for move in self.game.moves_at(state)}
            for choice, state in chosen.items()
        }

    def best(self, state: State) -> list[int]:
        """The best moves: those that keep the value and, where play is certain, win or draw soonest, or lose latest.

        Values that differ by less than rounding (`ROUNDING`) are the same: a move that is worse by less is a best one,
        too, and the verdict is about all of them. Only a certain win is told apart from one that is almost certain.
        """
        mixed = self.odds(state)
        if mixed is not None:
            return [move for move, odds in mixed.items() if odds > 0]
        if self.game.actor(state) not in (P1, P2):
            return []
        after = {move: self.game.play_unchecked(state, move) for move in self.kept(state)}
        delays = {move: self.plies(result) for move, result in after.items()}
        known = [plies for plies in delays.values() if plies is not None]
        if not known:
            return list(delays)
        is_lost = value_for(self.game.actor(state), self.value(next(iter(after.values())))) < 0.5
        wanted = max(known) if is_lost else min(known)
        return [move for move, plies in delays.items() if plies == wanted]

    def kept(self, state: State) -> list[int]:
        """The moves that keep the value, of a side that does not have to mix them."""
        sign = 1 if self.game.actor(state) == P1 else -1
        moves = self.game.moves_at(state)
        values = {move: self.value(self.game.play_unchecked(state, move)) for move in moves}
        most = max(values.values(), key=lambda value: sign * value)
        return [move for move, value in values.items() if is_same_chance(value, most)]

    def proven_odds(self, state: State) -> Distribution:
        """The odds in the strategy that the certificate is about: it attains the value against every reply.

        Only where strategies were found, and not in a guess.
        """
        return self._odds(state, self.index.node(state), self.game.actor(state))

    def _how_it_ends(self, state: State) -> int:
        """How best play can end from here: `NEVER_ENDS`, `ENDS_DRAWN` where it has no other end, or `ENDS_WON`."""
        node = self._node(state)
        if node is not None:
            return int(self.ends[node])
        answers = (self.game.play_unchecked(state, move) for move, odds in self._answers(state) if odds > PROVEN)
        return _ends_of_all(map(self._how_it_ends, answers))

    def _node(self, state: State) -> int | None:
        """The node of a state, of a guesser's view that of the secret; None for a guess whose secret is known."""
        node = self.index.node(state)
        if node is None and self._seen(state) == state:
            node = self.index.node(self.index.secret_before(state))
        return node

    def _seen(self, state: State) -> State:
        return self.game.view(state, self.game.actor(state))

    def _secret_before(self, state: State) -> State | None:
        """The state in which the secret was chosen that is to be guessed; None if there is none."""
        return self.index.secret_before(self._seen(state)) if self.is_guess(state) else None

    def _answers(self, state: State) -> list[tuple[int, float]]:
        """The guesses that the other side may make, with their odds above zero."""
        return [(move, odds) for move, odds in (self.odds(state) or {}).items() if odds > 0]

    def _odds(self, state: State, node: int | None, seat: int) -> Distribution:
        """The odds of a seat's moves in a state that belongs to a node."""
        if node is None:
            raise KeyError(state)
        moves = self.game.moves_at(state)
        if self.strategies is None:  # neither side ever has a choice
            return dict.fromkeys(moves, 1.0)
        begin, end = int(self.strategies.first[node]), int(self.strategies.first[node + 1])
        if begin == end:  # neither side has a choice
            return dict.fromkeys(moves, 1.0)
        middle = begin + int(self.strategies.rows[node])
        own = range(begin, middle) if seat == P1 else range(middle, end)
        return {move: float(self.strategies.odds[place]) for move, place in zip(moves, own, strict=True)}

    def _payoff(self, state: State, guess: int) -> Payoff:
        after = self.game.play_unchecked(state, guess)
        return Payoff(self.value(after), self._how_it_ends(after))

    def _guesses(self, state: State, secret: State) -> list[Worth]:
        """What each guess is worth to a guesser who does not know the secret: the mean over the choices."""
        chosen, payoffs = self._odds(secret, self.index.node(secret), self.game.actor(secret)), self.payoffs(secret)
        found = []
        for move, odds in self._odds(state, self.index.node(secret), self.game.actor(state)).items():
            after = [(share, payoffs[choice][move]) for choice, share in chosen.items() if share > 0]
            value = _mean([(share, payoff.value) for share, payoff in after])
            ends = _ends_of_all(payoff.ends for share, payoff in after if share > PROVEN)
            found.append(Worth(move, value, None, odds, ends == NEVER_ENDS, ends == ENDS_DRAWN))
        return found


def _ends_of_all(ends: Iterable[int]) -> int:
    """How best play can end where any of several states may come next."""
    found = set(ends)
    return ENDS_WON if ENDS_WON in found else max(found)


def _mean(shares: Sequence[tuple[float, Value]]) -> float:
    """The mean of values by their shares; 0 or 1 only if all of them are."""
    first = shares[0][1]
    if is_certain(first) and all(value == first for _, value in shares):
        return float(first)
    return value_for(P1, sum(share * value for share, value in shares))


def given_away(solution: Solution, state: State, move: int) -> Value:
    """How much a move loses to the side that makes it, compared with the best move: zero or more."""
    worth = next(worth.value for worth in solution.worths(state) if worth.move == move)
    before = solution.value(state)
    lost = before - worth if solution.game.actor(state) == P1 else worth - before
    return max(lost, 0 * lost)
