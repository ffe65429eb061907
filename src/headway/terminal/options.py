"""Options that several commands share, and what they mean."""

from collections.abc import Callable, Sequence
from typing import Any

import click

from headway.errors import BadRules, quoted
from headway.game import Game
from headway.rulekit import P1, P2

SEAT_NAMES = {"p1": P1, "p2": P2}


def rule_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that choose a variant: `--rule NAME=VALUE` and `--board`."""
    for option in (
        click.option("--board", metavar="N,N,...", help="The number on each position, where the game has them."),
        click.option("--rule", "rules", metavar="NAME=VALUE", multiple=True, help="Change a rule; may be repeated."),
    ):
        command = option(command)
    return command


def as_player(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """The name of a player, given in any spelling. Whether there is such a player is found when it is seated."""
    from headway.players import player_name

    return player_name(value)


FIRST = click.option(
    "--first",
    type=click.Choice(list(SEAT_NAMES), case_sensitive=False),
    default="p1",
    show_default=True,
    help="Who moves first.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
PLAIN = click.option("--plain", is_flag=True, help="Print the rule book's words alone: no track, no colour.")


def variant(name: str, rules: Sequence[str], board: str | None) -> Game:
    """The game of that name under the rules that were asked for."""
    from headway.catalogue import find

    game = find(name)
    return game.variant(settings(game, rules, board))


def settings(game: Game, rules: Sequence[str], board: str | None) -> dict[str, object]:
    """The rules that were asked for, by name."""
    chosen: dict[str, object] = {}
    if board is not None:
        if game.board_rule is None:
            raise BadRules(f"{game.title} has no board to give.")
        rules = [*rules, f"{game.board_rule.name}={board}"]
    for rule in rules:
        name, equals, value = rule.partition("=")
        if not equals:
            raise BadRules(f"--rule takes NAME=VALUE, not {quoted(rule)}.")
        if name.strip() in chosen:
            raise BadRules(f"The rule {quoted(name.strip())} is given twice.")
        chosen[name.strip()] = value.strip()
    return chosen
