"""Many games between two programs, counted."""

from collections.abc import Callable, Iterator
from random import SystemRandom

from headway.analysis.random_play import simulate_random
from headway.analysis.tally import LIMIT, Tally
from headway.errors import HeadwayError
from headway.game import Game
from headway.players import MADE_NO_MOVE, Observation, Player, seat_player
from headway.rulekit import CHANCE, P1, P2
from headway.table.luck import Luck, draw
from headway.table.table import FORFEIT, SEATS, Table

RANDOM = "random"


def simulate(
    game: Game,
    games: int,
    players: tuple[str, str] = (RANDOM, RANDOM),
    seed: int | None = None,
    first: int = P1,
    threads: int | None = None,
    notify: Callable[[str], None] = lambda sentence: None,
) -> Iterator[Tally]:
    """Let two programs play a number of games; yields the tally so far again and again, and the whole at the end.

    `players` are named as on the command line: "random", "1" to "9", "perfect", "reader" or "engine:COMMAND". The same
    `seed` gives the same games; without one, every call plays others. `threads` is for random games, which are played
    in machine code where Numba is installed; others are played one after the other. A game is unfinished after 1000
    plies. A program that fails forfeits the game, and `notify` gets a sentence about the first such failure.
    """
    programs = tuple(_program(name) for name in players)
    seed = SystemRandom().getrandbits(63) if seed is None else seed
    if players == (RANDOM, RANDOM):
        return simulate_random(game, games, seed, first, threads)
    return _played(Table(game, first), programs, games, Luck(seed), notify)


def _program(name: str) -> Player:
    found = seat_player(name)
    if found is None:
        raise HeadwayError("A person cannot play a simulation; seat programs.")
    return found


def _played(
    start: Table, players: tuple[Player, ...], games: int, luck: Luck, notify: Callable[[str], None]
) -> Iterator[Tally]:
    total, has_failed = Tally(), False
    try:
        for number in range(games):
            table = start
            while table.result is None and table.ply < LIMIT:
                seat, rng = table.actor, luck.at(number, table.ply)
                try:
                    if seat == CHANCE:
                        move = draw(table.game, table.state, rng)
                    else:
                        move = players[seat].choose(Observation.of(table, seat), rng)
                    table = table.play(move, seat, table.ply)
                except MADE_NO_MOVE as error:
                    if not has_failed:
                        notify(f"{error} Such games are lost by forfeit.")
                    has_failed, table = True, table.end(FORFEIT, seat)
            total = total.plus(_tally(table))
            yield total
    finally:
        for program in players:
            program.close()


def _tally(table: Table) -> Tally:
    wins = {seat: int(table.result == SEATS[seat]) for seat in (P1, P2)}
    return Tally(wins[P1], wins[P2], 1 - sum(wins.values()), table.ply)
