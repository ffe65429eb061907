"""Playing a line of moves, as the books tell them."""

import sys
from pathlib import Path

from headway.catalogue import find, names
from headway.game import Game
from headway.rulekit import P1
from headway.table.table import Table

VARIANTS: list[tuple[str, dict[str, object]]] = [
    ("number-race", {"board": [1, 2, 3]}),
    ("predictive-pursuit", {"length": 4, "longest_step": 3, "overshoot": "stops"}),
    ("predictive-pursuit", {"length": 4, "forced": "unblockable"}),
    ("capture-the-flag", {"length": 4, "soldiers": 1}),
    ("capture-the-flag", {"length": 3, "soldiers": 3, "longest_step": 3}),
    ("cross-over", {"length": 4, "longest_step": 1}),
    ("race-to-the-center", {"length": 6, "reply": "always"}),
]


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


def every_game() -> list[Game]:
    """The five games, variants that reach every rule of theirs, and a sixth game from another package."""
    return [*(find(name) for name in names()), *(find(name).variant(rules) for name, rules in VARIANTS), sixth_game()]


def sixth_game() -> Game:
    """A game with a secret, a guess, a die and a choice in each turn."""
    folder = str(Path(__file__).parent / "sixth")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return Game.load("lucky-steps", "lucky_steps")
