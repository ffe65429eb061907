"""Games between programs: one to look at, or any number of them to count."""

from contextlib import closing
from dataclasses import dataclass
from random import SystemRandom

from headway.analysis.tally import LIMIT
from headway.analysis.tally import Tally as Counts
from headway.api.arguments import checked_game, checked_number, checked_player, checked_seat, checked_seed
from headway.api.user_warning import warn_user
from headway.game import Game
from headway.phrases import count, player
from headway.players import tournament
from headway.progress import Progress, checked_progress
from headway.rulekit import P1, P2
from headway.table.outcome import Actor
from headway.table.random_source import RandomSource
from headway.table.table import Table

MOST_GAMES, MOST_PLIES, MOST_THREADS = 10**12, 10**6, 256


@dataclass(frozen=True, repr=False)
class Tally:
    """What came of a number of games.

    `p1` and `p2` are the wins of each side, `drawn` are the games that their rules ended in a draw, `unfinished` those
    that were not over after 1000 plies, and `plies` is the length of all games together. `game`, `players` (by seat),
    `first` (who moved first) and `seed` are what is needed to repeat them.

    >>> tally = headway.simulate(headway.load("cross-over"), games=20, p1="perfect", seed=1)
    >>> tally
    <Tally of 20 games of cross-over, perfect against random: P1 won 20, P2 won 0, 0 unfinished>
    >>> tally.p1 + tally.p2 + tally.drawn + tally.unfinished == tally.games, tally.plies > tally.games
    (True, True)
    >>> p1, p2 = tally.players
    >>> headway.simulate(tally.game, tally.games, p1, p2, first=tally.first, seed=tally.seed) == tally
    True
    """

    game: Game
    players: tuple[str, str]
    first: Actor
    seed: int
    p1: int
    p2: int
    unfinished: int
    plies: int
    drawn: int = 0

    @property
    def games(self) -> int:
        """How many games there were.

        >>> headway.simulate(headway.load("cross-over"), games=20, p1="1", seed=1).games
        20
        """
        return self.p1 + self.p2 + self.drawn + self.unfinished

    def svg(self) -> str:
        """A picture of the wins; a notebook shows it by itself.

        >>> headway.simulate(headway.load("cross-over"), games=20, p1="1", seed=1).svg()[:4]
        '<svg'
        """
        from headway.drawing import Bar, draw_shares

        counts = [(player(P1), self.p1, P1), (player(P2), self.p2, P2), ("unfinished", self.unfinished, None)]
        if self.game.has_draws:
            counts.insert(2, ("drawn", self.drawn, None))
        bars = [
            Bar(name, number / self.games, f"{number:,} ({100 * number / self.games:.3f} %)", seat)
            for name, number, seat in counts
        ]
        title = f"{count(self.games, 'game', ',')} of {self.game.title}, {self.players[0]} against {self.players[1]}"
        return draw_shares(bars, title, "; ".join(f"{bar.name}: {bar.told}" for bar in bars))

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def _drawn(self) -> str:
        return f"{self.drawn:,} drawn, " if self.game.has_draws else ""

    def __repr__(self) -> str:
        return (
            f"<Tally of {count(self.games, 'game', ',')} of {self.game.name}, {self.players[0]} "
            f"against {self.players[1]}: P1 won {self.p1:,}, P2 won {self.p2:,}, "
            f"{self._drawn}{self.unfinished:,} unfinished>"
        )


def simulate(
    game: Game,
    games: int = 1_000_000,
    p1: str = "random",
    p2: str = "random",
    *,
    first: Actor = Actor.P1,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Let programs play a game many times, and count.

    A player is "random", a level from "1" to "9", "perfect", "reader" or "engine:COMMAND". Two random ones play
    millions of games a second, on as many threads as there are cores, if the extra `fast` is installed; without it a
    warning says how to install it. `progress` is told, about once a second, how many games are over: `progress=print`.

    >>> headway.simulate(headway.load("capture-the-flag"), games=5_000, seed=1).games
    5000
    """
    game, seat = checked_game(game), checked_seat(first)
    checked_number(games, "games", MOST_GAMES)
    if threads is not None:
        checked_number(threads, "threads", MOST_THREADS)
    players, tell = (checked_player(p1), checked_player(p2)), checked_progress(progress)
    checked_seed(seed)
    seed = SystemRandom().getrandbits(63) if seed is None else seed
    counted = Counts()
    with closing(tournament.simulate(game, games, players, seed, int(seat), threads, warn_user)) as tallies:
        for counted in tallies:
            tell(f"{counted.games:,} of {count(games, 'game', ',')}")
    return Tally(game, players, seat, seed, counted.p1, counted.p2, counted.unfinished, counted.plies, counted.drawn)


def play(
    start: Game | Table,
    p1: str = "perfect",
    p2: str = "perfect",
    *,
    seed: int | None = None,
    limit: int = LIMIT,
) -> Table:
    """Let two programs play one game to its end, from its start or from any table. The players are those of `simulate`.

    >>> headway.play(headway.load("cross-over")).result
    <Result.P1: 'P1'>
    """
    table = start if isinstance(start, Table) else Table(start)
    checked_number(limit, "plies", MOST_PLIES)
    checked_seed(seed)
    with tournament.programs((checked_player(p1), checked_player(p2))) as players:
        return tournament.play_on(table, players, RandomSource(seed), limit=limit, notify=warn_user)
