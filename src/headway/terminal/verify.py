"""`headway verify`: check that the dice of a recorded game follow from the seed that its server had committed to."""

from pathlib import Path

import click

from headway.errors import BadRecord, NotOver
from headway.table.dice_check import chance_moves, dice_flaw, right_dice
from headway.table.record import read
from headway.terminal.output import show
from headway.terminal.status import FAILED


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
def verify(file: Path | None) -> int:
    """Check the dice of the record in FILE, which a server has given out.

    Before the game the server publishes a commitment, the hash of a seed; after it, the seed. Every roll, and a board
    that was dealt, must follow from that seed.
    """
    if file is None:
        raise click.UsageError("Name the FILE of a record from a server. No server rolled the dice of games kept here.")
    record = read(file)
    rolls = 0
    for number, played in enumerate(record.match.games, 1):
        where = f"Game {number}: " if len(record.tables) > 1 else ""
        committed, seed = played.begun.commitment, played.ended.seed if played.ended else None
        if committed is None:
            raise BadRecord(f"{where}The record has no commitment; its dice were not rolled by a server.")
        if seed is None:
            raise NotOver(f"{where}The dice can be checked after the game, when the server has published its seed.")
        failure = dice_flaw(played, committed, seed)
        if failure is not None:
            show(f"{where}{failure}")
            return FAILED
        rolls += len(list(chance_moves(played.table)))
    show(right_dice(rolls))
    return 0
