"""The rules of Lucky Steps. Hide a coin; if the guess is wrong, roll 1 to 3, and take the steps or leave them."""

from typing import Annotated, NamedTuple

from headway.rulekit import CHANCE, OVER, P1, P2, put

# what the turn waits for
HIDE, GUESS, ROLL, DECIDE = 0, 1, 2, 3
# the moves: a hand to hide in or to guess, a face of the die, and what to do with it
LEFT, RIGHT, ONE, TAKE, LEAVE = 0, 1, 2, 5, 6

HIDDEN = 9


class Rules(NamedTuple):
    """A variant."""

    length: Annotated[int, range(3, 51)] = 5


class State(NamedTuple):
    """Where both stand, whose turn it is, what it waits for, and the hand or the face it is about."""

    places: tuple[int, ...]
    mover: int
    phase: int
    value: int


def start(rules: Rules, first: int) -> State:
    return State((0, 0), first, HIDE, 0)


def span(rules: Rules) -> tuple[State, State]:
    return State((0, 0), P1, HIDE, 0), State((rules.length, rules.length), P2, DECIDE, 3)


def actor(rules: Rules, state: State) -> int:
    if state.places[P1] >= rules.length or state.places[P2] >= rules.length:
        return OVER
    if state.phase == ROLL:
        return CHANCE
    return 1 - state.mover if state.phase == GUESS else state.mover


def legal(rules: Rules, state: State, move: int) -> bool:
    if actor(rules, state) == OVER:
        return False
    if state.phase == ROLL:
        return ONE <= move < TAKE
    if state.phase == DECIDE:
        return move >= TAKE
    return move < ONE


def play(rules: Rules, state: State, move: int) -> State:
    if state.phase == HIDE:
        return State(state.places, state.mover, GUESS, move)
    if state.phase == GUESS:
        if move == state.value:
            return State(state.places, 1 - state.mover, HIDE, 0)
        return State(state.places, state.mover, ROLL, 0)
    if state.phase == ROLL:
        return State(state.places, state.mover, DECIDE, move - ONE + 1)
    if move == LEAVE:
        return State(state.places, 1 - state.mover, HIDE, 0)
    place = min(state.places[state.mover] + state.value, rules.length)
    return State(put(state.places, state.mover, place), 1 - state.mover, HIDE, 0)


def weight(rules: Rules, state: State, move: int) -> int:
    return 4 - (move - ONE + 1)


def secret(rules: Rules, state: State) -> bool:
    return state.phase == HIDE


def view(rules: Rules, state: State, seat: int) -> State:
    if state.phase == GUESS and seat != state.mover:
        return State(state.places, state.mover, state.phase, HIDDEN)
    return state


def winner(rules: Rules, state: State) -> int:
    return P1 if state.places[P1] >= rules.length else P2


def moves(rules: Rules) -> int:
    return LEAVE + 1


def positions(rules: Rules, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (state.places[P1],), (state.places[P2],)
