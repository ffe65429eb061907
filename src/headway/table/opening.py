"""How a match is opened: who moves first, and whether its board is dealt."""

from collections.abc import Mapping

from headway.game import Game
from headway.rulekit import P1, P2
from headway.table.apply import variant
from headway.table.decide import Decision, begin
from headway.table.events import HUMAN
from headway.table.random_source import RandomSource


def is_dealt(book: Game, rules: Mapping[str, object]) -> bool:
    """Is a board dealt for each game of a match under these rules?"""
    return book.is_dealt and not book.has_board_in(rules)


def open_match(
    book: Game,
    rules: Mapping[str, object],
    first: int | None = P1,
    players: tuple[str, str] = (HUMAN, HUMAN),
    wins: int = 1,
    limit: int | None = None,
    seed: int | None = None,
    dice: str | None = None,
) -> Decision:
    """The beginning of a match of a game, under the rules that were asked for.

    Who moves first is drawn if `first` is None. A board that the rules do not give is dealt for each game: from the
    dice where a server has them, otherwise at random, which `seed` makes repeatable.
    """
    source = RandomSource(seed)
    if first is None:
        first = source.at("first").choice((P1, P2))
    deals = is_dealt(book, rules)
    game = book.variant(rules, source.at(1, "deal")) if deals and dice is None else variant(book.name, rules)
    return begin(game, first, players, wins, limit, seed, deals, dice)
