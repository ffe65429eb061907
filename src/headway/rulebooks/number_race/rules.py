"""The rules of Number Race. A turn is the forced move "roll", then chance names the face."""

from random import Random
from typing import Annotated, NamedTuple

from headway.rulekit import CHANCE, OVER, P1, P2, put

FACES = 6
ROLL = FACES  # moves 0 to 5 are the faces 1 to 6

BOOK = (4, 2, 6, 1, 3, 5, 2, 4, 6, 1, 3, 5, 2, 4, 6, 1, 3, 5, 2, 4)


class Rules(NamedTuple):
    """A variant; the default board is the one of the book's worked example."""

    length: Annotated[int, range(1, 1001)] = 20
    board: Annotated[tuple[int, ...], range(1, FACES + 1)] = BOOK


class State(NamedTuple):
    """Where the pieces are, whose turn it is, and whether the die is in the air."""

    places: tuple[int, ...]
    mover: int
    rolling: int


def deal(rules: Rules, rng: Random) -> Rules:
    return rules._replace(board=tuple(rng.randint(1, FACES) for _ in range(rules.length)))


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
    place = landing(rules, state.places[state.mover], move + 1)
    return State(put(state.places, state.mover, place), 1 - state.mover, 0)


def landing(rules: Rules, place: int, face: int) -> int:
    """The nearest square ahead that shows the face; the same square where there is none."""
    for ahead in range(place + 1, rules.length + 1):
        if rules.board[ahead - 1] == face:
            return ahead
    return place


def winner(rules: Rules, state: State) -> int:
    return P1 if state.places[P1] == rules.length else P2


def moves(rules: Rules) -> int:
    return FACES + 1


def positions(rules: Rules, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (state.places[P1],), (state.places[P2],)
