"""The change `lot`: who moves first is drawn by lot, with even odds.

The game always begins with a move of chance. What follows the draw is the game's own start for
that seat. The two starts of a game may differ only in the numbers that say who moves first: they are P1's in one and
P2's in the other. The rules in machine code can write them without running `start`.
"""

from collections.abc import Callable
from typing import Any

from headway.changes.widened import widened
from headway.contract import Code, Words, default_secret, default_weight
from headway.errors import BadRules
from headway.phrases import player
from headway.rulekit import CHANCE, P1, P2
from headway.ruleset import Rule
from headway.voice import Voice, sentence

RULE = Rule(
    "lot", 0, range(2), ("no", "yes"), "Whether a lot that is drawn at the start of the game decides who moves first."
)

LOT_DECIDES = "A lot decides who moves first."


def suits(code: Code) -> bool:
    """Do the two starts of a game differ only in the numbers that say who moves first?"""
    return _is_only_who_begins(code, code.Rules(), _who_begins(code))


def over(code: Code, words: Words) -> tuple[Code, Words]:
    """A game that begins with the lot."""
    wide = widened(code, words, "undrawn")
    return _code(code, wide.code, wide.marked), _words(code, words, wide.words)


def how_to_play(code: Code, rules: Any) -> str:
    """What the change adds to how the game is played."""
    return LOT_DECIDES


def _code(plain: Code, code: Code, marked: Callable[[Any, int], Any]) -> Code:
    own_start, own_span, own_actor, own_legal, own_play = code.start, code.span, code.actor, code.legal, code.play
    own_moves, own_weight, own_secret = plain.moves, code.weight, code.secret
    seats = _who_begins(plain)
    begun_by = _begun_by(seats)

    def start(rules: Any, first: int) -> Any:
        if not rules.lot:
            return own_start(rules, first)
        if not _is_only_who_begins(plain, rules, seats):
            raise BadRules(
                "Under these rules the two starts differ in more than in who moves first: no lot can decide. "
                "Who moves first can be drawn before the game instead."
            )
        return marked(own_start(rules, P1), 1)

    def span(rules: Any) -> Any:
        least, greatest = own_span(rules)
        return least, marked(greatest, 1)

    def actor(rules: Any, state: Any) -> int:
        return CHANCE if state[-1] else own_actor(rules, state)

    def legal(rules: Any, state: Any, move: int) -> bool:
        count = own_moves(rules)
        if state[-1]:
            return move >= count
        return move < count and own_legal(rules, state, move)

    def play(rules: Any, state: Any, move: int) -> Any:
        if state[-1]:
            return marked(begun_by(state, move - own_moves(rules)), 0)
        return own_play(rules, state, move)

    def moves(rules: Any) -> int:
        return own_moves(rules) + 2

    def weight(rules: Any, state: Any, move: int) -> int:
        return 1 if state[-1] else own_weight(rules, state, move)

    def secret(rules: Any, state: Any) -> bool:
        return not state[-1] and own_secret(rules, state)

    return code._replace(
        start=start,
        span=span,
        actor=actor,
        legal=legal,
        play=play,
        moves=moves,
        weight=code.weight if code.weight is default_weight else weight,
        secret=code.secret if code.secret is default_secret else secret,
    )


def _words(code: Code, plain: Words, words: Words) -> Words:
    def drawn(rules: Any, state: Any, move: int) -> int | None:
        """Who moves first by the move of the lot; None for another move."""
        return move - code.moves(rules) if state[-1] else None

    def token(rules: Any, move: int) -> str:
        first = move - code.moves(rules)
        return f"P{first + 1} first" if first in (P1, P2) else plain.token(rules, move)

    def welcome(rules: Any, first: int) -> str:
        return LOT_DECIDES if rules.lot else plain.welcome(rules, first)

    def turn(rules: Any, state: Any) -> str:
        return "" if state[-1] else words.turn(rules, state)

    def ask(rules: Any, state: Any) -> str:
        return "Draw the lot: " if state[-1] else words.ask(rules, state)

    def again(rules: Any, state: Any) -> str:
        return ask(rules, state) if state[-1] else words.again(rules, state)

    def refuse(rules: Any, state: Any, move: int) -> str:
        if state[-1]:
            return "The lot that decides who moves first is not drawn yet."
        if move >= code.moves(rules):
            return "The lot has been drawn."
        return words.refuse(rules, state, move)

    def tell(rules: Any, state: Any, move: int, after: Any) -> str:
        first = drawn(rules, state, move)
        if first is None:
            return words.tell(rules, state, move, after)
        return f"The lot falls on {player(first)}.\n\n{plain.welcome(rules, first)}"

    def telling(rules: Any, state: Any, move: int, after: Any, voice: Voice) -> str:
        first = drawn(rules, state, move)
        if first is None:
            return words.telling(rules, state, move, after, voice)
        return sentence(f"the lot decides: {voice.does(first, 'move')} first")

    return words._replace(
        token=token, welcome=welcome, turn=turn, ask=ask, again=again, refuse=refuse, tell=tell, telling=telling
    )


def _who_begins(code: Code) -> tuple[int, ...]:
    """Which fields of a state say at the start who moves first."""
    one, two = (code.start(code.Rules(), first) for first in (P1, P2))
    return tuple(at for at, pair in enumerate(zip(one, two, strict=True)) if pair == (P1, P2))


def _is_only_who_begins(code: Code, rules: Any, seats: tuple[int, ...]) -> bool:
    one, two = (code.start(rules, first) for first in (P1, P2))
    return tuple(_begun_by(seats)(one, P2)) == tuple(two)


def _begun_by(seats: tuple[int, ...]) -> Callable[[Any, int], Any]:
    """A function that writes who begins into these fields of a state, and gives the fields."""

    def unchanged(state: Any, first: int) -> Any:
        return state[:]

    found: Callable[[Any, int], Any] = unchanged
    for at in seats:
        found = _also(found, at)
    return found


def _also(before: Callable[[Any, int], Any], at: int) -> Callable[[Any, int], Any]:
    behind = at + 1

    def begun_by(state: Any, first: int) -> Any:
        fields = before(state, first)
        return (*fields[:at], first, *fields[behind:])

    return begun_by
