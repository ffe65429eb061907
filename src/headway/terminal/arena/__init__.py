"""`headway arena`: score agents, language models included, by the exact value that their decisions give away."""

from importlib import import_module
from typing import Any

import click

from headway.errors import nearest, quoted
from headway.terminal.output import show

COMMANDS = ("audit", "play")
"""Each is a function in the module of the same name."""


class ArenaCommands(click.Group):
    """The commands of the arena, each imported when it is used; an unknown one is refused as those of Headway are."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"headway.terminal.arena.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS:
            told = f"There is no command {quoted(f'arena {args[0]}')}.{nearest(args[0], COMMANDS)}"
            raise click.UsageError(told, ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=ArenaCommands, invoke_without_command=True)
@click.pass_context
def arena(ctx: click.Context) -> None:
    """Score agents by the exact value that their decisions give away."""
    if ctx.invoked_subcommand is None:
        show(ctx.get_help())
