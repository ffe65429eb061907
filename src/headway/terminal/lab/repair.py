"""`headway lab repair`: the smallest change of rules that makes a game fair."""

import json
from pathlib import Path

import click

from headway.catalogue import find
from headway.lab.repairs.candidates import candidates_of
from headway.lab.repairs.repair import Candidate, Repair, Tried
from headway.lab.repairs.search import MOST_SHOWN, Search, aim_of
from headway.lab.row import Status
from headway.lab.run import MOST_JOBS, Workers
from headway.terminal.lab.repair_text import RepairText, play_command, undecided_because
from headway.terminal.options import JSON, settings
from headway.terminal.output import hanging, progress_line, show
from headway.terminal.status import FAILED


@click.command()
@click.argument("game")
@click.option("--to", default="0.50", show_default=True, metavar="CHANCE", help="The chance of the first mover.")
@click.option("--within", default="0.01", show_default=True, metavar="CHANCE", help="How far from it is still fair.")
@click.option("--skill", metavar="RATE", help="Both sides err at this rate: 0.1. Without it, both play best.")
@click.option(
    "--rule",
    "rules",
    metavar="NAME=VALUES",
    multiple=True,
    help="The values that a rule may take: 4..30, 4,6,8 or all; one value is kept. May be repeated.",
)
@click.option("--keep", "kept", metavar="NAME", multiple=True, help="Do not change this rule; may be repeated.")
@click.option(
    "--show",
    "most",
    default=5,
    show_default=True,
    type=click.IntRange(1, MOST_SHOWN),
    help="How many variants to find.",
)
@click.option("--endless", is_flag=True, help="Count a variant as fair though it may never end.")
@click.option(
    "--rows",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep what is measured, by the ending: .csv, .jsonl or .parquet. What is there is not measured again.",
)
@click.option("--retry", is_flag=True, help="Try again what could not be measured.")
@click.option("-j", "--jobs", type=click.IntRange(1, MOST_JOBS), help="Processes; by default one for each core.")
@click.option("--dask", metavar="ADDRESS", help="Measure on a Dask cluster: the address of its scheduler.")
@JSON
def repair(
    game: str,
    to: str,
    within: str,
    skill: str | None,
    rules: tuple[str, ...],
    kept: tuple[str, ...],
    most: int,
    endless: bool,
    rows: Path | None,
    retry: bool,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
) -> int:
    """Find the smallest change of rules that makes GAME fair, and prove that none smaller does.

    A change is smaller if fewer rules have another value, or as many that are fewer steps away: a number is as many
    steps away as the rule has values between, another reading one step. If no values are given for a rule, all readings
    are tried, or the numbers that are half as far away as its own is large, and at least three steps.
    """
    chosen = find(game)
    values = {name: str(value) for name, value in settings(chosen, rules, None).items()}
    names = [name.strip() for each in kept for name in each.split(",")]
    search = Search(candidates_of(chosen, values, names), aim_of(to, within, skill, endless), most)
    text = RepairText()
    with progress_line() as progress:

        def tell_new() -> None:
            if not as_json:
                progress("")
                show(hanging("\n".join(text.new(search.result()))))

        try:
            search.run(Workers(jobs, dask), rows, progress, tell_new, retry=retry)
        except KeyboardInterrupt:
            progress("")
            where = f" What was measured is in {rows}; the same command goes on." if rows else ""
            click.echo(f"Interrupted.{where}", err=as_json)
            if search.result().tried:
                _show_rest(search.result(), text, as_json)
            raise
    _show_rest(search.result(), text, as_json)
    return FAILED if any(each.row.status == Status.FAILED for each in search.result().undecided) else 0


def _show_rest(found: Repair, text: RepairText, as_json: bool) -> None:
    """Print what is not printed yet, once the search has ended."""
    lines = text.rest(found)
    if as_json:
        click.echo(json.dumps(_described(found)))
    elif lines:
        show(hanging("\n".join(lines)))


def _described(found: Repair) -> dict[str, object]:
    """The result for programs."""
    return {
        "game": found.now.game.name,
        "rules": dict(found.now.row.rules),
        "to": found.to,
        "within": found.within,
        "skill": found.skill,
        "values": {name: list(values) for name, values in found.values.items()},
        "now": _candidate(found.now),
        "found": [_candidate(each) for each in found.found],
        "endless": [_candidate(each) for each in found.endless],
        "tried": [_tried(each) for each in found.tried],
        "undecided": [{**_candidate(each), "why": undecided_because(each)} for each in found.undecided],
        "complete": found.is_complete,
    }


def _candidate(candidate: Candidate) -> dict[str, object]:
    row = candidate.row
    return {
        "changes": dict(candidate.changes),
        "steps": candidate.steps,
        "first_wins": candidate.first_wins,
        "error": candidate.error,
        "verdict": row.verdict_p1_first,
        "states": row.states,
        "status": row.status.value,
        "text": candidate.text,
        "command": play_command(candidate.game),
        "key": row.key,
    }


def _tried(tried: Tried) -> dict[str, int]:
    return {
        "rules": tried.rules,
        "steps": tried.steps,
        "variants": tried.variants,
        "fair": tried.fair,
        "failed": tried.failed,
        "undecided": tried.undecided,
        "refused": tried.refused,
        "adding": tried.adding,
        "endless": tried.endless,
    }
