"""`headway games` and `headway rules`: what there is to play, and how."""

import json

import click

from headway import catalogue
from headway.game import Game
from headway.terminal.cli import complain, wrapped


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def games(as_json: bool) -> None:
    """List the games and the rules that a variant may change."""
    found, broken = catalogue.games()
    for error in broken:
        complain(str(error))
    if as_json:
        click.echo(json.dumps([_described(game) for game in found], indent=2))
        return
    for game in found:
        click.echo(f"{game.name}\n{wrapped(game.words.SUMMARY, 4)}")
        for rule in game.rule_list:
            option = "--board " if rule.is_row else f"--rule {rule.name}="
            click.echo(f"    {option}{rule.text(rule.default)}")
            click.echo(wrapped(f"{rule.sentence} Takes {rule.accepts()}.", 8))


def _described(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.words.SUMMARY,
        "rules": {rule.name: rule.described() for rule in game.rule_list},
    }


@click.command()
@click.argument("game")
def rules(game: str) -> None:
    """Show the rule book of GAME."""
    click.echo(catalogue.find(game).rulebook.rstrip())
