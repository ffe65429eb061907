"""Policies: a distribution over the legal moves for each information set, that is, for all that a side may see."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isfinite
from numbers import Real
from typing import Any

from headway.errors import HeadwayError, expected, quoted
from headway.game import A_GAME, Game, State
from headway.solver import Value
from headway.solver.explored import Explored
from headway.tolerances import LEAST_ODDS, ODDS_SUM

Odds = Mapping[int, Value]
"""The probability of each move; a move that is not there has none. Fractions are exact."""


class BadPolicy(HeadwayError):
    """A policy that does not say how to move: it has no answer, or odds that are not those of legal moves."""

    name = "bad-policy"


class Policy(ABC):
    """How a side moves in each of its information sets, in either seat.

    `game` is what it plays, and `name` how it is called. A policy of your own defines `odds`. Fractions are taken as
    they are, so that what follows from them is exact.

    >>> from fractions import Fraction
    >>> class First(headway.policies.Policy):
    ...     def odds(self, seen):
    ...         first, *others = self.game.moves_at(seen)
    ...         return {first: Fraction(1)}
    >>> first = First(headway.load("cross-over"), "the first move")
    >>> first.game, first.name
    (<Game cross-over>, 'the first move')
    >>> headway.policies.evaluate(first.game, first, "random").value()
    Fraction(1, 486)
    """

    def __init__(self, game: Game, name: str) -> None:
        if not isinstance(game, Game):
            raise expected(A_GAME, game)
        self.game = game
        self.name = name

    @abstractmethod
    def odds(self, seen: State) -> Odds:
        """The odds of the moves in a state, as the side to move sees it: those of a secret are not in it.

        >>> game = headway.load("cross-over")
        >>> headway.policies.named(game, "perfect").odds(game.start())
        {2: Fraction(1, 1)}
        """

    def _on_form(self, explored: Explored) -> Any:
        """The odds of both sides on all nodes of a normal form, if they can be had without asking for each; or None."""
        return None

    @property
    def _is_partial(self) -> bool:
        """Does the policy know how to move only where it leads to itself?"""
        return False

    def __repr__(self) -> str:
        return f"<Policy for {self.game}: {self.name}>"


class Random(Policy):
    """Every legal move has the same odds.

    >>> game = headway.load("cross-over")
    >>> headway.policies.Random(game).odds(game.start())
    {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game, "random")

    def odds(self, seen: State) -> Odds:
        """The same odds for every legal move."""
        moves = self.game.moves_at(seen)
        return dict.fromkeys(moves, Fraction(1, len(moves)))

    def _on_form(self, explored: Explored) -> Any:
        """Equal odds on every node."""
        return explored.normal.even_odds()


class Erring(Policy):
    """Another policy that errs: at a `rate` it makes a random move instead, be that a mistake or not.

    >>> game = headway.load("cross-over")
    >>> player = headway.policies.Erring(headway.policies.named(game, "perfect"), 0.25)
    >>> player
    <Policy for cross-over: perfect, erring at rate 0.25>
    >>> player.odds(game.start())
    {0: Fraction(1, 12), 1: Fraction(1, 12), 2: Fraction(5, 6)}
    """

    def __init__(self, policy: Policy, rate: Value, name: str | None = None) -> None:
        if not isinstance(policy, Policy):
            raise expected("a policy", policy)
        if not isinstance(rate, Real) or not 0 <= rate <= 1:
            raise BadPolicy(f"The rate of errors is a number from 0 to 1, not {quoted(str(rate))}.")
        super().__init__(policy.game, name or f"{policy.name}, erring at rate {float(rate):g}")
        self.policy = policy
        self.rate = rate if isinstance(rate, Fraction) else Fraction(str(rate))  # 0.1 is meant as a tenth

    def odds(self, seen: State) -> Odds:
        """The odds of the other policy, and equal ones at the rate of errors."""
        return erring(self.policy.odds(seen), self.game.moves_at(seen), self.rate)

    def _on_form(self, explored: Explored) -> Any:
        """The odds of both on every node, mixed."""
        own = self.policy._on_form(explored)
        if own is None:
            return None
        even, rate = explored.normal.even_odds(), float(self.rate)
        if isinstance(own, list):
            return [(1 - rate) * one + rate * other for one, other in zip(own, even, strict=True)]
        return (1 - rate) * own + rate * even

    @property
    def _is_partial(self) -> bool:
        """Like the other policy; but one that errs leads anywhere."""
        return self.policy._is_partial


def erring(odds: Odds, moves: Sequence[int], rate: Value) -> dict[int, Any]:
    """Odds that are replaced by equal ones at a rate."""
    even = rate / len(moves)
    return {move: even + (1 - rate) * odds.get(move, 0) for move in moves}


def checked_odds(game: Game, seen: State, moves: Sequence[int], odds: object) -> Odds:
    """What a policy has given as its odds in a state with these legal moves, if that is what they are."""
    if not isinstance(odds, Mapping):
        raise BadPolicy(f"A policy gave a value of type {type(odds).__name__} instead of odds in {game.dump(seen)}.")
    for move, share in odds.items():
        if not isinstance(share, Real):
            gave = f"{quoted(str(share))} instead of a number as the odds of a move"
        elif move not in moves and share != 0:
            gave = f"odds to the move {move}, which is not legal"
        elif not float(share) >= 0:
            gave = "odds below zero"
        elif isinstance(share, float) and 0 < share < LEAST_ODDS:
            gave = f"odds of {share:g}, which floats cannot compute with (a Fraction can)"
        else:
            continue
        raise BadPolicy(f"A policy gave {gave} in {game.dump(seen)}.")
    total = float(sum(odds.values()))
    if not isfinite(total) or abs(total - 1) > ODDS_SUM:
        raise BadPolicy(f"A policy gave odds that add up to {total:g} instead of 1 in {game.dump(seen)}.")
    return odds


LEVELS = {
    1: Fraction(90, 100),
    2: Fraction(75, 100),
    3: Fraction(60, 100),
    4: Fraction(46, 100),
    5: Fraction(33, 100),
    6: Fraction(21, 100),
    7: Fraction(11, 100),
    8: Fraction(5, 100),
    9: Fraction(1, 100),
}
"""The rate at which each level errs: it makes a random move instead of a perfect one."""
