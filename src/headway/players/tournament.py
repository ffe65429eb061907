"""Games between two programs: one, or many of them, counted."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import SystemRandom

from headway.analysis.random_play import is_compiled, simulate_random
from headway.analysis.tally import LIMIT, Tallies, Tally
from headway.errors import UnknownPlayer, install_hint
from headway.game import Game
from headway.players import FORFEITING_ERRORS, RANDOM, Observation, Player, seat_player
from headway.rulekit import CHANCE, P1, P2
from headway.table.outcome import Reason, Result
from headway.table.random_source import RandomSource, draw
from headway.table.table import Table

MANY = 10_000
"""From this number of random games on, it is worth a notice that they are not played in machine code."""
Notify = Callable[[str], None]


def simulate(
    game: Game,
    games: int,
    players: tuple[str, str] = (RANDOM, RANDOM),
    seed: int | None = None,
    first: int = P1,
    threads: int | None = None,
    notify: Notify = lambda sentence: None,
) -> Tallies:
    """Let two programs play a number of games; yields the tally so far from time to time, and at the end.

    `players` are named as on the command line: "random", "1" to "9", "perfect", "reader" or "engine:COMMAND". The same
    `seed` gives the same games; without one, every call plays others. `threads` is for random games, which are played
    in machine code where Numba is installed; others are played one after the other. A game is unfinished after 1000
    plies. A program that fails forfeits the game, and `notify` gets a sentence about the first such failure. It also
    gets one where many random games are played without Numba.
    """
    seated = [_program(name) for name in players]
    seed = SystemRandom().getrandbits(63) if seed is None else seed
    if players == (RANDOM, RANDOM):
        if games >= MANY and not is_compiled():
            notify(f"Played in plain Python, which is slow; random games are quick after: {install_hint('fast')}")
        return simulate_random(game, games, seed, first, threads)
    return _counted(Table(game, first), (seated[P1], seated[P2]), games, RandomSource(seed), notify)


@contextmanager
def programs(names: tuple[str, str]) -> Iterator[tuple[Player, Player]]:
    """Two programs by their names; they are closed on leaving the context."""
    seated = list[Player]()
    try:
        seated += [_program(name) for name in names]
        yield seated[P1], seated[P2]
    finally:
        for program in seated:
            program.close()


def play_on(
    table: Table,
    players: tuple[Player, Player],
    source: RandomSource,
    number: int = 0,
    limit: int = LIMIT,
    notify: Notify = lambda sentence: None,
) -> Table:
    """The table after two programs have played on to the end, or to the limit.

    Each game, by its `number`, has its own random numbers. A program that fails to make a legal move forfeits the game,
    and `notify` gets a sentence about it.
    """
    while table.result is None:
        if table.ply >= limit:
            return table.end(Reason.LIMIT)
        seat, rng = table.actor, source.at(number, table.ply)
        if seat == CHANCE:
            table = table.play_unchecked(draw(table.game, table.state, rng))
            continue
        try:
            table = table.play_move(players[seat].choose(Observation.of(table, seat), rng))
        except FORFEITING_ERRORS as error:
            notify(f"{error} Such games are lost by forfeit.")
            table = table.end(Reason.FORFEIT, seat)
    return table


def _program(name: str) -> Player:
    found = seat_player(name)
    if found is None:
        raise UnknownPlayer("No person can play here; name two programs.")
    return found


def _counted(start: Table, players: tuple[Player, Player], games: int, source: RandomSource, notify: Notify) -> Tallies:
    total, failures = Tally(), list[str]()

    def notify_once(sentence: str) -> None:
        if not failures:
            notify(sentence)
        failures.append(sentence)

    try:
        for number in range(games):
            table = play_on(start, players, source, number, notify=notify_once)
            p1, p2, drawn, unfinished = (int(table.result is result) for result in Result)
            total = total.plus(Tally(p1, p2, unfinished, table.ply, drawn))
            yield total
    finally:
        for program in players:
            program.close()
