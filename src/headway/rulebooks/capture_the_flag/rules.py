"""The rules of Capture the Flag. A move names a soldier and a step; landing sends enemies home."""

from typing import Annotated, NamedTuple

from headway.rulekit import OVER, P1, P2, put


class Rules(NamedTuple):
    """A variant; the defaults are the book's."""

    length: Annotated[int, range(1, 1001)] = 10
    soldiers: Annotated[int, range(1, 10)] = 2
    longest_step: Annotated[int, range(1, 10)] = 2


class State(NamedTuple):
    """Where each side's soldiers are, and whose turn it is."""

    p1: tuple[int, ...]
    p2: tuple[int, ...]
    mover: int


def start(rules: Rules, first: int) -> State:
    return State((0,) * rules.soldiers, (rules.length,) * rules.soldiers, first)


def span(rules: Rules) -> tuple[State, State]:
    home, away = (0,) * rules.soldiers, (rules.length,) * rules.soldiers
    return State(home, home, P1), State(away, away, P2)


def goals(rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (rules.length,), (0,)


def actor(rules: Rules, state: State) -> int:
    for soldier in range(rules.soldiers):
        if state.p1[soldier] == rules.length or state.p2[soldier] == 0:
            return OVER
    return state.mover


def owner(rules: Rules, move: int) -> int:
    """Whose soldier the move names: the first `soldiers` are Player 1's."""
    return P1 if move // rules.longest_step < rules.soldiers else P2


def landing(rules: Rules, state: State, move: int) -> int:
    """The square the move's soldier would step to."""
    soldier = move // rules.longest_step
    step = move % rules.longest_step + 1
    if soldier < rules.soldiers:
        return state.p1[soldier] + step
    return state.p2[soldier - rules.soldiers] - step


def legal(rules: Rules, state: State, move: int) -> bool:
    if actor(rules, state) != owner(rules, move):
        return False
    return 0 <= landing(rules, state, move) <= rules.length


def play(rules: Rules, state: State, move: int) -> State:
    soldier = move // rules.longest_step
    place = landing(rules, state, move)
    if state.mover == P1:
        return State(put(state.p1, soldier, place), sent_home(state.p2, place, rules.length), P2)
    soldier -= rules.soldiers
    return State(sent_home(state.p1, place, 0), put(state.p2, soldier, place), P1)


def sent_home(soldiers: tuple[int, ...], place: int, home: int) -> tuple[int, ...]:
    """The soldiers after the enemy landed on a square: every one that stood there is home."""
    for soldier in range(len(soldiers)):
        if soldiers[soldier] == place:
            soldiers = put(soldiers, soldier, home)
    return soldiers


def winner(rules: Rules, state: State) -> int:
    for soldier in range(rules.soldiers):
        if state.p1[soldier] == rules.length:
            return P1
    return P2


def moves(rules: Rules) -> int:
    return 2 * rules.soldiers * rules.longest_step


def positions(rules: Rules, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return state.p1, state.p2
