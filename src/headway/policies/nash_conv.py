"""Exploitability: what two policies lose to best responses, half of NashConv."""

from headway.policies.bounds import Bounds, at_least_zero
from headway.policies.evaluation import in_percent
from headway.policies.response import BestResponse
from headway.rulekit import P1, P2
from headway.solver import Value
from headway.table.table import Table


class Exploitability:
    """How much two policies lose to best responses, on average of the seats.

    It is half of NashConv: what P1 could gain by a best response to P2's policy, and what P2 could by one to P1's. It
    is 0 if and only if both are optimal from there. `responses` are the best responses of P1 and of P2.

    >>> found = headway.policies.exploitability(headway.load("cross-over"), "random")
    >>> found
    <Exploitability of random in cross-over: 47.22 %>
    >>> [response.seat.name for response in found.responses]
    ['P1', 'P2']
    >>> headway.policies.exploitability(headway.load("cross-over"), "perfect").value()
    Fraction(0, 1)
    """

    def __init__(self, by_p1: BestResponse, by_p2: BestResponse) -> None:
        self.responses = by_p1, by_p2

    def value(self, table: Table | None = None) -> Value:
        """The exploitability from here, in games: at most one half. With returns of -1 and 1 it is twice this.

        >>> game = headway.load("cross-over")
        >>> headway.policies.exploitability(game, "random", "perfect").value(headway.Table(game).play("3"))
        Fraction(5, 12)
        """
        by_p1, by_p2 = (response.value(table) for response in self.responses)
        found = (by_p1 - by_p2) / 2
        return at_least_zero(found)

    def bounds(self, table: Table | None = None) -> Bounds:
        """Between which numbers it is for certain: both are the exploitability where it is exact.

        Where it is not, they hold for the odds of both policies rounded to floats.

        >>> low, high = headway.policies.exploitability(headway.load("predictive-pursuit"), "perfect").bounds()
        >>> low, 0 < high < 0.000_000_001
        (0.0, True)
        """
        by_p1, by_p2 = (response.bounds(table) for response in self.responses)
        low = (by_p1.low - by_p2.high) / 2
        return Bounds(at_least_zero(low), (by_p1.high - by_p2.low) / 2)

    def __repr__(self) -> str:
        p1, p2 = self.responses[P2].against.name, self.responses[P1].against.name
        told = p1 if p1 == p2 else f"{p1} and {p2}"
        return f"<Exploitability of {told} in {self.responses[P1].game}: {in_percent(self.value())}>"
