"""What a ply at the table costs of our own time: from the typed text to the line that tells what it did."""

import io
import json
import time
from contextlib import redirect_stdout

from benchmarks.verdict import judged
from headway import catalogue
from headway.rulekit import CHANCE
from headway.table.decide import begin, resolve
from headway.table.events import to_json
from headway.table.intents import Play
from headway.table.match import Match
from headway.table.random_source import RandomSource, draw
from headway.terminal.dialogue import Dialogue

LIMIT = 1000  # microseconds
PLIES = 300


def main() -> None:
    """Print the microseconds a ply costs in each game, as a share of the limit."""
    for name in catalogue.names():
        game = catalogue.find(name)
        report(name, begin(game).after)
    endless = catalogue.find("cross-over").variant({"longest_step": 1})
    late = begin(endless).after
    for _ in range(7 + 10_000):  # the markers meet after seven moves, and skip for ever
        late = resolve(late, late.table.actor, Play(late.table.legal[0], late.table.ply)).after
    report("cross-over, 10,000 plies into an endless game", late)


def report(what: str, match: Match) -> None:
    cost = 1e6 * seconds_for(match) / PLIES
    judged(f"ply: {what}: {cost:.0f} microseconds, {cost / LIMIT:.2f} of the limit of {LIMIT}", cost <= LIMIT)


def seconds_for(match: Match) -> float:
    """How long it takes to decide, apply, tell and write down random plies; the disk is left out."""
    game, luck, dialogue = match.table.game, RandomSource(1), Dialogue(has_track=True)
    spent = 0.0
    for ply in range(PLIES):
        table = match.table
        if table.result is not None:
            match = begin(game).after
            table = match.table
        token = game.token(draw(game, table.state, luck.at(ply)))
        with redirect_stdout(io.StringIO()):
            began = time.perf_counter()
            if table.actor != CHANCE:
                dialogue.say(dialogue.question(table))
            events, match = resolve(match, table.actor, Play(token, table.ply))
            for event in events:
                json.dumps(to_json(event))
            dialogue.tell_move(table, match.table)
            spent += time.perf_counter() - began
    return spent
