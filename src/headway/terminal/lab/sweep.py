"""`headway lab sweep`: a row for each variant of a game."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from headway.catalogue import find
from headway.drawing.html import SERVER
from headway.lab import Row, Status, Variants, mean_over_boards, read, variants
from headway.lab.code_hash import key_of
from headway.lab.cost import cost_of
from headway.lab.means import Mean
from headway.lab.pictures.layout import rules_told
from headway.lab.run import MOST_JOBS, Done, Workers, run
from headway.phrases import count, percent
from headway.ruleset import Setting
from headway.solver.backend import available_cores
from headway.terminal.columns import in_columns
from headway.terminal.lab.pictures import refuse_bad_pictures, write_pictures
from headway.terminal.options import JSON, settings
from headway.terminal.output import progress_line, show
from headway.terminal.status import FAILED
from headway.time_left import rounded_time
from headway.tolerances import PROVEN

TABLE = {
    "P1 first": "value_p1_first",
    "P2 first": "value_p2_first",
    "erring 10 %": "first_wins_at_10",
    "random": "first_wins_at_100",
    "at stake": "at_stake",
    "skill": "perfect_over_random",
    "endless": "perfect_endless",
    "plies": "random_plies",
}
"""What is shown of a row in the terminal: the heading and the column."""
EXPLAINED = (
    "P1 first, P2 first: the chance that Player 1 wins under best play. erring 10 %, random: the chance of the side "
    "that moves first, if both err. at stake: choices in which a move loses something. skill: perfect against random. "
    "endless: perfect play that never ends. plies: of random games. --out FILE keeps all columns."
)


@click.command()
@click.argument("game")
@click.option(
    "--rule",
    "rules",
    metavar="NAME=VALUES",
    multiple=True,
    help="The values of a rule: 9, 4..30, 4..30..2, 4,6,8 or all; may be repeated.",
)
@click.option("--boards", type=click.IntRange(1), metavar="N", help="Deal N random boards for each set of rules.")
@click.option("--seed", type=int, default=0, show_default=True, help="What the boards are dealt with.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep each row, by the ending: .csv, .jsonl or .parquet. What is there is not measured again.",
)
@click.option(
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Draw curves or heat maps, by the rules that vary: .svg or .png.",
)
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write a report with pictures and a table in which every variant opens: one page, which needs nothing else.",
)
@click.option("--server", metavar="URL", default=SERVER, show_default=True, help="Where the links of the report lead.")
@click.option("--retry", is_flag=True, help="Try again what could not be measured.")
@click.option("-j", "--jobs", type=click.IntRange(1, MOST_JOBS), help="Processes; by default one for each core.")
@click.option("--dask", metavar="ADDRESS", help="Measure on a Dask cluster: the address of its scheduler.")
@click.option("--dry-run", is_flag=True, help="Only say how many variants there are, and about how long they take.")
@JSON
def sweep(
    game: str,
    rules: tuple[str, ...],
    boards: int | None,
    seed: int,
    out: Path | None,
    plot: Path | None,
    html: Path | None,
    server: str,
    retry: bool,
    jobs: int | None,
    dask: str | None,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Measure every variant of GAME: who has the edge, how long it lasts, whether choices and skill matter.

    Each row has its proof: the certificate of the solution, and how far any chance can be from the truth.
    """
    chosen = find(game)
    values = {name: str(value) for name, value in settings(chosen, rules, None).items()}
    wanted = variants(chosen, values, boards=boards or 0, seed=seed)
    refuse_bad_pictures(plot, html, server)
    if dry_run:
        _tell_plan(wanted, jobs or available_cores(), as_json)
        return 0
    rows = list[Row]()
    with progress_line() as progress:
        try:
            done = run(wanted, Workers(jobs, dask), out, rows.append, progress, retry=retry)
        except KeyboardInterrupt:
            progress("")
            if out is not None:
                show(f"Interrupted. {count(len(rows), 'row')} more in {out}; the same command goes on with the others.")
            raise
    every = _all_rows(wanted, rows, out) if plot is not None or html is not None or boards else rows
    if plot is not None or html is not None:
        write_pictures(every, plot, html, server)
    if out is None:
        order = {key_of(variant): place for place, variant in enumerate(wanted)}
        rows.sort(key=lambda row: order[row.key])
        show("\n".join(json.dumps(row.cells()) for row in rows) if as_json else _as_table(wanted, rows))
    else:
        _tell_file(out, rows, done, as_json)
    if boards and not as_json:
        _tell_means(every)
    return FAILED if done.failed else 0


