"""`headway rules`: the rule book of a game, and what a variant changes."""

import click

from headway.game import Game
from headway.terminal.options import rule_options, variant
from headway.terminal.output import reflowed, show


@click.command()
@click.argument("game")
@rule_options
def rules(game: str, rules: tuple[str, ...], board: str | None) -> None:
    """Show the rule book of GAME; of a variant, first how that is played."""
    show(rules_of(variant(game, rules, board)))


def rules_of(game: Game) -> str:
    """How a variant is played, if the game is one, and the rule book."""
    book = reflowed(game.rulebook.rstrip())
    if not game.changed:
        return book
    changed = ", ".join(f"{name}={value}" for name, value in game.changed.items())
    lines = "".join(f"- {line}\n" for line in game.how_to_play)
    return f"{game.title} with {changed}:\n{lines}\nThe rule book, with its own numbers:\n\n{book}"
