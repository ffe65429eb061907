"""The rules of Pig. A turn is rolls, each a move "roll" and then the face that chance names, until a 1 or "hold"."""

from typing import Annotated, NamedTuple

from headway.rulekit import CHANCE, OVER, P1, P2, put

FACES = 6
ROLL, HOLD = FACES, FACES + 1  # moves 0 to 5 are the faces 1 to 6
ONE = 0


class Rules(NamedTuple):
    """A variant."""

    goal: Annotated[int, range(2, 1001)] = 100


class State(NamedTuple):
    """What both have banked, what this turn has added up to, whose turn it is, and whether the die is in the air."""

    scores: tuple[int, ...]
    total: int
    mover: int
    rolling: int


def start(rules: Rules, first: int) -> State:
    return State((0, 0), 0, first, 0)


def span(rules: Rules) -> tuple[State, State]:
    most = rules.goal - 1 + FACES  # who can still roll is below the goal
    return State((0, 0), 0, P1, 0), State((rules.goal, rules.goal), most, P2, 1)


def track(rules: Rules) -> tuple[int, int]:
    return 0, rules.goal


def goals(rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (rules.goal,), (rules.goal,)


def actor(rules: Rules, state: State) -> int:
    if state.scores[P1] == rules.goal or state.scores[P2] == rules.goal:
        return OVER
    return CHANCE if state.rolling else state.mover


def legal(rules: Rules, state: State, move: int) -> bool:
    now = actor(rules, state)
    if now == OVER:
        return False
    if now == CHANCE:
        return move < ROLL
    if move == ROLL:
        return state.scores[state.mover] + state.total < rules.goal
    return move == HOLD and state.total > 0


def play(rules: Rules, state: State, move: int) -> State:
    if move == ROLL:
        return State(state.scores, state.total, state.mover, 1)
    if move == HOLD:
        score = min(state.scores[state.mover] + state.total, rules.goal)
        return State(put(state.scores, state.mover, score), 0, 1 - state.mover, 0)
    if move == ONE:
        return State(state.scores, 0, 1 - state.mover, 0)
    return State(state.scores, state.total + move + 1, state.mover, 0)


def winner(rules: Rules, state: State) -> int:
    return P1 if state.scores[P1] == rules.goal else P2


def moves(rules: Rules) -> int:
    return FACES + 2


def positions(rules: Rules, state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (state.scores[P1],), (state.scores[P2],)