def _all_rows(wanted: Variants, new: Sequence[Row], out: Path | None) -> list[Row]:
    """The rows of all variants in their order; those that were known are in the file."""
    found = {row.key: row for row in (new if out is None else read(out))}
    return [found[key_of(variant)] for variant in wanted]


def _tell_plan(wanted: Variants, cores: int, as_json: bool) -> None:
    """How much work there is."""
    cost = cost_of(wanted)
    seconds = cost.seconds / cores
    if as_json:
        told = {
            "game": wanted.game.name,
            "variants": len(wanted),
            "refused": cost.refused,
            "seconds": round(seconds, 1),
        }
        click.echo(json.dumps(told))
        return
    refused = f"{'' if cost.is_counted else 'about '}{cost.refused:,} of them refused by the game"
    lines = [
        f"{wanted.game.title}: {count(len(wanted), 'variant')}{f', {refused}' if cost.refused else ''}",
        f"  first  {_rules(wanted[0].settings)}",
        f"  last   {_rules(wanted[-1].settings)}",
        f"  time   about {rounded_time(seconds)} on {count(cores, 'core')}",
    ]
    show("\n".join(lines))


def _rules(values: Mapping[str, Setting]) -> str:
    return " ".join(f"{name}={','.join(map(str, v)) if isinstance(v, list) else v}" for name, v in values.items())


def _tell_file(path: Path, rows: Sequence[Row], done: Done, as_json: bool) -> None:
    """What was written to a file."""
    counts = Counter(row.status for row in rows)
    if as_json:
        told = {status.value: counts[status] for status in Status}
        click.echo(json.dumps({"out": str(path), "known": done.known, "measured": len(rows), **told}))
        return
    failed = ", ".join(
        f"{counts[status]} {status.value}" for status in Status if status != Status.OK and counts[status]
    )
    show(
        f"{count(len(rows), 'row')} measured{f' ({failed})' if failed else ''}, {done.known} known; all are in {path}."
    )
    if done.failed:
        show(f"{count(done.failed, 'variant')} failed; the column why says why, and --retry tries again.")


def _as_table(wanted: Variants, rows: Sequence[Row]) -> str:
    """The rows with their most important columns."""
    own = [rule.name for rule in wanted.game.rule_list if not rule.is_row]
    names = list(dict.fromkeys([*own, *(name for name in wanted.values if name in rows[0].rules)]))
    names = [name for name in names if not isinstance(rows[0].rules[name], list)]
    has_deals = any(row.deal is not None for row in rows)
    keys = [*names, *(["board"] if has_deals else [])]
    lines, failed = [[*keys, *TABLE]], list[str]()
    for row in rows:
        cells = [str(row.rules[name]) for name in names] + ([str(row.deal)] if has_deals else [])
        lines.append([*cells, *(_figure(column, getattr(row, column)) for column in TABLE.values())])
        if row.states is None:
            told = " ".join(f"{name}={cell}" for name, cell in zip(keys, cells, strict=True))
            failed.append(f"{told}: {row.status.value}: {row.why}")
    shown = in_columns(lines, keys=len(keys), left=0, indent=0)
    return "\n".join([shown, *failed, "", EXPLAINED])


def _figure(column: str, value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.1f}" if column.endswith("plies") else percent(value, unsure=PROVEN)


def _tell_means(rows: Sequence[Row]) -> None:
    """The means over the boards."""
    for each in mean_over_boards(rows):
        rules = " ".join(f"{name}={value}" for name, value in rules_told(each.rules).items())
        show(f"\n{rules}: the mean over {count(each.boards, 'board')}, 95 % sure")
        for heading, column in TABLE.items():
            if column in each.figures:
                show(f"  {heading:12}{_mean(column, each.figures[column])}")


def _mean(column: str, found: Mean) -> str:
    if column.endswith("plies"):
        return f"{found.mean:.2f}" + (f" ± {found.within:.2f}" if found.within is not None else "")
    within = f" ± {100 * found.within:.2f} %" if found.within is not None else ""
    return f"{100 * found.mean:.2f} %{within}"
