"""The size of a game, and the refusal of one that is too large."""

from collections.abc import Callable
from itertools import takewhile

from headway.contract import fields
from headway.errors import HeadwayError
from headway.game import Game
from headway.solver.memory import free_memory
from headway.table.apply import undealt

MOST_QUICK = 30_000
MOST_QUICK_WITH_CHANCE = 2_000
"""The numbers of states that are solved in about a second, without and with chance or secrets."""
HUGE = 10**15
BYTES_PER_STATE = 1_500
"""What a state takes in the normal form, with its index and the tables that solve it; measured for Number Race."""


class TooLarge(HeadwayError):
    """A game has more states than the limit, the memory or the time allows."""

    name = "too-large"


def state_count(game: Game) -> int:
    """How many states there are within the span of the rules: an upper bound of the reachable ones."""
    found = 1
    for least, greatest in zip(*game.code.span(game.rules), strict=True):
        ends = [end if isinstance(end, tuple) else (end,) for end in (least, greatest)]
        for low, high in zip(*ends, strict=True):
            found *= high - low + 1
    return found


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
    free = free_memory()
    if BYTES_PER_STATE * state_count(game) > free:
        needed = BYTES_PER_STATE * state_count(game)
        limit = f"they take about {needed / 2**30:,.1f} GiB, and {free / 2**30:,.1f} GiB are free"
        raise TooLarge(too_large(game, limit, lambda smaller: BYTES_PER_STATE * state_count(smaller) <= free))


def too_large(game: Game, limit: str, fits: Callable[[Game], bool]) -> str:
    """A sentence with the size of a game, the limit, and the largest length that fits if the game has a length."""
    rule = next((rule for rule in game.rule_list if rule.is_length), None)
    found = None
    if rule is not None:
        now = fields(game.rules)[rule.name]
        shorter = list(takewhile(lambda length: length != now, rule.allowed))
        while shorter:  # binary search: the size grows with the length
            middle = len(shorter) // 2
            if fits(game.variant({**undealt(game), rule.name: shorter[middle]})):
                found, shorter = shorter[middle], shorter[middle + 1 :]
            else:
                shorter = shorter[:middle]
    advice = f" The largest length that fits is {found}." if found is not None else ""
    return f"{game.title} has up to {rounded(state_count(game))} states under these rules; {limit}.{advice}"


def rounded(number: int, huge: int = HUGE) -> str:
    """A number with its digits, a huge one as a power of ten: "4,000,000", "about 10^18"."""
    return f"{number:,}" if number < huge else f"about 10^{len(str(number)) - 1}"
