"""`headway export`: write a game in the formats of PRISM, Gambit and Graphviz."""

import click

from headway.analysis.export import DEPTH, dot, efg, prism
from headway.solver import explore
from headway.solver.size import refuse_too_large
from headway.terminal.options import FIRST, SEAT_NAMES, rule_options, variant

MOST_STATES = 400_000


@click.command()
@click.argument("game")
@click.option(
    "--format",
    "language",
    type=click.Choice(["prism", "efg", "dot"], case_sensitive=False),
    required=True,
    help="The format of the output.",
)
@rule_options
@FIRST
@click.option(
    "--depth", type=click.IntRange(1, 40), default=DEPTH, show_default=True, help="The depth of the game tree of efg."
)
def export(game: str, language: str, rules: tuple[str, ...], board: str | None, first: str, depth: int) -> None:
    """Write GAME for PRISM (prism), Gambit (efg) or Graphviz (dot), to check it with these tools."""
    chosen = variant(game, rules, board)
    seat = SEAT_NAMES[first]
    if language == "efg":
        lines = efg(chosen, seat, depth)
    else:
        refuse_too_large(chosen, MOST_STATES)
        explored = explore(chosen)
        lines = prism(explored, seat) if language == "prism" else dot(explored, seat)
    for line in lines:
        click.echo(line)
