"""The exact value of a pair of policies, from every state."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from headway.errors import BadArgument, expected
from headway.game import Game
from headway.phrases import percent
from headway.policies.bounds import Bounded, Bounds, exactly
from headway.policies.flat import FlatOdds, flat_odds
from headway.policies.induced import exact_chain, induced_form, solved_form
from headway.policies.policy import Policy
from headway.rulekit import DRAW, P1, P2
from headway.solver import Value
from headway.solver.explored import Explored
from headway.solver.gth import TooHard
from headway.solver.kernels.form import winner_of
from headway.solver.markov_chain import expected_values
from headway.solver.normal_form import NormalForm, Shares
from headway.table.outcome import Result
from headway.table.table import Table
from headway.tolerances import PROVEN

if TYPE_CHECKING:
    from headway.policies.absorption import Absorption
    from headway.policies.length import Length
    from headway.policies.losses import Losses

RESULTS = {Result.P1: Fraction(1), Result.P2: Fraction(0), Result.DRAW: Fraction(1, 2)}
HALF = Fraction(1, 2)


def result_at(table: Table | None) -> Fraction | None:
    """What a table that is over has come to; None at others. What is not a table is refused."""
    if table is None:
        return None
    if not isinstance(table, Table):
        raise expected("a table, as headway.Table(game) gives it, or None for the start", table)
    return None if table.result is None else RESULTS.get(table.result)


class Numbers(NamedTuple):
    """The values of all nodes, with bounds; `number` says what they are: fractions or floats."""

    number: Callable[[Any], Value]
    floor: Sequence[Any]
    values: Sequence[Any]
    ceiling: Sequence[Any]

    def value(self, node: int) -> Value:
        """The value of a node, within its bounds."""
        low, high = self.bounds(node)
        return min(max(self.number(self.values[node]), low), high)

    def bounds(self, node: int) -> Bounds:
        """The bounds on that value."""
        return Bounds(self.number(self.floor[node]), self.number(self.ceiling[node]))


def in_percent(value: Value) -> str:
    """A probability in percent: floats are known to within what is proven."""
    return percent(value, unsure=0 if isinstance(value, Fraction) else PROVEN)


class Values:
    """The values of the nodes of a game in which at least one side keeps to its odds, with bounds."""

    def __init__(self, explored: Explored, p1: FlatOdds | None, p2: FlatOdds | None) -> None:
        self.explored = explored
        self.given = p1, p2
        self.reached = [odds.reached for odds in (p1, p2) if odds is not None and odds.reached is not None]

    @cached_property
    def form(self) -> NormalForm:
        """The normal form that is left."""
        return induced_form(self.explored.normal, *self.given)

    @cached_property
    def chain(self) -> list[Shares] | None:
        """The exact chain of two policies; None where there is a choice left, or floats have to do."""
        p1, p2 = self.given
        return None if p1 is None or p2 is None else exact_chain(self.explored, self.form, p1, p2)

    @cached_property
    def _found(self) -> Numbers:
        if self.chain is not None:
            with suppress(TooHard):  # a loop with long fractions
                exact = expected_values(self.form, self.chain, list(map(Fraction, self.form.results)), HALF)
                return Numbers(Fraction, exact, exact, exact)
        solved = solved_form(self.form, self.explored.game)
        return Numbers(float, solved.floor, solved.values, solved.ceiling)

    @cached_property
    def absorption(self) -> "Absorption":
        """How the chain of two policies ends."""
        from headway.policies.absorption import Absorption

        plies = [1] * self.form.size
        for node in self.explored.index.secret_nodes():
            plies[node] = 2  # a secret and its answer
        return Absorption(self.form, plies, self.chain)

    def value(self, node: int) -> Value:
        """The chance that P1 wins at a node, endless play counting one half."""
        return self._found.value(node)

    def bounds(self, node: int) -> Bounds:
        """The bounds on that chance."""
        return self._found.bounds(node)

    def node(self, table: Table | None) -> int:
        """The node of a table, or of the start; refused where the policies have no answer."""
        game = self.explored.game
        if table is None:
            return self.explored.starts[P1]
        if table.game != game:
            raise BadArgument(f"These are policies for {game}, and the table is of {table.game}.")
        node = self.explored.node(table.state)
        if node is None or any(not reached[node] for reached in self.reached):
            raise BadArgument("This table does not come up under these policies, and they have no answers for it.")
        return node


class Evaluation:
    """What comes of a game if each side keeps to its policy.

    `game` is what is played, and `policies` are those of P1 and P2. Values are the chance that P1 wins, endless play
    counting one half: fractions where the policies are exact and the game is small, otherwise floats with bounds.
    Without a table, the start with P1 to move is meant.

    >>> found = headway.policies.evaluate(headway.load("cross-over"), "random", "perfect")
    >>> found
    <Evaluation of cross-over, random against perfect: P1 wins 16.67 %>
    >>> found.game, found.policies
    (<Game cross-over>, (<Policy for cross-over: random>, <Policy for cross-over: perfect>))
    """

    def __init__(self, values: Values, policies: tuple[Policy, Policy]) -> None:
        self._values = values
        self.policies = policies

    @property
    def game(self) -> Game:
        """The game that is played.

        >>> headway.policies.evaluate(headway.load("cross-over"), "random", "random").game
        <Game cross-over>
        """
        return self._values.explored.game

    def value(self, table: Table | None = None) -> Value:
        """The chance that P1 wins from here. At a guess, it is what the side to move can know.

        >>> game = headway.load("race-to-the-center")
        >>> found = headway.policies.evaluate(game, "random", "random")
        >>> found.value(), found.value(headway.Table(game).play("2"))
        (Fraction(55, 128), Fraction(19, 32))
        """
        result = result_at(table)
        return result if result is not None else self._values.value(self._values.node(table))

    def bounds(self, table: Table | None = None) -> Bounds:
        """Between which numbers the value is for certain: both are the value where it is exact.

        Where it is not, they hold for the odds rounded to floats.

        >>> found = headway.policies.evaluate(headway.load("predictive-pursuit"), "5", "random")
        >>> found.bounds().low <= found.value() <= found.bounds().high
        True
        """
        result = result_at(table)
        return Bounds(result, result) if result is not None else self._values.bounds(self._values.node(table))

    def length(self, table: Table | None = None) -> "Length":
        """How many plies the game lasts from here: the mean, quantiles, and the probability of each number.

        >>> headway.policies.evaluate(headway.load("cross-over"), "perfect", "perfect").length()
        <Length: 7 plies on average, half of the games within 7, nine in ten within 7>
        """
        from headway.policies.length import length_from, no_plies

        if result_at(table) is not None:
            return no_plies()
        node = self._values.node(table)
        return length_from(self._values, node, int(self._is_guess(node, table)))

    def drawn(self, table: Table | None = None) -> Value:
        """The probability that the game ends in a draw.

        >>> headway.policies.evaluate(headway.load("cross-over"), "random", "random").drawn()
        Fraction(0, 1)
        """
        return self._drawn(table).value

    def drawn_bounds(self, table: Table | None = None) -> Bounds:
        """Between which numbers that probability is for certain: both are the same where it is exact.

        >>> headway.policies.evaluate(headway.load("cross-over"), "random", "random").drawn_bounds()
        Bounds(low=Fraction(0, 1), high=Fraction(0, 1))
        """
        return self._drawn(table).bounds

    def _drawn(self, table: Table | None) -> Bounded:
        from headway.policies.length import chance_from

        result, form = result_at(table), self._values.form
        if result is not None:
            return exactly(Fraction(result == HALF))
        node = self._values.node(table)
        if not form.has_draws:
            return exactly(Fraction(0))
        return chance_from(self._values, node, lambda end: winner_of(form.results[end]) == DRAW)

    def losses(self, table: Table | None = None) -> "Losses":
        """What each decision of both sides costs, compared with best play. The game is solved for this.

        >>> headway.policies.evaluate(headway.load("cross-over"), "perfect", "perfect").losses()
        <Losses: P1 0, P2 0 of a game, in 24 decisions>
        """
        from headway.policies.losses import Losses, losses_from
        from headway.solver.cache import solved

        result = result_at(table)
        if result is not None:
            return Losses(result, (), Fraction(0), Bounds(Fraction(0), Fraction(0)))
        node = self._values.node(table)
        return losses_from(self._values, node, solved(self.game), self._is_guess(node, table))

    def _is_guess(self, node: int, table: Table | None) -> bool:
        """Is the secret of a node already made at a table?"""
        return table is not None and self._values.explored.state(node) != table.state

    def __repr__(self) -> str:
        one, other = self.policies
        return f"<Evaluation of {self.game}, {one.name} against {other.name}: P1 wins {in_percent(self.value())}>"


def evaluate_policies(p1: Policy, p2: Policy, known: Explored) -> Evaluation:
    """Evaluate two policies of a game that is explored."""
    return Evaluation(Values(known, flat_odds(known, p1, P1), flat_odds(known, p2, P2)), (p1, p2))
