"""The rules of Race to the Center. A move is a step; an arrival may still be answered in the same turn."""

from typing import Annotated, NamedTuple

from headway.rulekit import OVER, P1, P2, put

ADJACENT, ALWAYS, NEVER = 0, 1, 2  # reply


class Rules(NamedTuple):
    """A variant; the defaults are the book's."""

    length: Annotated[int, range(2, 1001, 2)] = 10
    longest_step: Annotated[int, range(1, 10)] = 2
    reply: Annotated[int, range(3)] = ADJACENT


class State(NamedTuple):
    """Where the markers are, whose turn it is, and who opens each round."""

    places: tuple[int, ...]
    mover: int
    first: int


def start(rules: Rules, first: int) -> State:
    return State((0, rules.length), first, first)


def span(rules: Rules) -> tuple[State, State]:
    center = rules.length // 2
    return State((0, center), P1, P1), State((center, rules.length), P2, P2)


def goals(rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (rules.length // 2,), (rules.length // 2,)


def distance(rules: Rules, state: State, seat: int) -> int:
    """How far the seat's marker is from the center."""
    return abs(rules.length // 2 - state.places[seat])


def may_reply(rules: Rules, away: int) -> bool:
    """May a second mover this far away still move after the first has arrived?"""
    if rules.reply == ADJACENT:
        return away == 1
    return rules.reply == ALWAYS and away <= rules.longest_step


def actor(rules: Rules, state: State) -> int:
    second = 1 - state.first
    away = distance(rules, state, second)
    if away == 0:
        return OVER
    if distance(rules, state, state.first) == 0:
        return second if state.mover == second and may_reply(rules, away) else OVER
    return state.mover


def legal(rules: Rules, state: State, move: int) -> bool:
    seat = actor(rules, state)
    return seat != OVER and move < distance(rules, state, seat)


def play(rules: Rules, state: State, move: int) -> State:
    step = move + 1
    place = state.places[state.mover] + (step if state.mover == P1 else -step)
    return State(put(state.places, state.mover, place), 1 - state.mover, state.first)


def winner(rules: Rules, state: State) -> int:
    second = 1 - state.first
    return second if distance(rules, state, second) == 0 else state.first


def moves(rules: Rules) -> int:
    return rules.longest_step


def positions(rules: Rules, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (state.places[P1],), (state.places[P2],)
