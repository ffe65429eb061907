"""`headway audit`: check the claims of a rule book against the solution of its game."""

import json

import click

from headway.analysis.audit import Audit, Command, Finding, Verdict
from headway.terminal.options import JSON, rule_options, variant
from headway.terminal.output import progress_line, wrapped


@click.command()
@click.argument("game")
@rule_options
@JSON
def audit(game: str, rules: tuple[str, ...], board: str | None, as_json: bool) -> None:
    """Check what the rule book of GAME claims against the solution of the game.

    Each finding has a witness: a line of play to replay, or a count.
    """
    chosen = variant(game, rules, board)
    with progress_line() as progress:
        found = Audit(chosen, progress=progress)
    verdicts = found.verdicts
    if as_json:
        findings = [finding._asdict() for finding in found.findings]
        claims = [
            {"claim": v.claim, "part": v.part, "rule": v.is_rule, "true": v.is_true, **v.finding._asdict()}
            for v in verdicts
        ]
        click.echo(json.dumps({"game": chosen.name, "rules": chosen.settings, "findings": findings, "claims": claims}))
        return
    click.echo(f"{chosen.title}: findings\n")
    for finding in found.findings:
        _tell(finding)
    for title, is_rule in (("Claims of the book", False), ("Rules of the book, and whether they ever apply", True)):
        told = [verdict for verdict in verdicts if verdict.is_rule == is_rule]
        click.echo(f"{title}\n" if told else f"{title}: none that can be checked.\n")
        for verdict in told:
            part = f'"{verdict.part}" in ' if verdict.part else ""
            click.echo(wrapped(f'{_label(verdict)}  {part}"{verdict.claim}"'))
            click.echo(wrapped(verdict.finding.sentence, 9) + "\n")


LABELS = {True: "true   ", False: "FALSE  ", None: "-      "}
RULE_LABELS = {True: "applies", False: "NEVER  ", None: "-      "}


def _label(verdict: Verdict) -> str:
    return (RULE_LABELS if verdict.is_rule else LABELS)[verdict.is_true]


def _tell(finding: Finding) -> None:
    click.echo(wrapped(finding.sentence))
    for witness in finding.witness:  # a command stays on one line, so that it can be copied
        click.echo(f"    {witness}" if isinstance(witness, Command) else wrapped(witness, 4))
    click.echo()
