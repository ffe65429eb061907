"""`headway lab`: what is true of the variants of a game."""

import click

from headway.terminal.lab.growth import growth
from headway.terminal.lab.repair import repair
from headway.terminal.lab.sweep import sweep
from headway.terminal.output import show
from headway.terminal.subcommands import Subcommands


@click.group(cls=Subcommands, invoke_without_command=True)
@click.pass_context
def lab(ctx: click.Context) -> None:
    """Find out what is true of every variant of a game."""
    if ctx.invoked_subcommand is None:
        show(ctx.get_help())


lab.add_command(sweep)
lab.add_command(repair)
lab.add_command(growth)
