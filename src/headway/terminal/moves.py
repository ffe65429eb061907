"""A line of play as the option `--moves` gives it."""

from headway.errors import IllegalMove, UnknownMove
from headway.table.table import Table


def play_out(table: Table, moves: str) -> Table:
    """The table after the moves, which are separated by commas; an error says which of them is wrong."""
    tokens = moves.split(",") if moves.strip() else []
    for number, text in enumerate(tokens, 1):
        try:
            if not text.strip():
                raise UnknownMove("nothing is between the commas.")
            table = table.play(text)
        except UnknownMove as error:
            raise UnknownMove(f"Move {number}: {error}") from error
        except IllegalMove as error:
            raise IllegalMove(f"Move {number}, {text.strip()}: {error} {table.game.accepted(table.state)}") from error
    return table
