"""`headway audit`: the rule book's claims against the truth."""

import json

import click

from headway.audit import Audit, Finding
from headway.terminal.cli import passing, rule_options, variant, wrapped


@click.command()
@click.argument("game")
@rule_options
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def audit(game: str, rules: tuple[str, ...], board: str | None, as_json: bool) -> None:
    """Hold what the rule book of GAME claims against what is true of it.

    Each finding has a witness: a line of play to replay, or a count.
    """
    chosen = variant(game, rules, board)
    with passing() as progress:
        found = Audit(chosen, progress=progress)
    verdicts = found.verdicts
    if as_json:
        findings = [finding._asdict() for finding in found.findings]
        claims = [{"claim": v.claim, "true": v.is_true, **v.finding._asdict()} for v in verdicts]
        click.echo(json.dumps({"game": chosen.name, "rules": chosen.settings, "findings": findings, "claims": claims}))
        return
    click.echo(f"{chosen.title}: what is true\n")
    for finding in found.findings:
        _tell(finding)
    click.echo("What the book says\n" if verdicts else "The book makes no claims that are checked.")
    for verdict in verdicts:
        click.echo(wrapped(f'{"true " if verdict.is_true else "FALSE"}  "{verdict.claim}"'))
        click.echo(wrapped(verdict.finding.sentence, 7))


def _tell(finding: Finding) -> None:
    click.echo(wrapped(finding.sentence))
    if finding.witness.startswith("headway replay"):
        click.echo(f"    {finding.witness}\n")  # to be copied as it is
    else:
        click.echo(f"{wrapped(finding.witness, 4)}\n")
