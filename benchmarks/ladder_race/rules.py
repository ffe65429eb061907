"""The rules of Ladder Race. A turn is the forced move "roll", then chance names the face, then a token is chosen."""

from typing import Annotated, NamedTuple

from headway.rulekit import CHANCE, OVER, P1, P2, put

FACES = 6
ROLL, FIRST, SECOND, PASS = FACES, FACES + 1, FACES + 2, FACES + 3  # moves 0 to 5 are the faces 1 to 6
READY, ROLLING = 0, FACES + 1  # what the die shows, if it does not show a face


class Rules(NamedTuple):
    """A variant."""

    length: Annotated[int, range(4, 41)] = 6
    snake: Annotated[int, range(2)] = 1  # does the square before the last lead back?


class State(NamedTuple):
    """The places of P1's two tokens and of P2's, the hindmost first, whose turn it is, and what the die shows."""

    places: tuple[int, ...]
    mover: int
    die: int


def start(rules: Rules, first: int) -> State:
    return State((0, 0, 0, 0), first, READY)


def span(rules: Rules) -> tuple[State, State]:
    last = rules.length
    return State((0, 0, 0, 0), P1, READY), State((last, last, last, last), P2, ROLLING)


def goals(rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (rules.length,), (rules.length,)


def actor(rules: Rules, state: State) -> int:
    if state.places[0] == rules.length or state.places[2] == rules.length:
        return OVER
    return CHANCE if state.die == ROLLING else state.mover


def can_move(rules: Rules, state: State, token: int) -> bool:
    place = state.places[2 * state.mover + token]
    is_copy = token == 1 and place == state.places[2 * state.mover]
    return place + state.die <= rules.length and not is_copy


def legal(rules: Rules, state: State, move: int) -> bool:
    now = actor(rules, state)
    if now == OVER:
        return False
    if now == CHANCE:
        return move < FACES
    if state.die == READY:
        return move == ROLL
    if move == PASS:
        return not can_move(rules, state, 0) and not can_move(rules, state, 1)
    return FIRST <= move <= SECOND and can_move(rules, state, move - FIRST)


def play(rules: Rules, state: State, move: int) -> State:
    if move == ROLL:
        return State(state.places, state.mover, ROLLING)
    if move < FACES:
        return State(state.places, state.mover, move + 1)
    if move == PASS:
        return State(state.places, 1 - state.mover, READY)
    hind = 2 * state.mover
    moved = landing(rules, state.places[hind + move - FIRST] + state.die)
    other = state.places[hind + SECOND - move]
    places = put(put(state.places, hind, min(moved, other)), hind + 1, max(moved, other))
    return State(places, 1 - state.mover, READY)


def landing(rules: Rules, place: int) -> int:
    """A ladder leads from every fourth square two squares on, the snake from the last but one back to the start."""
    if place == rules.length - 1 and rules.snake:
        return 0
    return place + 2 if place % 4 == 1 and place + 2 < rules.length - 1 else place


def winner(rules: Rules, state: State) -> int:
    return P1 if state.places[0] == rules.length else P2


def moves(rules: Rules) -> int:
    return FACES + 4


def positions(rules: Rules, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (state.places[0], state.places[1]), (state.places[2], state.places[3])
