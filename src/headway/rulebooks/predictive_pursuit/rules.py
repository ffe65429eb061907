"""The rules of Predictive Pursuit. A turn is a secret step, then the other side's guess at it."""

from typing import Annotated, NamedTuple

from headway.rulekit import OVER, P1, P2, put

REFUSED, STOPS = 0, 1  # overshoot
GUESSABLE, UNBLOCKABLE = 0, 1  # forced

NOTHING, HIDDEN = 0, -1  # chosen, where it is not a step


class Rules(NamedTuple):
    """A variant; the defaults are the book's."""

    length: Annotated[int, range(1, 1001)] = 10
    longest_step: Annotated[int, range(1, 10)] = 2
    overshoot: Annotated[int, range(2)] = REFUSED
    forced: Annotated[int, range(2)] = GUESSABLE


class State(NamedTuple):
    """Where the pieces are, whose turn it is, and the step that was chosen, until it is answered."""

    places: tuple[int, ...]
    mover: int
    chosen: int


def start(rules: Rules, first: int) -> State:
    return State((0, 0), first, NOTHING)


def span(rules: Rules) -> tuple[State, State]:
    return State((0, 0), P1, NOTHING), State((rules.length, rules.length), P2, rules.longest_step)


def goals(rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (rules.length,), (rules.length,)


def actor(rules: Rules, state: State) -> int:
    if state.places[P1] == rules.length or state.places[P2] == rules.length:
        return OVER
    return state.mover if state.chosen == NOTHING else 1 - state.mover


def legal(rules: Rules, state: State, move: int) -> bool:
    if actor(rules, state) == OVER:
        return False
    return state.chosen != NOTHING or move < options(rules, state)


def options(rules: Rules, state: State) -> int:
    """How many steps the mover may choose from: 1 up to this."""
    if rules.overshoot == STOPS:
        return rules.longest_step
    return min(rules.longest_step, rules.length - state.places[state.mover])


def secret(rules: Rules, state: State) -> bool:
    if state.chosen != NOTHING:
        return False
    return rules.forced == GUESSABLE or options(rules, state) > 1


def play(rules: Rules, state: State, move: int) -> State:
    step = move + 1
    if secret(rules, state):
        return State(state.places, state.mover, step)
    if state.chosen != NOTHING:
        step = 0 if step == state.chosen else state.chosen
    place = min(state.places[state.mover] + step, rules.length)
    return State(put(state.places, state.mover, place), 1 - state.mover, NOTHING)


def view(rules: Rules, state: State, seat: int) -> State:
    if state.chosen == NOTHING or seat == state.mover:
        return state
    return State(state.places, state.mover, HIDDEN)


def winner(rules: Rules, state: State) -> int:
    return P1 if state.places[P1] == rules.length else P2


def moves(rules: Rules) -> int:
    return rules.longest_step


def positions(rules: Rules, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (state.places[P1],), (state.places[P2],)
