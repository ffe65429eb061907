"""`headway arena`: score agents, language models included, by the exact value that their decisions give away."""

import click

from headway.terminal.command_group import CommandGroup
from headway.terminal.output import show

COMMANDS = ("audit", "compare", "play")


@click.group(cls=CommandGroup, package=__name__, names=COMMANDS, invoke_without_command=True)
@click.pass_context
def arena(ctx: click.Context) -> None:
    """Score agents by the exact value that their decisions give away."""
    if ctx.invoked_subcommand is None:
        show(ctx.get_help())
