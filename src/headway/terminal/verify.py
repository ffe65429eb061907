"""`headway verify`: were the dice of a recorded game what its server had promised?"""

from pathlib import Path

import click

from headway.errors import HeadwayError
from headway.phrases import count
from headway.rulekit import CHANCE
from headway.table.dice import commitment, dealer, roll
from headway.table.record import Record, read
from headway.table.table import Table
from headway.terminal.status import FAILED


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def verify(file: Path) -> int:
    """Check the dice of the record in FILE, as a server gives it out.

    Before the game the server told the hash of a seed; after it, the seed. Every roll, and a board that was dealt, must
    follow from that seed.
    """
    record = read(file)
    rolls = 0
    for number, (table, (promised, seed)) in enumerate(zip(record.tables, record.dice, strict=True), 1):
        where = f"Game {number}: " if len(record.tables) > 1 else ""
        if promised is None:
            raise HeadwayError(f"{where}the record has no commitment; its dice were not rolled by a server.")
        if seed is None:
            raise HeadwayError(f"{where}the seed is shown when the game is over; there is nothing to check yet.")
        wrong = _what_is_wrong(record, table, promised, seed)
        if wrong is not None:
            click.echo(f"{where}{wrong}")
            return FAILED
        rolls += sum(table.by(index) == CHANCE for index in range(table.ply))
    click.echo(f"The seed is the one that was promised, and {count(rolls, 'roll')} of it came as it says.")
    return 0


def _what_is_wrong(record: Record, table: Table, promised: str, seed: str) -> str | None:
    if commitment(seed) != promised:
        return "The seed is not the one that was promised before the game."
    if record.setting.is_dealt:
        fixed = {k: v for k, v in table.game.settings.items() if not table.game.has_board_in({k: v})}
        if table.game.variant(fixed, dealer(seed)).rules != table.game.rules:
            return "The board is not the one that the seed deals."
    for index, state in enumerate(table.states[:-1]):
        if table.by(index) == CHANCE and roll(table.game, state, seed, index) != table.moves[index]:
            return f"The roll at ply {index + 1} is not the one that the seed gives."
    return None
