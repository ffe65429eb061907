"""`headway rules`: the rule book of a game."""

import click

from headway import catalogue
from headway.terminal.output import reflowed, show


@click.command()
@click.argument("game")
def rules(game: str) -> None:
    """Show the rule book of GAME."""
    show(reflowed(catalogue.find(game).rulebook.rstrip()))
