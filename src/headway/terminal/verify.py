"""`headway perft` and `headway check`: numbers and laws that anybody can verify."""

import json

import click

from headway import catalogue
from headway.errors import BadGame
from headway.game import Game
from headway.rulekit import P1, P2
from headway.terminal.cli import FAILED, FIRST, passing, rule_options, variant


@click.command()
@click.argument("game")
@click.option("--depth", type=click.IntRange(0, 1000), required=True, help="The longest sequences to count.")
@rule_options
@FIRST
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def perft(game: str, depth: int, rules: tuple[str, ...], board: str | None, first: str, as_json: bool) -> None:
    """Count the sequences of moves of GAME, by their length.

    Rolls and secret choices are moves like others.
    """
    nodes = variant(game, rules, board).perft(depth, P2 if first == "p2" else P1)
    if as_json:
        click.echo(json.dumps({"nodes": nodes}))
        return
    for length, number in enumerate(nodes):
        click.echo(f"{length:3}  {number:,}")


@click.command()
@click.argument("game", required=False)
@rule_options
def check(game: str | None, rules: tuple[str, ...], board: str | None) -> int:
    """Check the laws of the contract over every reachable state of GAME, or of all games."""
    if game is None:
        if rules or board is not None:
            raise click.UsageError("A variant is checked for one game: headway check GAME --rule ...")
        chosen, broken = catalogue.games()
    else:
        try:
            chosen, broken = [variant(game, rules, board)], []
        except BadGame as error:
            chosen, broken = [], [error]
    for wrong in broken:
        click.echo(f"FAILED  {wrong}")
    results = [_checked(each) for each in chosen]
    return 0 if all(results) and not broken else FAILED


def _checked(game: Game) -> bool:
    from headway.laws import check as try_laws

    shown = " ".join(f"{rule.name}={rule.text(getattr(game.rules, rule.name))}" for rule in game.rule_list)
    with passing() as progress:
        report = try_laws(game, progress=progress)
    click.echo(f"{game.name}  {shown}\n    {report.states:,} states, whoever moves first")
    for finding in report.findings:
        mark = "FAILED" if finding.failure else "--" if finding.is_skipped else "ok"
        click.echo(f"    {mark:6}  {finding.law}")
        if finding.failure:
            click.echo(f"            {finding.failure}")
    return report.holds
