"""`headway simulate`: how random games go, by the million."""

import json
import random
import time
from collections.abc import Iterator

import click

from headway.errors import HeadwayError, install_hint
from headway.phrases import player
from headway.players import MADE_NO_MOVE, PROGRAMS, Observation, Player, seat_player
from headway.rulekit import CHANCE, P1, P2
from headway.table.luck import Luck, draw
from headway.table.outcome import Actor, Reason, Result
from headway.table.table import Table
from headway.terminal.options import FIRST, JSON, SEAT_NAMES, rule_options, variant
from headway.terminal.output import complain, progress_line
from headway.terminal.status import INTERRUPTED

LIMIT = 1000
"""How many plies a game gets, as in `headway.analysis.simulation`, which is not there without Numba."""


class Games(click.ParamType[int]):
    """A number of games, also as 1e6."""

    name = "number"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; refused if it is no whole number from 1 to a trillion."""
        try:
            number = float(str(value))
        except ValueError:
            number = 0.5
        if not 1 <= number <= 1e12 or number != int(number):
            self.fail(f"{value!r} is no whole number from 1 to 1e12.", param, ctx)
        return int(number)


@click.command()
@click.argument("game")
@click.option("--games", type=Games(), default="1e6", show_default=True, help="How many games: 1000000 or 1e6.")
@click.option("--p1", default="random", show_default=True, metavar="PLAYER", help=f"Who plays Player 1: {PROGRAMS}.")
@click.option("--p2", default="random", show_default=True, metavar="PLAYER", help="Who plays Player 2, likewise.")
@rule_options
@FIRST
@click.option("--seed", type=int, help="The same seed gives the same games, with any number of threads.")
@click.option("--threads", type=click.IntRange(1, 256), help="On how many cores; all of them if nothing is said.")
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
    """Let programs play GAME many times, and count.

    Random players play millions of games a second; others take their time. A game stops after 1000 moves.
    """
    try:
        from headway.analysis.simulation import simulate as play_random
        from headway.analysis.tally import Tally
    except ImportError:
        raise HeadwayError(f"Simulating needs: {install_hint('fast')}") from None
    chosen, seat = variant(game, rules, board), SEAT_NAMES[first]
    seed = random.SystemRandom().getrandbits(63) if seed is None else seed
    players = _program(p1), _program(p2)
    if p1 == p2 == "random":
        tallies = play_random(chosen, games, seed, seat, threads)
    else:
        tallies = (Tally(*counts) for counts in _played(Table(chosen, seat), players, games, seed))
    done, began, status = Tally(), time.perf_counter(), 0
    with progress_line() as progress:
        try:
            for done in tallies:
                progress(_bar(done.games, games))
        except KeyboardInterrupt:
            status = INTERRUPTED
    seconds = time.perf_counter() - began
    if as_json:
        told = {
            "game": chosen.name,
            "rules": chosen.settings,
            "first": Actor(seat).name,
            "players": [p1, p2],
            "seed": seed,
        }
        told |= {
            "games": done.games,
            "wins": {"p1": done.p1, "p2": done.p2},
            "unfinished": done.unfinished,
        }
        click.echo(json.dumps({**told, "plies": done.plies, "seconds": round(seconds, 6)}))
        return status
    if status:
        click.echo("Interrupted; this is what was done:")
    share = 100 / max(1, done.games)
    click.echo(f"{done.games:,} games, {done.plies:,} moves in {seconds:.2f} seconds, seed {seed}")
    click.echo(
        f"{player(P1)} won {done.p1:,} ({share * done.p1:.3f} %), {player(P2)} {done.p2:,} ({share * done.p2:.3f} %)"
    )
    click.echo(f"{done.unfinished:,} games were not over within the limit")
    return status


def _program(name: str) -> Player:
    found = seat_player(name)
    if found is None:
        raise HeadwayError("A person cannot play a simulation; seat programs.")
    return found


def _bar(done: int, games: int) -> str:
    filled = 40 * done // games
    return f"[{'#' * filled}{'.' * (40 - filled)}] {done:,} of {games:,} games"


def _played(start: Table, players: tuple[Player, Player], games: int, seed: int) -> Iterator[tuple[int, int, int, int]]:
    """Games between any programs, one after the other; the counts so far after each."""
    wins, unfinished, plies = {Result.P1: 0, Result.P2: 0}, 0, 0
    luck, has_failed = Luck(seed), False
    try:
        for number in range(games):
            table = start
            while table.result is None and table.ply < LIMIT:
                seat, rng = table.actor, luck.at(number, table.ply)
                move = draw(table.game, table.state, rng) if seat == CHANCE else None
                try:
                    if move is None:
                        move = players[seat].choose(Observation.of(table, seat), rng)
                    table = table.play(move)
                except MADE_NO_MOVE as error:
                    if not has_failed:
                        complain(f"{error} Such games are lost by forfeit.")
                    has_failed, table = True, table.end(Reason.FORFEIT, seat)
            plies += table.ply
            if table.result is None:
                unfinished += 1
            else:
                wins[table.result] += 1
            yield wins[Result.P1], wins[Result.P2], unfinished, plies
    finally:
        for program in players:
            program.close()
