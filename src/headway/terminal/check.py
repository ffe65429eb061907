"""`headway check`: the laws of the contract over every reachable state of a game."""

import click

from headway import catalogue
from headway.errors import BadGame
from headway.game import Game
from headway.terminal.options import rule_options, variant
from headway.terminal.output import progress_line, show
from headway.terminal.status import FAILED


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
        show(f"FAILED  {wrong}")
    results = [_checked(each) for each in chosen]
    return 0 if all(results) and not broken else FAILED


def _checked(game: Game) -> bool:
    from headway.laws import check as try_laws

    shown = " ".join(f"{rule.name}={rule.text(getattr(game.rules, rule.name))}" for rule in game.rule_list)
    with progress_line() as progress:
        report = try_laws(game, progress=progress)
    show(f"{game.name}  {shown}\n    {report.states:,} states, with either player moving first")
    for finding in report.findings:
        mark = "FAILED" if finding.failure else "--" if finding.is_skipped else "ok"
        show(f"    {mark:6}  {finding.law}")
        if finding.failure:
            show(f"            {finding.failure}")
    return report.holds
