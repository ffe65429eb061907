"""What each legal move of a table is worth to the side to move, by what that side may see."""

from typing import Any

from headway.solver import Solution, Worth
from headway.table.table import Table


def worths_at(solution: Solution, table: Table) -> list[Worth]:
    """The worth of each legal move to the side to move."""
    return solution.worths(table.view(table.actor))


def is_mixed(solution: Solution, table: Table) -> bool:
    """Does best play mix moves here?"""
    return table.view(table.actor) in solution.odds


def hint_as_plain(solution: Solution, table: Table) -> dict[str, Any]:
    """What each legal move is worth, as JSON."""
    seen, has_odds = table.view(table.actor), is_mixed(solution, table)
    return {
        "to_move": table.to_move.name if table.to_move is not None else None,
        "value": float(solution.values[seen]),
        "verdict": solution.verdict(table.state),
        "moves": [
            {
                "move": table.game.token(worth.move),
                "value": float(worth.value),
                "plies": worth.plies,
                "endless": worth.is_endless,
                **({"odds": worth.odds} if has_odds else {}),
            }
            for worth in worths_at(solution, table)
        ],
    }
