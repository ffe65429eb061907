"""Rules that never apply: the game stays the same, state by state and move by move, under the values beside theirs.

Two games are the same if they begin in the same states, and if in every state that can come up the same side acts, the
same moves are legal, by their tokens, and each leads to the same state with the same odds and the same secrecy; and if
the same side has won where it is over. A change that any game can have is compared with the game without it, and the
number that it adds to a state is left aside: a cap never applies if no game lasts so long, for example.
"""

from collections.abc import Callable, Iterator
from typing import Any

from headway.contract import State
from headway.errors import BadRules, HeadwayError
from headway.game import Game, Origin
from headway.rulekit import CHANCE, OVER, P1, P2, SPECTATOR
from headway.ruleset import Rule, Setting
from headway.table.apply import undealt

MOST_COMPARED = 200_000
"""Of games with more states it is not said, unless a difference shows before."""


def unused_rules(game: Game) -> tuple[str, ...] | None:
    """The rules that never apply in a game; None where that would take too long to tell.

    Beside a number are the next lower and the next higher one that are allowed; beside a named reading are all others;
    beside a change that any game can have is none. A board is not counted among the rules.
    """
    found = []
    for rule in game.rule_list:
        others = list(_beside(game, rule))
        is_same = [_is_same(game, other) for other in others]
        if None in is_same and False not in is_same:
            return None
        if others and all(is_same):
            found.append(rule.name)
    return tuple(found)


def _beside(game: Game, rule: Rule) -> Iterator[dict[str, Setting]]:
    """The rules with the values beside that of a rule."""
    if rule.is_row:
        return
    if rule in game.change_list:
        yield {**game.settings, rule.name: rule.show(rule.default)}
        return
    now = rule.read(game.settings[rule.name])
    assert isinstance(now, int)
    beside = range(len(rule.choices)) if rule.choices else (now - rule.allowed.step, now + rule.allowed.step)
    for value in beside:
        if value != now and value in rule.allowed:
            changed: dict[str, Setting] = {**game.settings, rule.name: rule.show(value)}
            if rule.is_length:
                changed = {**undealt(game), rule.name: rule.show(value)}
            yield changed


def _is_same(game: Game, settings: dict[str, Setting]) -> bool | None:
    """Is a game the same under other rules? None if no difference shows in the first states."""
    try:
        other = game.variant(settings)
        without = _without_change(game, other)
        if any(without(game.start(first)) != other.start(first) for first in (P1, P2)):
            return False
    except BadRules:  # it cannot be played like that
        return False
    tokens = {game.token(move): move for move in game.all_moves}
    theirs = {other.token(move): move for move in other.all_moves}
    origin: Origin = {}
    try:
        return all(
            _is_same_state(game, other, without, state, tokens, theirs) for state in game.explore(origin, MOST_COMPARED)
        )
    except HeadwayError:
        return None


def _without_change(game: Game, other: Game) -> Callable[[State], State]:
    """A function that gives a state of a game as it is in the same game without one of its changes."""
    kind: Any = type(other.start(P1))
    own: Any = type(game.start(P1))
    if kind._fields == own._fields:
        return lambda state: state
    kept = [own._fields.index(name) for name in kind._fields]
    return lambda state: kind(*(state[at] for at in kept))


def _is_same_state(
    game: Game,
    other: Game,
    without: Callable[[State], State],
    state: State,
    tokens: dict[str, int],
    theirs: dict[str, int],
) -> bool:
    their_state = without(state)
    actor = game.actor(state)
    if actor != other.actor(their_state):
        return False
    if actor == OVER:
        return game.winner(state) == other.winner(their_state)
    if actor != CHANCE and game.secret(state) != other.secret(their_state):
        return False
    if any(without(game.view(state, seat)) != other.view(their_state, seat) for seat in (P1, P2, SPECTATOR)):
        return False
    for token in tokens.keys() | theirs.keys():
        one, two = tokens.get(token), theirs.get(token)
        is_legal = one is not None and game.legal(state, one)
        if is_legal != (two is not None and other.legal(their_state, two)):
            return False
        if not is_legal:
            continue
        assert one is not None
        assert two is not None
        if without(game.play_unchecked(state, one)) != other.play_unchecked(their_state, two):
            return False
        if actor == CHANCE and game.weight(state, one) != other.weight(their_state, two):
            return False
    return True
