"""`headway lab repair`: the smallest change of rules that makes a game fair."""

import json
from pathlib import Path

import click

from headway.catalogue import find
from headway.game import Game
from headway.lab.repairs.candidates import candidates_of
from headway.lab.repairs.repair import Candidate, Repair, Tried
from headway.lab.repairs.search import MOST_SHOWN, Search, aim_of
from headway.lab.run import MOST_JOBS, Workers
from headway.lab.variant_list import rule_of
from headway.phrases import both, count, either, percent
from headway.ruleset import Setting
from headway.solver.solution import DRAWN, ENDLESS
from headway.terminal.options import JSON, settings
from headway.terminal.output import hanging, own_command, progress_line, show

DIGITS = ".6g"
NOTES = {ENDLESS: ", but best play never ends", DRAWN: ", but best play is a draw"}
MOST_UNDECIDED = 10
"""Of more variants that are undecided, so many are named."""


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
    "--show", "most", default=5, show_default=True, type=click.IntRange(1, MOST_SHOWN), help="Find so many variants."
)
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
    rows: Path | None,
    retry: bool,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
) -> None:
    """Find the smallest change of rules that makes GAME fair, and prove that none smaller does.

    A change is smaller if fewer rules have another value, or as many that are fewer steps away: a number is as many
    steps away as the rule has values between, another reading one step. If no values are given for a rule, all readings
    are tried, or the numbers that are half as far away as its own is large, and at least three steps.
    """
    chosen = find(game)
    values = {name: str(value) for name, value in settings(chosen, rules, None).items()}
    names = [name.strip() for each in kept for name in each.split(",")]
    search = Search(candidates_of(chosen, values, names), aim_of(to, within, skill), most)
    with progress_line() as progress:
        try:
            search.run(Workers(jobs, dask), rows, progress, retry=retry)
        except KeyboardInterrupt:
            progress("")
            show("Interrupted." + (f" What was measured is in {rows}; the same command goes on." if rows else ""))
            if not as_json and search.result().tried:
                show(hanging(_told(search.result())))
            raise
    found = search.result()
    click.echo(json.dumps(_described(found))) if as_json else show(hanging(_told(found)))


def _told(found: Repair) -> str:
    """The result in words, with the proof."""
    now, play = found.now, "between perfect players"
    if found.skill is not None:
        play = f"between players who err at a rate of {found.skill:g}"
    low, high = (percent(max(0.0, min(1.0, found.to + sign * found.within))) for sign in (-1, 1))
    lines = [
        f"{now.game.title} {play}: the side that moves first wins {_chance(now)}{_note(now)}. Fair is {low} to {high}."
    ]
    if not found.found:
        end = "all in these ranges" if found.is_complete else "all that were tried"
        lines.append(f"No variant is known to be fair: {end} fail{_but(found)}.")
    elif not found.found[0].changes:
        lines.append("It is fair as it is.")
        return "\n".join(lines)
    else:
        first, *others = found.found
        lines.append(f"It is fair if {_changes(first, now.game)}: {_chance(first)}{_note(first)}.")
        lines.append(f'  {own_command()} play --position "{first.text}"')
        if others:
            lines += ["", "The next best:"]
            lines += [f"  {_changes(each, now.game)}: {_chance(each)}{_note(each)}" for each in others]
        smaller = sum(each.variants for each in found.smaller)
        fails = "all of them fail" if smaller > 1 else "it fails"
        lines += [
            "",
            f"No smaller change is fair: {count(smaller, 'smaller variant')} tried, and {fails}{_but(found)}.",
        ]
    lines += ["", "Tried:", *(f"  {_range(found, name)}" for name in found.values), *_sizes(found)]
    if found.undecided:
        lines += ["", "Undecided:"]
        lines += [f"  {_changes(each, now.game)}: {_why(each)}" for each in found.undecided[:MOST_UNDECIDED]]
        if len(found.undecided) > MOST_UNDECIDED:
            lines.append(f"  and {len(found.undecided) - MOST_UNDECIDED:,} more (--json lists them all)")
    return "\n".join(lines)


def _sizes(found: Repair) -> list[str]:
    """How many variants were tried: of each size up to that of the smallest repair, and of all larger ones together."""
    exact = len(found.smaller) + 1 if found.found else 0
    lines = [f"  {each}" for each in found.tried[:exact]]
    for rules in sorted({each.rules for each in found.tried[exact:]}):
        of_one = [each for each in found.tried[exact:] if each.rules == rules]
        variants, fair, undecided, refused, adding = (
            sum(getattr(each, name) for each in of_one)
            for name in ("variants", "fair", "undecided", "refused", "adding")
        )
        told = Tried(rules, 0, variants, fair, undecided, refused, adding).told
        larger = "more steps" if found.found and rules == len(found.found[0].changes) else "any number of steps"
        lines.append(f"  {count(rules, 'rule')}, {larger}: {told}" if rules else f"  {of_one[0]}")
    return lines


def _but(found: Repair) -> str:
    """What the proof leaves open."""
    open_ones = len(found.maybe_smaller)
    return f", but for {open_ones:,} that could not be decided" if open_ones else ""


def _changes(candidate: Candidate, before: Game) -> str:
    """What is changed: "length is 10 instead of 9 and lot is yes instead of no"."""
    parts = [f"{name} is {value} instead of {_own(before, name)}" for name, value in candidate.changes.items()]
    return both(parts) if parts else "nothing is changed"


def _chance(candidate: Candidate) -> str:
    return "a share that is not known" if candidate.first_wins is None else percent(candidate.first_wins, DIGITS)


def _note(candidate: Candidate) -> str:
    """What a chance alone does not tell."""
    return NOTES.get(candidate.row.verdict_p1_first or "", "")


def _why(candidate: Candidate) -> str:
    if candidate.first_wins is None:
        return candidate.row.why
    return f"{100 * candidate.first_wins:.10g} % is known to within {candidate.error:.1e}, and a limit lies there."


def _range(found: Repair, name: str) -> str:
    """The values that a rule could take."""
    rule = rule_of(found.now.game, name)
    shown = [*found.values[name], _own(found.now.game, name)]
    places = sorted((rule.allowed.index(rule.read(value)), str(value)) for value in shown)  # type: ignore[arg-type]
    values = [value for _, value in places]
    if not rule.choices and len(values) > 2 and places[-1][0] - places[0][0] == len(values) - 1:
        return f"{name} from {values[0]} to {values[-1]}"
    return f"{name} {either(values)}"


def _own(game: Game, name: str) -> Setting:
    """The value of a rule; a change that the game does not have is off."""
    rule = rule_of(game, name)
    return game.settings.get(name, rule.show(rule.default))


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
        "tried": [_tried(each) for each in found.tried],
        "undecided": [{**_candidate(each), "why": _why(each)} for each in found.undecided],
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
    }
