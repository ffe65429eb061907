"""The change `cap`: after a number of plies the game is a draw.

The number in a state counts the plies that are left. Every move counts, also those of chance and of the other changes,
as the table counts plies; a game that its last ply wins is won. A secret that is chosen on the last ply is still
answered, as it must be, so such a game may have one ply more.
"""

from collections.abc import Callable
from typing import Any

from headway.changes import lot
from headway.changes.lines import with_line
from headway.changes.widened import widened
from headway.contract import Code, Words, default_secret
from headway.phrases import count
from headway.rulekit import DRAW, OVER
from headway.ruleset import Rule
from headway.voice import Voice

RULE = Rule(
    "cap", 0, range(10_001), (), "After this many moves, those of chance included, the game is a draw; 0 for no limit."
)


def suits(code: Code) -> bool:
    """Plies can be counted in every game."""
    return True


def over(code: Code, words: Words) -> tuple[Code, Words]:
    """A game that is a draw after the cap."""
    wide = widened(code, words, "left")
    return _code(wide.code, wide.marked), _words(code, wide.code, wide.words)


def how_to_play(code: Code, rules: Any) -> str:
    """What the change adds to how the game is played."""
    if not rules.cap:
        return ""
    included = ", those of chance included," if code.may_have_chance or getattr(rules, lot.RULE.name, False) else ""
    return f"After {count(rules.cap, 'move')}{included} it is a draw."


def _code(code: Code, marked: Callable[[Any, int], Any]) -> Code:
    own_start, own_span, own_actor, own_legal, own_play = code.start, code.span, code.actor, code.legal, code.play
    own_winner, own_secret = code.winner, code.secret

    def start(rules: Any, first: int) -> Any:
        return marked(own_start(rules, first), rules.cap)

    def span(rules: Any) -> Any:
        least, greatest = own_span(rules)
        return least, marked(greatest, rules.cap)

    def is_reached(rules: Any, state: Any) -> bool:
        return rules.cap > 0 and state[-1] == 0  # type: ignore[no-any-return]

    def actor(rules: Any, state: Any) -> int:
        return OVER if is_reached(rules, state) else own_actor(rules, state)

    def legal(rules: Any, state: Any, move: int) -> bool:
        return not is_reached(rules, state) and own_legal(rules, state, move)

    def play(rules: Any, state: Any, move: int) -> Any:
        least = 1 if rules.cap > 0 and own_secret(rules, state) else 0
        return marked(own_play(rules, state, move), max(state[-1] - 1, least))

    def winner(rules: Any, state: Any) -> int:
        return own_winner(rules, state) if own_actor(rules, state) == OVER else DRAW

    def secret(rules: Any, state: Any) -> bool:
        return not is_reached(rules, state) and own_secret(rules, state)

    return code._replace(
        start=start,
        span=span,
        actor=actor,
        legal=legal,
        play=play,
        winner=winner,
        secret=code.secret if code.secret is default_secret else secret,
    )


def _words(plain: Code, code: Code, words: Words) -> Words:
    def welcome(rules: Any, first: int) -> str:
        return with_line(words.welcome(rules, first), how_to_play(plain, rules))

    def is_draw(rules: Any, state: Any) -> bool:
        return code.actor(rules, state) != OVER

    def reached(rules: Any) -> str:
        return f"The limit of {count(rules.cap, 'move')} is reached"

    def closing(rules: Any, state: Any) -> str:
        return f"{reached(rules)}: the game is a draw." if is_draw(rules, state) else words.closing(rules, state)

    def ending(rules: Any, state: Any, voice: Voice) -> str:
        return f"{reached(rules)}." if is_draw(rules, state) else words.ending(rules, state, voice)

    return words._replace(welcome=welcome, closing=closing, ending=ending)
