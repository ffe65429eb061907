"""Rules that never apply: the game stays the same, state by state and move by move, under the values beside theirs.

Two games are the same if they begin in the same states, and if in every state that can come up the same side acts, the
same moves are legal, by their tokens, and each leads to the same state with the same odds and the same secrecy; and if
the same side has won where it is over.
"""

from collections.abc import Iterator

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

    Beside a number are the next lower and the next higher one that are allowed; beside a named reading are all others.
    A board is not counted among the rules.
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
        if any(game.start(first) != other.start(first) for first in (P1, P2)):
            return False
    except BadRules:  # it cannot be played like that
        return False
    tokens = {game.token(move): move for move in game.all_moves}
    theirs = {other.token(move): move for move in other.all_moves}
    origin: Origin = {}
    try:
        return all(_is_same_state(game, other, state, tokens, theirs) for state in game.explore(origin, MOST_COMPARED))
    except HeadwayError:
        return None


def _is_same_state(game: Game, other: Game, state: State, tokens: dict[str, int], theirs: dict[str, int]) -> bool:
    actor = game.actor(state)
    if actor != other.actor(state):
        return False
    if actor == OVER:
        return game.winner(state) == other.winner(state)
    if actor != CHANCE and game.secret(state) != other.secret(state):
        return False
    if any(game.view(state, seat) != other.view(state, seat) for seat in (P1, P2, SPECTATOR)):
        return False
    for token in tokens.keys() | theirs.keys():
        one, two = tokens.get(token), theirs.get(token)
        is_legal = one is not None and game.legal(state, one)
        if is_legal != (two is not None and other.legal(state, two)):
            return False
        if not is_legal:
            continue
        assert one is not None
        assert two is not None
        if game.play_unchecked(state, one) != other.play_unchecked(state, two):
            return False
        if actor == CHANCE and game.weight(state, one) != other.weight(state, two):
            return False
    return True
