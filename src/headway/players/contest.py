"""Games between programs: one, or any number of them, counted."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from headway.analysis.tally import LIMIT, Tally
from headway.errors import HeadwayError, install_hint
from headway.players import MADE_NO_MOVE, Observation, Player, seat_player
from headway.rulekit import CHANCE, P1, P2
from headway.table.luck import Luck, draw
from headway.table.outcome import Reason, Result
from headway.table.table import Table

RANDOM = "random"


@contextmanager
def programs(names: tuple[str, str]) -> Iterator[tuple[Player, Player]]:
    """Two programs by their names, which are closed in the end."""
    found = []
    try:
        for name in names:
            program = seat_player(name)
            if program is None:
                raise HeadwayError("A person cannot play a simulation; seat programs.")
            found.append(program)
        yield found[P1], found[P2]
    finally:
        for program in found:
            program.close()


def played(
    table: Table,
    players: tuple[Player, Player],
    luck: Luck,
    number: int = 0,
    limit: int = LIMIT,
    warn: Callable[[str], None] = lambda message: None,
) -> Table:
    """The table after two programs have played on to the end, or to the limit. `number` tells games of one luck apart.

    A program that does not make a legal move loses the game, with a warning.
    """
    while table.result is None:
        if table.ply >= limit:
            return table.end(Reason.LIMIT)
        seat, rng = table.actor, luck.at(number, table.ply)
        if seat == CHANCE:
            table = table.play_unchecked(draw(table.game, table.state, rng))
            continue
        try:
            table = table.play(players[seat].choose(Observation.of(table, seat), rng))
        except MADE_NO_MOVE as error:
            warn(str(error))
            table = table.end(Reason.FORFEIT, seat)
    return table


def simulated(
    start: Table,
    names: tuple[str, str],
    games: int,
    seed: int,
    threads: int | None = None,
    warn: Callable[[str], None] = lambda message: None,
) -> Iterator[Tally]:
    """Let programs play from a table; yields the tally so far from time to time, and that of all games at the end.

    Two random players play in machine code, which needs the extra `fast`; others one game after the other.
    """
    if names == (RANDOM, RANDOM) and not start.moves:
        try:
            from headway.analysis.simulation import simulate
        except ImportError:
            raise HeadwayError(f"Simulating random players needs: {install_hint('fast')}") from None
        yield from simulate(start.game, games, seed, start.first, threads)
        return
    failures: list[str] = []

    def warn_once(message: str) -> None:
        if not failures:
            warn(f"{message} Such games are lost by forfeit.")
        failures.append(message)

    total, luck = Tally(), Luck(seed)
    with programs(names) as players:
        for number in range(games):
            table = played(start, players, luck, number, warn=warn_once)
            won = {Result.P1: (1, 0, 0), Result.P2: (0, 1, 0)}.get(table.result or Result.UNFINISHED, (0, 0, 1))
            total = total.plus(Tally(*won, table.ply))
            yield total
