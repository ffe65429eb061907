"""`headway lab`: what is true of the variants of a game."""

import click

from headway.terminal.command_group import CommandGroup
from headway.terminal.output import show

COMMANDS = ("sweep", "repair", "growth")


@click.group(cls=CommandGroup, package=__name__, names=COMMANDS, invoke_without_command=True)
@click.pass_context
def lab(ctx: click.Context) -> None:
    """Find out what is true of every variant of a game."""
    if ctx.invoked_subcommand is None:
        show(ctx.get_help())
