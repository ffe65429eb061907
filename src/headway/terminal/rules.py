"""`headway rules`: the rule book of a game."""

import click

from headway import catalogue


@click.command()
@click.argument("game")
def rules(game: str) -> None:
    """Show the rule book of GAME."""
    click.echo(catalogue.find(game).rulebook.rstrip())
