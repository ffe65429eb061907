"""`headway lab growth`: how time and memory grow with a number of the rules of each game."""

from collections.abc import Sequence

import click

from headway.catalogue import find, own_names
from headway.lab.growth import MeasuredValue, grown_rule, kind_of, measured_values
from headway.lab.row import Status
from headway.lab.study import refuse_without_numba
from headway.terminal.output import progress_line, show
from headway.terminal.status import FAILED


@click.command()
@click.argument("games", nargs=-1)
@click.option(
    "--seconds",
    type=click.FloatRange(0),
    default=5.0,
    show_default=True,
    help="Stop after a variant that takes longer.",
)
@click.option("--rule", metavar="NAME", help="The rule that is doubled; by default the first one that takes a number.")
def growth(games: Sequence[str], seconds: float, rule: str | None) -> int:
    """Measure how time and memory grow with the first number in the rules of GAMES, or of all."""
    refuse_without_numba()
    has_failed = False
    chosen = [*map(find, dict.fromkeys(games or own_names()))]
    for game, doubled in [(game, grown_rule(game, rule)) for game in chosen]:  # what has none is refused before
        show(f"{game.title} ({kind_of(game)})\n\n| {doubled.words} | states | loops | seconds | MiB |")
        show("|---|---|---|---|---|")
        with progress_line() as progress:
            for measured in measured_values(game, doubled, seconds, progress):
                progress("")
                show(_line(measured))
                has_failed |= measured.status == Status.FAILED
        show("")
    return FAILED if has_failed else 0


def _line(measured: MeasuredValue) -> str:
    if measured.states is None:
        return f"| {measured.value} | {measured.status.value} | | | |"
    loops = {True: "yes", False: "no", None: "?"}[measured.has_loops]
    return (
        f"| {measured.value} | {measured.states:,} | {loops} | {measured.seconds:.2f} | {measured.bytes / 2**20:,.0f} |"
    )
