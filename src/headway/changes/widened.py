"""A game whose states have one more number, which means nothing yet. A change that has to remember something gives the
number a meaning.

All functions but `start`, `span` and `deal` stay in the subset of Python that Numba compiles.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from headway.changes.tuples import one_more
from headway.contract import Code, Words, default_secret, default_side, default_view, default_weight
from headway.rulekit import P1
from headway.voice import Voice


class Wide(NamedTuple):
    """The code and the words for the states with the number, and a function that gives a state with another number.

    The number is the last field of a state.
    """

    code: Code
    words: Words
    marked: Callable[[Any, int], Any]


def widened(code: Code, words: Words, name: str) -> Wide:
    """A game with one more number in its states, 0 in all of them, in a field of that name."""
    own: Any = type(code.start(code.Rules(), P1))
    wide, count = one_more(own, name), len(own._fields)

    def plain(state: Any) -> Any:
        return own(*state[:count])

    def marked(state: Any, mark: int) -> Any:
        return wide(*state[:count], mark)

    return Wide(_code(code, plain, marked), _words(words, plain), marked)


def _code(code: Code, plain: Callable[[Any], Any], marked: Callable[[Any, int], Any]) -> Code:
    own_start, own_span, own_actor, own_legal, own_play = code.start, code.span, code.actor, code.legal, code.play
    own_winner, own_positions, own_weight = code.winner, code.positions, code.weight
    own_secret, own_view, own_side = code.secret, code.view, code.side

    def start(rules: Any, first: int) -> Any:
        return marked(own_start(rules, first), 0)

    def span(rules: Any) -> Any:
        least, greatest = own_span(rules)
        return marked(least, 0), marked(greatest, 0)

    def actor(rules: Any, state: Any) -> int:
        return own_actor(rules, plain(state))

    def legal(rules: Any, state: Any, move: int) -> bool:
        return own_legal(rules, plain(state), move)

    def play(rules: Any, state: Any, move: int) -> Any:
        return marked(own_play(rules, plain(state), move), state[-1])

    def winner(rules: Any, state: Any) -> int:
        return own_winner(rules, plain(state))

    def positions(rules: Any, state: Any) -> Any:
        return own_positions(rules, plain(state))

    def weight(rules: Any, state: Any, move: int) -> int:
        return own_weight(rules, plain(state), move)

    def secret(rules: Any, state: Any) -> bool:
        return own_secret(rules, plain(state))

    def view(rules: Any, state: Any, seat: int) -> Any:
        return marked(own_view(rules, plain(state), seat), state[-1])

    def side(rules: Any, state: Any, seat: int) -> int:
        return own_side(rules, plain(state), seat)

    return code._replace(
        start=start,
        span=span,
        actor=actor,
        legal=legal,
        play=play,
        winner=winner,
        positions=positions,
        # what a game leaves out stays left out: it tells that the game has no secrets, for example
        weight=code.weight if code.weight is default_weight else weight,
        secret=code.secret if code.secret is default_secret else secret,
        view=code.view if code.view is default_view else view,
        side=code.side if code.side is default_side else side,
    )


def _words(words: Words, plain: Callable[[Any], Any]) -> Words:
    def turn(rules: Any, state: Any) -> str:
        return words.turn(rules, plain(state))

    def ask(rules: Any, state: Any) -> str:
        return words.ask(rules, plain(state))

    def again(rules: Any, state: Any) -> str:
        return words.again(rules, plain(state))

    def refuse(rules: Any, state: Any, move: int) -> str:
        return words.refuse(rules, plain(state), move)

    def tell(rules: Any, state: Any, move: int, after: Any) -> str:
        return words.tell(rules, plain(state), move, plain(after))

    def closing(rules: Any, state: Any) -> str:
        return words.closing(rules, plain(state))

    def telling(rules: Any, state: Any, move: int, after: Any, voice: Voice) -> str:
        return words.telling(rules, plain(state), move, plain(after), voice)

    def ending(rules: Any, state: Any, voice: Voice) -> str:
        return words.ending(rules, plain(state), voice)

    def standing(rules: Any, state: Any, voice: Voice) -> str:
        return words.standing(rules, plain(state), voice)

    return words._replace(
        turn=turn,
        ask=ask,
        again=again,
        refuse=refuse,
        tell=tell,
        closing=closing,
        telling=telling,
        ending=ending,
        standing=standing,
    )
