"""The best reply to a strategy within a component, by policy iteration: for components that are too slow for iteration.

If `seat` keeps to its odds, the other side faces a Markov decision process. Its maximal end components are collapsed,
with one more action: to stay for ever, which is worth one half. Then every policy leaves the component, and policy
iteration ends with the best one. In floats the result is only an estimate, from which a bound is computed that is
checked; where floats cannot say, and the component is not large, everything is computed in fractions.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import fsum, inf, nextafter
from typing import Any, NamedTuple

from headway.rulekit import P1
from headway.solver.certificate import is_below_what_follows, is_left
from headway.solver.gth import (
    MOST_AT_ONCE,
    Effort,
    Row,
    TooHard,
    TooRare,
    elimination_plan,
    expected_rewards,
    fraction_effort,
)
from headway.solver.kernels.form import Form
from headway.solver.normal_form import cells
from headway.tolerances import PRODUCT_ERROR, RELATIVE_IMPROVEMENT, ROUNDING

MOST_ROUNDS = 2_000
FLOAT_BITS = 53
"""The bits of a probability that is a float."""
ENDLESS = -1
"""The node that stands for staying in an end component for ever."""


Number = Any
"""A float, or a fraction."""


class Action(NamedTuple):
    """A reply at a node, and where it leads."""

    at: int
    reply: int
    to: Mapping[int, Number]


Actions = dict[int, list[Action]]
"""What the other side may do at each node."""

Traps = Sequence[set[int]]
"""The maximal end components of the process."""


def bound(
    form: Form,
    component: Sequence[int],
    seat: int,
    odds: Sequence[float],
    floor: Sequence[float],
    traps: Traps,
    effort: Effort,
    enough: float = ROUNDING,
) -> dict[int, float]:
    """A safe bound on what `seat` guarantees at each node of a component, from that of what it leads to.

    As in `kernels.floors`, more is better for the seat. If floats lower it by more than `enough`, it is found in
    fractions, if the component is small. Raises `TooHard` where nothing can be said.
    """
    try:
        found, lowered = _Reply(form, component, seat, odds, floor, traps, float, effort).checked_bound()
    except TooRare as error:
        if not is_small(form, component):
            raise TooRare(f"{error}, and too large for fractions") from None
        lowered = inf
    if lowered > enough and is_small(form, component):
        return _Reply(form, component, seat, odds, floor, traps, Fraction, effort).exact_bound()
    return found


def is_small(form: Form, component: Sequence[int]) -> bool:
    """Is a component solved in fractions in a short time? Their digits grow with its nodes."""
    nodes = set(component)
    edges = {at: nodes.intersection(_following(form, at)) for at in component}
    return fraction_effort(elimination_plan(edges), FLOAT_BITS) <= MOST_AT_ONCE


def _following(form: Form, at: int) -> list[int]:
    return [int(form.to[outcome]) for outcome in range(int(form.first[at]), int(form.first[at + 1]))]


class _Reply:
    def __init__(
        self,
        form: Form,
        component: Sequence[int],
        seat: int,
        odds: Sequence[float],
        floor: Sequence[float],
        traps: Traps,
        number: type[Number],
        effort: Effort,
    ) -> None:
        self.number, self.effort = number, effort
        self.actions: Actions = {at: self._actions(form, at, seat, odds) for at in component}
        self.traps = traps
        self.name = {at: at for at in component}
        for trap in self.traps:
            self.name.update(dict.fromkeys(trap, min(trap)))
        reached = {to for actions in self.actions.values() for action in actions for to in action.to}
        self.outside: dict[int, Number] = {to: self.number(float(floor[to])) for to in reached if to not in self.name}
        self.outside[ENDLESS] = self.number(0.5 if seat == P1 else -0.5)
        self.process = self._collapsed()

    def exact_bound(self) -> dict[int, float]:
        """What the best reply leaves, in fractions, rounded down; other code checks that it is a bound."""
        worth, _ = self._least(self.outside, self.number(0))
        ahead = {name: [action.to for action in actions] for name, actions in self.process.items()}
        if not (is_left(ahead) and is_below_what_follows(ahead, {**self.outside, **worth})):
            raise TooHard("what a best reply leaves is not a bound")
        return {at: _down(worth[name]) for at, name in self.name.items()}

    def checked_bound(self) -> tuple[dict[int, float], float]:
        """A bound from estimates in floats, and by how much they were lowered for it.

        Let w be an estimate that is nowhere more than r above what the best reply makes of it, and let h be at least
        one more than the mean of h after any reply. Then w - rh is nowhere above what any reply makes of it, and so it
        is a bound. Both conditions are checked for every reply: h may fall short of the second by a share. The estimate
        is a sum of two floats: where h is large, the rounding of one would count.
        """
        zeros = dict.fromkeys(self.outside, 0.0)
        less, _ = self._least(zeros, -1.0)
        worth, chosen = self._least(self.outside, 0.0)
        duration = {at: -steps for at, steps in less.items()}
        steps_ahead, ahead, actions = {**zeros, **duration}, {**self.outside, **worth}, self._every_action()
        rest = {**zeros, **self._correction(ahead, chosen)}
        short = max(1 + self._gain(action, steps_ahead, zeros, 1) for action in actions)
        error = max(0.0, *(-self._gain(action, ahead, rest, -1) for action in actions))
        if not short <= 0.5:
            raise TooRare(f"a loop of {len(self.name):,} states is left too rarely for floats to tell")
        lowered = {at: (1 + PRODUCT_ERROR) * error * steps / (1 - short) for at, steps in duration.items()}
        lower = {at: nextafter(rest[at] - lowered[at], -inf) for at in duration}
        found = {at: nextafter(worth[name] + lower[name], -inf) for at, name in self.name.items()}
        return found, max(lowered.values())

    def _correction(self, ahead: Mapping[int, float], chosen: Mapping[int, Action]) -> dict[int, float]:
        """What is missing to values of a policy because they are rounded."""
        zeros = dict.fromkeys(self.outside, 0.0)
        rows = {}
        for at, action in chosen.items():
            missing = fsum(odds * (ahead[to] - ahead[at]) for to, odds in action.to.items())
            rows[at] = self._row(action, zeros, missing)
        return expected_rewards(rows, 0.0, self.effort)

    def _actions(self, form: Form, at: int, seat: int, odds: Sequence[float]) -> list[Action]:
        matrix, begin = cells(form, at), int(form.first_odds[at])
        if seat == P1:
            matrix = [list(column) for column in zip(*matrix, strict=True)]
        else:
            begin += len(matrix)
        own = len(matrix[0])  # how many choices the seat itself has
        weights = [1.0]
        if len(matrix) * own > 1:
            weights = [float(odds[begin + choice]) for choice in range(own)]
        return [Action(at, reply, self._mixed(weights, row)) for reply, row in enumerate(matrix)]

    def _mixed(self, weights: Sequence[float], row: Sequence[Sequence[tuple[int, float]]]) -> dict[int, Number]:
        """Where a reply leads: each cell of the row with its weight."""
        found: dict[int, Number] = {}
        for weight, cell in zip(weights, row, strict=True):
            for to, share in cell:
                if weight > 0:
                    found[to] = found.get(to, self.number(0)) + self.number(weight) * self.number(share)
        total: Any = sum(found.values())
        return {to: part / total for to, part in found.items()}

    def _collapsed(self) -> Actions:
        """The process with each end component collapsed into its first node."""
        stay = Action(ENDLESS, -1, {ENDLESS: self.number(1)})
        process: Actions = {name: [] for name in self.name.values()}
        for trap in self.traps:
            process[min(trap)].append(stay)
        inside = {at: trap for trap in self.traps for at in trap}
        for at, actions in self.actions.items():
            for action in actions:
                if at not in inside or not inside[at].issuperset(action.to):
                    process[self.name[at]].append(Action(action.at, action.reply, self._renamed(action.to)))
        return process

    def _renamed(self, to: Mapping[int, Number]) -> dict[int, Number]:
        found: dict[int, Number] = {}
        for at, share in to.items():
            name = self.name.get(at, at)
            found[name] = found.get(name, self.number(0)) + share
        return found

    def _every_action(self) -> list[Action]:
        return [Action(name, action.reply, action.to) for name, actions in self.process.items() for action in actions]

    def _least(self, outside: Mapping[int, Number], reward: Number) -> tuple[dict[int, Number], dict[int, Action]]:
        """The least expected value of each node over all policies, with a reward for each move, and such a policy."""
        chosen = {at: actions[0] for at, actions in self.process.items()}
        least = RELATIVE_IMPROVEMENT if self.number is float else 0
        for _ in range(MOST_ROUNDS):
            rows = {at: self._row(action, outside, reward) for at, action in chosen.items()}
            worth = expected_rewards(rows, self.number(0), self.effort)
            ahead = {**outside, **worth}
            better = {}
            for at, actions in self.process.items():
                action = min(actions, key=lambda action: _mean(action.to, ahead))
                if _mean(action.to, ahead) < _mean(chosen[at].to, ahead) - abs(worth[at]) * least:
                    better[at] = action
            if not better:
                break
            chosen.update(better)
        else:
            if self.number is not float:  # what floats find is checked later
                raise TooHard("the best reply was not found")
        return worth, chosen

    def _row(self, action: Action, outside: Mapping[int, Number], reward: Number) -> Row[Any]:
        row: Row[Any] = Row({}, self.number(0), reward)
        for to, odds in action.to.items():
            if to in outside:
                row.leaves += odds
                row.reward += odds * outside[to]
            else:
                row.to[to] = odds
        return row

    @staticmethod
    def _gain(action: Action, values: Mapping[int, float], rest: Mapping[int, float], side: int) -> float:
        """The mean change of a value by an action; rounded up for side 1, down for side -1. `rest` belongs to it."""
        value, more = values[action.at], rest.get(action.at, 0.0)
        changes = [(odds, values[to] - value, rest.get(to, 0.0) - more) for to, odds in action.to.items()]
        gain = fsum(odds * (change + small) for odds, change, small in changes)
        return gain + side * PRODUCT_ERROR * fsum(odds * (abs(change) + abs(small)) for odds, change, small in changes)


def _mean(to: Mapping[int, Number], values: Mapping[int, Number]) -> Any:
    return sum(odds * values[at] for at, odds in to.items())


def _down(value: Fraction) -> float:
    found = float(value)
    return found if found <= value else nextafter(found, -inf)
