"""A command that has commands of its own, such as `headway arena`."""

from typing import Any

import click

from headway.errors import nearest, quoted


class Subcommands(click.Group):
    """A group of commands; an unknown one is refused as those of the whole program are."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in self.commands:
            told = f"There is no command {quoted(f'{self.name} {args[0]}')}.{nearest(args[0], self.commands)}"
            raise click.UsageError(told, ctx)
        return super().resolve_command(ctx, args)
