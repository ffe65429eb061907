"""The change `pie`: the second player may swap sides once, the pie rule.

The offer comes as soon as no secret is open, no die is rolling, and the second player is to act, or has acted: after
the first move of a game of moves, and after the first turn of one in which a turn is a roll, or a choice and a guess.
Until then the second player can have made a guess, but nothing else.

Pieces, goals and the game's own rules belong to sides, players to seats. A swap changes only which side each seat has
(`side` of the contract): who acts, who has won, and what each may see follow from it; `positions`, `goals` and the
names of the pieces stay what they were, and no piece moves. To exchange the pieces instead would need goals that depend
on the state, and moves with other names.
"""

from collections.abc import Callable
from typing import Any

from headway.changes.exchanged import exchanged
from headway.changes.lines import with_line
from headway.changes.widened import widened
from headway.contract import Code, Words, default_secret, default_view
from headway.phrases import both, player
from headway.ruleset import Rule
from headway.voice import Voice, sentence

RULE = Rule(
    "pie", 0, range(2), ("no", "yes"), "The pie rule: whether the second player may swap sides after the first turn."
)
OFFERED, KEPT, SWAPPED = 2, 4, 5
"""What the number in a state says. Before the offer it is the seat that moves first; while the offer is open, OFFERED
plus the seat that has it.
"""
KEEP, SWAP = 0, 1
"""The answers to the offer, which are numbered behind the moves of the game."""


def suits(code: Code) -> bool:
    """Sides can be swapped in every game."""
    return True


def over(code: Code, words: Words) -> tuple[Code, Words]:
    """A game in which the second player may swap sides."""
    wide = widened(code, words, "pie")
    return _code(wide.code, wide.marked), _words(code, words, wide.words)


def how_to_play(code: Code, rules: Any) -> str:
    """What the change adds to how the game is played."""
    return "After the first turn the second player may swap sides."


def _code(code: Code, marked: Callable[[Any, int], Any]) -> Code:
    own_start, own_span, own_actor, own_legal, own_play = code.start, code.span, code.actor, code.legal, code.play
    own_moves, own_winner, own_secret, own_view = code.moves, code.winner, code.secret, code.view

    def start(rules: Any, first: int) -> Any:
        return marked(own_start(rules, first), first)

    def span(rules: Any) -> Any:
        least, greatest = own_span(rules)
        return least, marked(greatest, SWAPPED)

    def side(rules: Any, state: Any, seat: int) -> int:
        return 1 - seat if state[-1] == SWAPPED and 0 <= seat < 2 else seat

    def actor(rules: Any, state: Any) -> int:
        if OFFERED <= state[-1] < KEPT:
            return state[-1] - OFFERED  # type: ignore[no-any-return]
        return side(rules, state, own_actor(rules, state))

    def winner(rules: Any, state: Any) -> int:
        return side(rules, state, own_winner(rules, state))

    def legal(rules: Any, state: Any, move: int) -> bool:
        count = own_moves(rules)
        if OFFERED <= state[-1] < KEPT:
            return move >= count
        return move < count and own_legal(rules, state, move)

    def play(rules: Any, state: Any, move: int) -> Any:
        if OFFERED <= state[-1] < KEPT:
            return marked(state, KEPT if move == own_moves(rules) + KEEP else SWAPPED)
        after = own_play(rules, state, move)
        if not rules.pie or state[-1] >= KEPT or own_secret(rules, state):
            return after
        acts, second = own_actor(rules, after), 1 - state[-1]
        is_offered = acts == second or (0 <= acts < 2 and own_actor(rules, state) == second)
        return marked(after, OFFERED + second) if is_offered else after

    def moves(rules: Any) -> int:
        return own_moves(rules) + 2

    def secret(rules: Any, state: Any) -> bool:
        return not OFFERED <= state[-1] < KEPT and own_secret(rules, state)

    def view(rules: Any, state: Any, seat: int) -> Any:
        return own_view(rules, state, side(rules, state, seat))

    return code._replace(
        start=start,
        span=span,
        actor=actor,
        legal=legal,
        play=play,
        winner=winner,
        moves=moves,
        side=side,
        secret=code.secret if code.secret is default_secret else secret,
        view=code.view if code.view is default_view else view,
    )


def _words(code: Code, plain: Words, words: Words) -> Words:
    swapped = widened(code, exchanged(plain), "pie").words

    def of(state: Any) -> Words:
        """The game's words, which speak of sides, with the names of the players that have them."""
        return swapped if state[-1] == SWAPPED else words

    def is_offered(state: Any) -> bool:
        return bool(OFFERED <= state[-1] < KEPT)

    def answer(rules: Any, move: int) -> int:
        """Which answer to the offer a move is; below 0 for the moves of the game."""
        return move - code.moves(rules)

    def token(rules: Any, move: int) -> str:
        return {KEEP: "keep", SWAP: "swap"}.get(answer(rules, move)) or plain.token(rules, move)

    def welcome(rules: Any, first: int) -> str:
        return with_line(words.welcome(rules, first), f"After the first turn {player(1 - first)} may swap sides.")

    def turn(rules: Any, state: Any) -> str:
        return "" if is_offered(state) else of(state).turn(rules, state)

    def ask(rules: Any, state: Any) -> str:
        if is_offered(state):
            return f"\n{player(state[-1] - OFFERED)}, do you swap sides (swap or keep)? "
        return of(state).ask(rules, state)

    def again(rules: Any, state: Any) -> str:
        return ask(rules, state).lstrip() if is_offered(state) else of(state).again(rules, state)

    def refuse(rules: Any, state: Any, move: int) -> str:
        if is_offered(state):
            return "Say first whether you swap sides: enter swap or keep."
        if answer(rules, move) >= 0:
            return "Sides can be swapped only by the second player, after the first turn."
        return of(state).refuse(rules, state, move)

    def told(rules: Any, state: Any, move: int, voice: Voice) -> str:
        """What came of the offer."""
        second = state[-1] - OFFERED
        if answer(rules, move) == KEEP:
            return sentence(voice.does(second, "do not swap sides"))
        pieces = plain.pieces(rules)
        plays = [voice.plays(seat, pieces[1 - seat]) for seat in (second, 1 - second)]
        return sentence(f"{voice.does(second, 'swap')} sides: from now on {both(plays)}")

    def tell(rules: Any, state: Any, move: int, after: Any) -> str:
        return told(rules, state, move, Voice()) if is_offered(state) else of(state).tell(rules, state, move, after)

    def telling(rules: Any, state: Any, move: int, after: Any, voice: Voice) -> str:
        if is_offered(state):
            return told(rules, state, move, voice)
        return of(state).telling(rules, state, move, after, voice)

    def closing(rules: Any, state: Any) -> str:
        return of(state).closing(rules, state)

    def ending(rules: Any, state: Any, voice: Voice) -> str:
        return of(state).ending(rules, state, voice)

    def standing(rules: Any, state: Any, voice: Voice) -> str:
        return of(state).standing(rules, state, voice)

    return words._replace(
        token=token,
        welcome=welcome,
        turn=turn,
        ask=ask,
        again=again,
        refuse=refuse,
        tell=tell,
        telling=telling,
        closing=closing,
        ending=ending,
        standing=standing,
    )
