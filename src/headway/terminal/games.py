"""`headway games`: the games and the rules that can be changed."""

import json

import click

from headway import catalogue
from headway.game import Game
from headway.phrases import both
from headway.ruleset import Rule
from headway.terminal.options import JSON
from headway.terminal.output import complain, wrapped


@click.command()
@JSON
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
            _tell(rule)
    changes = dict.fromkeys(change for game in found for change in game.change_list)
    if changes:
        click.echo(f"any game\n{wrapped('Changes that are put over its own rules.', 4)}")
    for change in changes:
        lacking = [game.name for game in found if change not in game.change_list]
        _tell(change, f" Not for {both(lacking)}." if lacking else "")


def _tell(rule: Rule, note: str = "") -> None:
    option = "--board " if rule.is_row else f"--rule {rule.name}="
    click.echo(wrapped(f"{option}{rule.text(rule.default)}", 4))
    click.echo(wrapped(f"{rule.sentence} Takes {rule.accepts()}.{note}", 8))


def _described(game: Game) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.words.SUMMARY,
        "rules": {rule.name: rule.described() for rule in game.rule_list},
        "changes": {change.name: change.described() for change in game.change_list},
    }
