"""The change `head_start`: the second player's pieces start nearer to their goals by a number of positions.

A head start could be turns as well: the second player moves N times before the first does. But a game has no move that
passes the turn, so that cannot be derived; and one turn is nothing but the other player moving first. A head start in
positions is finer, and it follows from what the contract tells of every game with goals: a number of the starting state
is the place of a piece if the piece, and nothing else, is where the number says, whatever the number is. The start is
the only function that changes, so the games are as large and as quick as before, in machine code too.

The pieces of the second player go ahead by N, each towards the nearest of its side's goals. A head start is refused if
a piece would then have arrived, if it would stand where a piece of the other side stands, or if the game would be over.
In Pig, where a piece is at the points of its player, a head start is N points.
"""

from collections.abc import Iterator
from typing import Any

from headway.changes.lines import with_line
from headway.contract import Code, State, Words, with_values
from headway.errors import BadRules
from headway.phrases import both, count, player
from headway.rulekit import OVER, P1, P2, put
from headway.ruleset import Rule

RULE = Rule(
    "head_start", 0, range(1001), (), "How many positions the second player's pieces start nearer to their goals."
)

Number = tuple[int, int | None]
"""Where a number is in a state: its field, and its index there if the field is a tuple."""


def suits(code: Code) -> bool:
    """Does each piece have a nearest goal, and a number in the state that says where the piece is?"""
    rules = code.Rules()
    state = code.start(rules, P1)
    return all(_numbers(code, rules, state, side) for side in (P1, P2))


def over(code: Code, words: Words) -> tuple[Code, Words]:
    """A game whose second player has a head start."""
    own_start = code.start

    def start(rules: Any, first: int) -> State:
        state = own_start(rules, first)
        return _ahead(code, rules, state, 1 - first, rules.head_start) if rules.head_start else state

    def welcome(rules: Any, first: int) -> str:
        told, second = words.welcome(rules, first), 1 - first
        if not rules.head_start:
            return told
        place, names = _place(code, rules, second), words.pieces(rules)[second]
        at = "" if place is None else f", {f'with {both(names)} ' if len(names) > 1 else ''}at {place}"
        lead = count(rules.head_start, "position")
        return with_line(told, f"Head start: {player(second)} starts {lead} ahead{at}.")

    return code._replace(start=start), words._replace(welcome=welcome)


def how_to_play(code: Code, rules: Any) -> str:
    """What the change adds to how the game is played, which says where the pieces start without it."""
    if not rules.head_start:
        return ""
    lead, (one, two) = count(rules.head_start, "position"), (_place(code, rules, second) for second in (P1, P2))
    at = f": {player(P2)} at {two}, {player(P1)} at {one}"
    if one == two:
        at = "" if one is None else f", at {one}"
    return f"The second player starts {lead} ahead{at}."


def _place(code: Code, rules: Any, side: int) -> int | None:
    """Where the pieces of a side start if it is the second player's; None if they are not all on one position."""
    ahead = _ahead(code, rules, code.start(rules, 1 - side), side, rules.head_start)
    place, *others = set(code.positions(rules, ahead)[side])
    return None if others else place


def possible(code: Code, rules: Any) -> list[int]:
    """All head starts that can be had under these rules, by either player."""
    starts = [(code.start(rules, first), 1 - first) for first in (P1, P2)]
    every = [set(_leads(code, rules, state, side)) for state, side in starts]
    return [0, *sorted(set.intersection(*every))]


def _ahead(code: Code, rules: Any, state: State, side: int, lead: int) -> State:
    """The start with the pieces of a side `lead` positions ahead."""
    ahead = _moved(code, rules, state, side, lead, _numbers(code, rules, state, side))
    if ahead is None:
        most = max(_leads(code, rules, state, side), default=0)
        can_be = f"at most {most}" if lead > most else "another one"
        raise BadRules(f"head_start can be {can_be} under these rules, not {lead}.")
    return ahead


def _leads(code: Code, rules: Any, state: State, side: int) -> Iterator[int]:
    """All head starts that a side can have in a state."""
    least, greatest = code.track(rules)
    numbers = _numbers(code, rules, state, side)
    for lead in range(1, greatest - least + 1):
        if _moved(code, rules, state, side, lead, numbers) is not None:
            yield lead


def _moved(code: Code, rules: Any, state: State, side: int, lead: int, numbers: list[Number]) -> State | None:
    """The start with the pieces `lead` positions ahead; None if they cannot stand there before the first move."""
    moved, before = state, code.positions(rules, state)
    least, greatest = code.track(rules)
    wanted: list[int] = []
    for place, number in zip(before[side], numbers, strict=False):
        goal = _nearest(place, code.goals(rules)[side])
        assert goal is not None
        wanted.append(place + lead * _towards(place, goal))
        if lead >= abs(goal - place) or not least <= wanted[-1] <= greatest:
            return None
        moved = _with_number(moved, number, wanted[-1])
    after = code.positions(rules, moved)
    others = [places for other, places in enumerate(before) if other != side]
    stands_elsewhere = list(after[side]) != wanted or [*after[:side], *after[side + 1 :]] != others
    if stands_elsewhere or set(wanted) & set(before[1 - side]) or code.actor(rules, moved) == OVER:
        return None
    return moved


def _numbers(code: Code, rules: Any, state: State, side: int) -> list[Number]:
    """The number of each piece of a side; none if a piece has no nearest goal, or no number of its own."""
    before, goals = code.positions(rules, state), code.goals(rules)[side]
    found: list[Number] = []
    for piece, place in enumerate(before[side]):
        goal = _nearest(place, goals)
        if goal is None:
            return []
        step = place + _towards(place, goal)
        own = (*before[side][:piece], step, *before[side][piece + 1 :])
        wanted = (*before[:side], own, *before[side + 1 :])
        known = (number for number, value in _all_numbers(state) if value == place)
        saying = [each for each in known if code.positions(rules, _with_number(state, each, step)) == wanted]
        if len(saying) != 1:
            return []
        found += saying
    return found


def _nearest(place: int, goals: tuple[int, ...]) -> int | None:
    """The nearest goal of a piece; None if there is none, if it is there, or if two are equally near on both sides."""
    nearest = sorted(goals, key=lambda goal: abs(goal - place))[:2]
    if not nearest or nearest[0] == place:
        return None
    is_between = len(nearest) == 2 and nearest[0] + nearest[1] == 2 * place
    return None if is_between else nearest[0]


def _towards(place: int, goal: int) -> int:
    return 1 if goal > place else -1


def _all_numbers(state: State) -> Iterator[tuple[Number, int]]:
    for at, field in enumerate(state):
        if isinstance(field, tuple):
            yield from (((at, index), value) for index, value in enumerate(field))
        else:
            yield (at, None), field


def _with_number(state: State, number: Number, value: int) -> State:
    at, index = number
    field = state[at]
    changed = put(field, index, value) if isinstance(field, tuple) and index is not None else value
    return with_values(state, (*state[:at], changed, *state[at + 1 :]))
