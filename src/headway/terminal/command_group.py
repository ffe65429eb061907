"""Groups of commands, each command imported only when it is used, so that a game starts at once."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from headway.errors import nearest, quoted
from headway.terminal.help_formatter import HelpContext


class CommandGroup(click.Group):
    """The commands of a package: each is the function in the module of the same name."""

    context_class = HelpContext

    def __init__(self, *arguments: Any, package: str, names: Sequence[str], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._package, self._names = package, names

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._names:
            return None
        command = getattr(import_module(f"{self._package}.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        command.context_class = HelpContext
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List every command with the whole first sentence of its help; click would cut it off at one line."""
        commands = [(name, self.get_command(ctx, name)) for name in self._names]
        with formatter.section("Commands"):
            formatter.write_dl([(name, first_sentence(command)) for name, command in commands if command is not None])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in self._names:
            asked = " ".join([*ctx.command_path.split()[1:], args[0]])
            raise click.UsageError(f"There is no command {quoted(asked)}.{nearest(args[0], self._names)}", ctx)
        return super().resolve_command(ctx, args)


def first_sentence(command: click.Command) -> str:
    """The first sentence of a command's help."""
    return command.get_short_help_str(limit=sys.maxsize)
