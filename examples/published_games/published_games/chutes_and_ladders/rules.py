"""The rules of Chutes and Ladders. A turn is the forced move "roll", then chance names the face."""

from typing import Annotated, NamedTuple

from headway.rulekit import CHANCE, OVER, P1, P2, put

FACES = 6
ROLL = FACES  # moves 0 to 5 are the faces 1 to 6
STAYS, WINS = 0, 1  # what happens to a player who rolls beyond the last square

LADDERS = ((1, 38), (4, 14), (9, 31), (21, 42), (28, 84), (36, 44), (51, 67), (71, 91), (80, 100))
CHUTES = ((16, 6), (48, 26), (49, 11), (56, 53), (62, 19), (64, 60), (87, 24), (93, 73), (95, 75), (98, 78))
LAST = 100
LEADS_TO = tuple(dict(LADDERS + CHUTES).get(square, square) for square in range(LAST + 1))
"""Where a player ends who lands on each square of the board."""


class Rules(NamedTuple):
    """A variant; the defaults are those of the board that is sold."""

    length: Annotated[int, range(1, 1001)] = LAST
    overshoot: Annotated[int, range(2)] = STAYS


class State(NamedTuple):
    """Where the pieces are, whose turn it is, and whether the die is in the air."""

    places: tuple[int, ...]
    mover: int
    rolling: int


def start(rules: Rules, first: int) -> State:
    return State((0, 0), first, 0)


def span(rules: Rules) -> tuple[State, State]:
    return State((0, 0), P1, 0), State((rules.length, rules.length), P2, 1)


def goals(rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (rules.length,), (rules.length,)


def actor(rules: Rules, state: State) -> int:
    if state.places[P1] == rules.length or state.places[P2] == rules.length:
        return OVER
    return CHANCE if state.rolling else state.mover


def legal(rules: Rules, state: State, move: int) -> bool:
    now = actor(rules, state)
    if now == OVER:
        return False
    return (move < ROLL) if now == CHANCE else (move == ROLL)


def play(rules: Rules, state: State, move: int) -> State:
    if move == ROLL:
        return State(state.places, state.mover, 1)
    place = end_of_move(rules, state.places[state.mover], move + 1)
    return State(put(state.places, state.mover, place), 1 - state.mover, 0)


def end_of_move(rules: Rules, place: int, face: int) -> int:
    """Where a piece ends that stands on a place, after a roll and a ladder or a chute."""
    square = landing(rules, place, face)
    # a ladder or a chute is on the board if both its ends are, and nothing leads away from the last square
    if square < rules.length and square <= LAST and LEADS_TO[square] <= rules.length:
        return LEADS_TO[square]
    return square


def landing(rules: Rules, place: int, face: int) -> int:
    """The square that a roll leads to, before any ladder or chute."""
    if place + face <= rules.length:
        return place + face
    return rules.length if rules.overshoot == WINS else place


def winner(rules: Rules, state: State) -> int:
    return P1 if state.places[P1] == rules.length else P2


def moves(rules: Rules) -> int:
    return FACES + 1


def positions(rules: Rules, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (state.places[P1],), (state.places[P2],)
