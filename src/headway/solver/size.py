"""The size of a game, and the refusal of one that is too large."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count, islice, takewhile

from headway.contract import fields
from headway.errors import TooLarge
from headway.game import Game
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver.memory import free_memory
from headway.symbolic import may_hold
from headway.table.apply import undealt

MOST_QUICK = 30_000
MOST_QUICK_WITH_CHANCE = 2_000
"""The numbers of states that are solved in about a second, without and with chance or secrets."""
FEW = 20
"""At how many states near the start `most_moves` looks."""
MOST_BOXES = 300
"""On how many boxes it is asked whether another state has more moves than these: that asks for all moves at once."""
HUGE = 10**15
MOST_UNITS = 1_000_000
"""More GiB than that are told as a power of ten."""
BYTES_PER_STATE = 1_500
"""What a state takes in lists, with its index and the tables that solve it; measured for Number Race."""
BYTES_PER_OUTCOME = 40
"""What an outcome takes in lists: two references, and a float where chance decides."""


def state_count(game: Game) -> int:
    """How many states there are within the span of the rules: an upper bound of the reachable ones."""
    found = 1
    for least, greatest in zip(*game.code.span(game.rules), strict=True):
        ends = [end if isinstance(end, tuple) else (end,) for end in (least, greatest)]
        for low, high in zip(*ends, strict=True):
            found *= high - low + 1
    return found


@lru_cache(maxsize=64)
def most_moves(game: Game) -> int:
    """An upper bound of the legal moves of a state, by symbolic execution of the rules.

    It is the number of moves that one side, or chance, can have in any states of the span; fewer if no state of the
    span has more than those near the start.
    """
    span, near = game.code.span(game.rules), {state: game.moves_at(state) for state in islice(game.explore({}), FEW)}

    def can_make(actor: int, moves: Sequence[int]) -> bool:
        return may_hold(lambda state: game.actor(state) == actor and any(game.legal(state, m) for m in moves), *span)

    most, seen = 0, max(map(len, near.values()))
    for actor in (P1, P2, CHANCE):
        made = {move for state, moves in near.items() if game.actor(state) == actor for move in moves}
        others = [move for move in game.all_moves if move not in made]
        if can_make(actor, others):
            made.update(move for move in others if can_make(actor, [move]))
        most = max(most, len(made))
    has_more = seen < most and may_hold(
        lambda state: game.actor(state) != OVER and len(game.moves_at(state)) > seen, *span, MOST_BOXES
    )
    return most if has_more else seen


def is_quick(game: Game) -> bool:
    """Is a game so small that it is solved in about a second?"""
    if state_count(game) > MOST_QUICK:
        return False
    cells = len(game.all_moves) if game.has_secrets else 1  # each secret is a matrix game
    return state_count(game) * cells <= MOST_QUICK_WITH_CHANCE or not (game.has_chance or game.has_secrets)


def refuse_too_large(game: Game, most: int) -> None:
    """Refuse a game with more states than `most`, or than the memory allows where they are explored one by one."""
    if state_count(game) > most:
        raise TooLarge(too_large(game, f"{most:,} fit", lambda smaller: state_count(smaller) <= most))
    free, needed = free_memory(), _bytes_interpreted(game)
    if needed > free:
        limit = memory_limit(needed, free, "about ")
        raise TooLarge(too_large(game, limit, lambda smaller: _bytes_interpreted(smaller) <= free))


def _bytes_interpreted(game: Game) -> int:
    """What a game takes without machine code; a secret has as many answers for each choice, which is a state, too."""
    return state_count(game) * (BYTES_PER_STATE + BYTES_PER_OUTCOME * len(game.all_moves))


def too_large(game: Game, limit: str, fits: Callable[[Game], bool]) -> str:
    """A sentence with the size of a game, the limit, and the largest length that fits if the game has a length."""
    return refusal(game, limit, largest_length(game, fits))


def refusal(game: Game, limit: str, length: int | None, surely: str = "", is_judged: bool = False) -> str:
    """A sentence with the size of a game, the limit, and a length that fits, if there is one: the largest that does.

    One that `is_judged` by shorter ones is not certain.
    """
    about = "about " if is_judged else ""
    advice = f" The largest length that {surely}fits is {about}{length}." if length is not None else ""
    return f"{game.title} has up to {rounded(state_count(game))} states under these rules; {limit}.{advice}"


def largest_length(game: Game, fits: Callable[[Game], bool]) -> int | None:
    """The largest length that fits, of those below the length of a game; None if there is none."""
    lengths = shorter_lengths(game)
    fitting = how_many_fit(game, lengths, fits)
    return lengths[fitting - 1] if fitting else None


def shorter_lengths(game: Game) -> Sequence[int]:
    """The lengths that a game may have below its own; empty for a game without a length."""
    rule = next((rule for rule in game.rule_list if rule.is_length), None)
    if rule is None:
        return []
    now = fields(game.rules)[rule.name]
    return list(takewhile(lambda length: length != now, rule.allowed))


def with_length(game: Game, length: int) -> Game:
    """A game that has a length, with another one."""
    name = next(rule.name for rule in game.rule_list if rule.is_length)
    return game.variant({**undealt(game), name: length})


def how_many_fit(game: Game, lengths: Sequence[int], fits: Callable[[Game], bool]) -> int:
    """How many of the lengths fit, the smallest ones: the size of a game grows with its length."""
    return bisect_left(lengths, True, key=lambda length: not fits(with_length(game, length)))


def rounded(number: int, huge: int = HUGE) -> str:
    """A number with its digits, a huge one as a power of ten: "4,000,000", "about 10^18"."""
    return f"{number:,}" if number < huge else f"about 10^{len(str(number)) - 1}"


def memory_limit(needed: int, free: int, about: str = "") -> str:
    """What a refusal says of the memory: "they take 3.2 GiB, and 1.5 GiB are free", with digits that differ."""
    unit, name = (2**30, "GiB") if free >= 2**30 else (2**20, "MiB")
    digits = next(digits for digits in count(1) if round(needed / unit, digits) != round(free / unit, digits))
    whole = needed // unit
    amount = f"{needed / unit:,.{digits}f}" if whole < MOST_UNITS else rounded(whole, MOST_UNITS).removeprefix("about ")
    return f"they take {about}{amount} {name}, and {free / unit:,.{digits}f} {name} are free"
