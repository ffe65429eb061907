"""The rules of Cross Over. A move is a step forward, or a skip where no step is legal."""

from typing import Annotated, NamedTuple

from headway.rulekit import OVER, P1, P2, put


class Rules(NamedTuple):
    """A variant; the defaults are the book's."""

    length: Annotated[int, range(2, 1001)] = 9
    longest_step: Annotated[int, range(1, 10)] = 3


class State(NamedTuple):
    """Where the markers are, and whose turn it is."""

    places: tuple[int, ...]
    mover: int


def start(rules: Rules, first: int) -> State:
    return State((1, rules.length), first)


def track(rules: Rules) -> tuple[int, int]:
    return 1, rules.length


def span(rules: Rules) -> tuple[State, State]:
    return State((1, 1 - rules.longest_step), P1), State((rules.length + rules.longest_step, rules.length), P2)


def goals(rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    beyond = range(1, rules.longest_step + 1)
    return tuple(rules.length + step for step in beyond), tuple(1 - step for step in beyond)


def actor(rules: Rules, state: State) -> int:
    if state.places[P1] > rules.length or state.places[P2] < 1:
        return OVER
    return state.mover


def landing(state: State, move: int) -> int:
    """The square the step would reach."""
    step = move + 1
    return state.places[state.mover] + (step if state.mover == P1 else -step)


def legal(rules: Rules, state: State, move: int) -> bool:
    if actor(rules, state) == OVER:
        return False
    if move == rules.longest_step:
        return blocked(rules, state)
    return landing(state, move) != state.places[1 - state.mover]


def blocked(rules: Rules, state: State) -> bool:
    """Has the mover no step at all?"""
    for move in range(rules.longest_step):
        if landing(state, move) != state.places[1 - state.mover]:
            return False
    return True


def play(rules: Rules, state: State, move: int) -> State:
    if move == rules.longest_step:
        return State(state.places, 1 - state.mover)
    return State(put(state.places, state.mover, landing(state, move)), 1 - state.mover)


def winner(rules: Rules, state: State) -> int:
    return P1 if state.places[P1] > rules.length else P2


def moves(rules: Rules) -> int:
    return rules.longest_step + 1


def positions(rules: Rules, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (state.places[P1],), (state.places[P2],)
