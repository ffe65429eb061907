"""`headway perft`: the number of sequences of moves by their length, to compare with other programs."""

import json

import click

from headway.terminal.options import FIRST, JSON, SEAT_NAMES, rule_options, variant


@click.command()
@click.argument("game")
@click.option("--depth", type=click.IntRange(0, 1000), required=True, help="The longest sequences to count.")
@rule_options
@FIRST
@JSON
def perft(game: str, depth: int, rules: tuple[str, ...], board: str | None, first: str, as_json: bool) -> None:
    """Count the sequences of moves of GAME, by their length.

    Rolls and secret choices are moves like others.
    """
    nodes = variant(game, rules, board).perft(depth, SEAT_NAMES[first])
    if as_json:
        click.echo(json.dumps({"nodes": nodes}))
        return
    for length, number in enumerate(nodes):
        click.echo(f"{length:3}  {number:,}")
