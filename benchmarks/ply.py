"""What a ply at the table costs of our own time: from the typed text to the line that tells what it did."""

import io
import json
import time
from contextlib import redirect_stdout

from benchmarks.verdict import judged
from headway import catalogue
from headway.rulekit import CHANCE
from headway.table.luck import Luck, draw
from headway.table.record import move_line
from headway.table.table import Table
from headway.terminal.dialogue import Dialogue

LIMIT = 1000  # microseconds
PLIES = 300


def main() -> None:
    """Print the microseconds a ply costs in each game, as a share of the limit."""
    for name in catalogue.names():
        game = catalogue.find(name)
        report(name, Table(game))
    endless = catalogue.find("cross-over").variant({"longest_step": 1})
    late = Table(endless, moves=(0,) * 7 + (1,) * 10_000)  # the markers meet after seven moves, and skip for ever
    report("cross-over, 10,000 plies into an endless game", late)


def report(what: str, table: Table) -> None:
    cost = 1e6 * seconds_for(table) / PLIES
    judged(f"ply: {what}: {cost:.0f} microseconds, {cost / LIMIT:.2f} of the limit of {LIMIT}", cost <= LIMIT)


def seconds_for(table: Table) -> float:
    """How long it takes to parse, check, play, tell and write down so many random plies; the disk is left out."""
    game, luck, dialogue = table.game, Luck(1), Dialogue(with_track=True)
    spent = 0.0
    for ply in range(PLIES):
        if table.result is not None:
            table = Table(game)
        token = game.token(draw(game, table.state, luck.at(ply)))
        with redirect_stdout(io.StringIO()):
            began = time.perf_counter()
            if table.actor != CHANCE:
                dialogue.say(dialogue.question(table))
            after = table.play(game.parse(table.state, token), table.actor, table.ply)
            json.dumps(move_line(after, table.ply))
            dialogue.told(table, after)
            spent += time.perf_counter() - began
        table = after
    return spent
