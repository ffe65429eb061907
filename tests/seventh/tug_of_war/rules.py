"""The rules of Tug of War. Player 1 pulls the knot of a rope down the track and Player 2 up, by one position or by two.

The game is a draw if the knot is at neither end after the last pull. In its variants both sides pull at once, and the
wind moves the knot after each pull.
"""

from typing import Annotated, NamedTuple

from headway.rulekit import CHANCE, DRAW, OVER, P1, P2, put

# the readings of `style` and `wind`
IN_TURN, AT_ONCE = 0, 1
CALM, WINDY = 0, 1
# what the game waits for
PULL, ANSWER, WIND = 0, 1, 2
# the moves: to pull by one or by two; where the wind blows
ONE, TWO, DOWN, STILL, UP = 0, 1, 2, 3, 4

HIDDEN = 9


class Rules(NamedTuple):
    length: Annotated[int, range(2, 31, 2)] = 6
    pulls: Annotated[int, range(1, 31)] = 6
    strength: Annotated[int, range(10)] = 2
    style: Annotated[int, range(2)] = IN_TURN
    wind: Annotated[int, range(2)] = CALM


class State(NamedTuple):
    knot: int
    mover: int
    pulls: int  # how many have been made
    strength: tuple[int, ...]  # how often each side can still pull by two
    phase: int
    secret_pull: int


def start(rules: Rules, first: int) -> State:
    return State(rules.length // 2, first, 0, (rules.strength, rules.strength), PULL, 0)


def span(rules: Rules) -> tuple[State, State]:
    least = State(0, P1, 0, (0, 0), PULL, 0)
    return least, State(rules.length, P2, rules.pulls + 1, (rules.strength, rules.strength), WIND, 2)


def actor(rules: Rules, state: State) -> int:
    if state.knot == 0 or state.knot == rules.length:
        return OVER
    if state.phase == WIND:
        return CHANCE
    if state.phase == ANSWER:
        return 1 - state.mover
    return OVER if state.pulls >= rules.pulls else state.mover


def legal(rules: Rules, state: State, move: int) -> bool:
    side = actor(rules, state)
    if side == OVER:
        return False
    if side == CHANCE:
        return move >= DOWN
    return move == ONE or (move == TWO and state.strength[side] > 0)


def play(rules: Rules, state: State, move: int) -> State:
    if state.phase == WIND:
        return State(state.knot + move - STILL, state.mover, state.pulls, state.strength, PULL, 0)
    side = actor(rules, state)
    pull = move + 1
    if rules.style == AT_ONCE and state.phase == PULL:
        return State(state.knot, state.mover, state.pulls + 1, state.strength, ANSWER, pull)
    strength = put(state.strength, side, state.strength[side] - move)
    knot = state.knot + (-pull if side == P1 else pull)
    if state.phase == ANSWER:
        strength = put(strength, 1 - side, strength[1 - side] - state.secret_pull + 1)
        knot = knot + (state.secret_pull if side == P1 else -state.secret_pull)
    following = WIND if rules.wind == WINDY else PULL
    return State(max(0, min(knot, rules.length)), 1 - state.mover, state.pulls + 1, strength, following, 0)


def weight(rules: Rules, state: State, move: int) -> int:
    return 2 if move == STILL else 1


def secret(rules: Rules, state: State) -> bool:
    return rules.style == AT_ONCE and state.phase == PULL


def view(rules: Rules, state: State, seat: int) -> State:
    if state.phase == ANSWER and seat != state.mover:
        return State(state.knot, state.mover, state.pulls, state.strength, state.phase, HIDDEN)
    return state


def winner(rules: Rules, state: State) -> int:
    if state.knot == 0:
        return P1
    return P2 if state.knot == rules.length else DRAW


def moves(rules: Rules) -> int:
    return UP + 1


def goals(rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (0,), (rules.length,)


def positions(rules: Rules, state: State) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    return (), (), (state.knot,)
