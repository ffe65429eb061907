"""`headway verify`: were the dice of a recorded game what its server had promised?"""

from pathlib import Path

import click

from headway.errors import HeadwayError
from headway.phrases import count
from headway.rulekit import CHANCE
from headway.table.dice import commitment, dealer, roll
from headway.table.match import Played, undealt
from headway.table.record import read
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
    for number, played in enumerate(record.match.games, 1):
        where = f"Game {number}: " if len(record.tables) > 1 else ""
        promised, seed = played.begun.commitment, played.ended.seed if played.ended else None
        if promised is None:
            raise HeadwayError(f"{where}the record has no commitment; its dice were not rolled by a server.")
        if seed is None:
            raise HeadwayError(f"{where}the seed is shown when the game is over; there is nothing to check yet.")
        wrong = _what_is_wrong(played, promised, seed)
        if wrong is not None:
            click.echo(f"{where}{wrong}")
            return FAILED
        rolls += sum(played.table.by(index) == CHANCE for index in range(played.table.ply))
    click.echo(f"The seed is the one that was promised, and {count(rolls, 'roll')} of it came as it says.")
    return 0


def _what_is_wrong(played: Played, promised: str, seed: str) -> str | None:
    table = played.table
    if commitment(seed) != promised:
        return "The seed is not the one that was promised before the game."
    if played.begun.is_dealt and table.game.variant(undealt(table.game), dealer(seed)).rules != table.game.rules:
        return "The board is not the one that the seed deals."
    for index, state in enumerate(table.states[:-1]):
        if table.by(index) == CHANCE and roll(table.game, state, seed, index) != table.moves[index]:
            return f"The roll at ply {index + 1} is not the one that the seed gives."
    return None
