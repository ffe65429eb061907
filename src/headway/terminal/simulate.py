"""`headway simulate`: let programs play many games, and count the results."""

import json
import random
import time
from contextlib import suppress

import click

from headway.analysis.tally import LIMIT, Tally
from headway.phrases import count, player
from headway.players import PROGRAMS, tournament
from headway.policies.expected_figures import expected_figures
from headway.rulekit import P1, P2
from headway.table.outcome import Actor
from headway.terminal.options import FIRST, JSON, SEAT_NAMES, as_player, rule_options, variant
from headway.terminal.output import complain, progress_line, show
from headway.terminal.status import INTERRUPTED
from headway.tolerances import PROVEN


class Games(click.ParamType[int]):
    """A number of games; 1e6 is accepted too."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; refused unless it is a whole number from 1 to a trillion."""
        try:
            number = float(str(value))
        except ValueError:
            number = 0.5
        if not 1 <= number <= 1e12 or number != int(number):
            self.fail(f"{value!r} is not a whole number from 1 to 1e12.", param, ctx)
        return int(number)


@click.command()
@click.argument("game")
@click.option("--games", type=Games(), default="1e6", show_default=True, help="The number of games: 1000000 or 1e6.")
@click.option(
    "--p1",
    default="random",
    show_default=True,
    callback=as_player,
    metavar="PLAYER",
    help=f"Who plays Player 1: {PROGRAMS}.",
)
@click.option(
    "--p2", default="random", show_default=True, callback=as_player, metavar="PLAYER", help="Who plays Player 2."
)
@rule_options
@FIRST
@click.option("--seed", type=int, help="The same seed gives the same games, with any number of threads.")
@click.option("--threads", type=click.IntRange(1, 256), help="The number of threads; by default one for each core.")
@JSON
def simulate(
    game: str,
    games: int,
    p1: str,
    p2: str,
    rules: tuple[str, ...],
    board: str | None,
    first: str,
    seed: int | None,
    threads: int | None,
    as_json: bool,
) -> int:
    """Let programs play GAME many times, and count the results.

    Random players play millions of games a second where Numba is installed; other players take longer. A game stops
    after 1000 moves, rolls included. Where the players are policies (random, the levels and perfect) and the game is
    small, the exact expectation stands beside what was counted.
    """
    chosen, seat = variant(game, rules, board), SEAT_NAMES[first]
    seed = random.SystemRandom().getrandbits(63) if seed is None else seed
    tallies = tournament.simulate(chosen, games, (p1, p2), seed, seat, threads, complain)
    done, began, status = Tally(), time.perf_counter(), 0
    with progress_line() as progress:
        try:
            for done in tallies:
                progress(_bar(done.games, games))
        except KeyboardInterrupt:
            status = INTERRUPTED
    seconds = time.perf_counter() - began
    figures = None
    if not status:
        with suppress(KeyboardInterrupt):  # what was counted is shown in any case
            figures = expected_figures(chosen, (p1, p2), seat, LIMIT)
    if as_json:
        told = {
            "game": chosen.name,
            "rules": chosen.settings,
            "first": Actor(seat).name,
            "players": [p1, p2],
            "seed": seed,
        }
        told |= {"games": done.games, "wins": {"p1": done.p1, "p2": done.p2}, "unfinished": done.unfinished}
        told |= {"plies": done.plies, "seconds": round(seconds, 6)}
        if chosen.has_draws:
            told["drawn"] = done.drawn
        if figures is not None:
            told["expected"] = {name: share for name, share in figures._asdict().items() if share is not None}
        click.echo(json.dumps(told))
        return status
    if status:
        show("Interrupted. The games so far:")
    share = 100 / max(1, done.games)
    counted = f"{count(done.games, 'game', ',')}, {count(done.plies, 'move', ',')}"
    show(f"{counted} in {seconds:.2f} seconds, seed {seed}")
    show(f"{player(P1)} won {done.p1:,} ({share * done.p1:.3f} %), {player(P2)} {done.p2:,} ({share * done.p2:.3f} %)")
    if chosen.has_draws:
        were = "was" if done.drawn == 1 else "were"
        show(f"{count(done.drawn, 'game', ',')} {were} drawn ({share * done.drawn:.3f} %)")
    show(f"{count(done.unfinished, 'game', ',')} did not end within the limit")
    if figures is not None:
        shares = f"{player(P1)} {100 * figures.p1:.3f} %, {player(P2)} {100 * figures.p2:.3f} %"
        drawn = "" if figures.drawn is None else f", {100 * figures.drawn:.3f} % are drawn"
        unfinished = f"{drawn}, {100 * figures.unfinished:.3f} % never end" if figures.unfinished > PROVEN else drawn
        show(f"Expected, exactly: {shares}{unfinished}; {figures.plies:.2f} moves a game")
    return status


def _bar(done: int, games: int) -> str:
    filled = 40 * done // games
    return f"[{'#' * filled}{'.' * (40 - filled)}] {done:,} of {count(games, 'game', ',')}"
