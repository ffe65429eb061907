"""Playing a line of moves, as the books tell them."""

from headway.catalogue import find
from headway.rulekit import P1
from headway.table.table import Table


def table_of(name: str, first: int = P1, **rules: object) -> Table:
    """A table for a game under some rules."""
    return Table(find(name).variant(rules), first)


def played(table: Table, *tokens: object) -> Table:
    """The table after those moves, typed as a player would."""
    for token in tokens:
        table = table.play(str(token))
    return table


def legal_tokens(table: Table) -> list[str]:
    """What may be typed here."""
    return [table.game.token(move) for move in table.game.moves_at(table.state)]


def places(table: Table) -> list[int]:
    """Where all the pieces are, Player 1's first."""
    p1, p2 = table.game.positions(table.state)
    return [*p1, *p2]
