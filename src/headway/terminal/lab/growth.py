"""`headway lab growth`: how time and memory grow with the length of each game."""

from collections.abc import Sequence

import click

from headway.catalogue import find, own_names
from headway.lab.growth import MeasuredLength, kind_of, measured_lengths
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
def growth(games: Sequence[str], seconds: float) -> int:
    """Measure how time and memory grow with the length of GAMES, or of all games."""
    refuse_without_numba()
    has_failed = False
    for game in map(find, dict.fromkeys(games or own_names())):
        show(f"{game.title} ({kind_of(game)})\n\n| length | states | seconds | MiB |\n|---|---|---|---|")
        with progress_line() as progress:
            for measured in measured_lengths(game, seconds, progress):
                progress("")
                show(_line(measured))
                has_failed |= measured.status == Status.FAILED
        show("")
    return FAILED if has_failed else 0


def _line(measured: MeasuredLength) -> str:
    if measured.states is None:
        return f"| {measured.length} | {measured.status.value} | | |"
    return f"| {measured.length} | {measured.states:,} | {measured.seconds:.2f} | {measured.bytes / 2**20:,.0f} |"
