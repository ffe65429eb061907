"""Games between programs: one to look at, or any number of them to count."""

from collections import deque
from dataclasses import dataclass
from random import SystemRandom
from warnings import warn

from headway.analysis.tally import LIMIT
from headway.errors import HeadwayError
from headway.game import Game
from headway.phrases import player
from headway.players import tournament
from headway.rulekit import P1, P2
from headway.table.outcome import Actor
from headway.table.random_source import RandomSource
from headway.table.table import Table

MOST_GAMES = 10**12


@dataclass(frozen=True, repr=False)
class Tally:
    """What came of a number of games: the wins of each side, the games without an end, and the plies of all together.

    A game that is not over after 1000 plies is unfinished. The seed repeats the games.

    >>> tally = headway.simulate(headway.load("cross-over"), games=20, p1="perfect", seed=1)
    >>> tally
    <Tally of 20 games of cross-over, perfect against random: P1 won 20, P2 won 0, 0 unfinished>
    >>> tally.games, tally.p1 + tally.p2 + tally.unfinished
    (20, 20)
    """

    game: Game
    players: tuple[str, str]
    first: Actor
    seed: int
    p1: int
    p2: int
    unfinished: int
    plies: int

    @property
    def games(self) -> int:
        """How many games there were.

        >>> headway.simulate(headway.load("cross-over"), games=20, p1="1", seed=1).games
        20
        """
        return self.p1 + self.p2 + self.unfinished

    def svg(self) -> str:
        """A picture of the wins; a notebook shows it by itself.

        >>> headway.simulate(headway.load("cross-over"), games=20, p1="1", seed=1).svg()[:4]
        '<svg'
        """
        from headway.drawing import Bar, draw_shares

        counts = {player(P1): self.p1, player(P2): self.p2, "unfinished": self.unfinished}
        bars = [
            Bar(name, number / self.games, f"{number:,} ({100 * number / self.games:.3f} %)", seat)
            for (name, number), seat in zip(counts.items(), (P1, P2, None), strict=True)
        ]
        title = f"{self.games:,} games of {self.game.title}, {self.players[0]} against {self.players[1]}"
        return draw_shares(bars, title, "; ".join(f"{bar.name}: {bar.told}" for bar in bars))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return (
            f"<Tally of {self.games:,} games of {self.game.name}, {self.players[0]} against {self.players[1]}: "
            f"P1 won {self.p1:,}, P2 won {self.p2:,}, {self.unfinished:,} unfinished>"
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
) -> Tally:
    """Let programs play a game many times, and count.

    A player is "random", a level from "1" to "9", "perfect", "reader" or "engine:COMMAND". Two random ones play
    millions of games a second, on as many threads as there are cores, if the extra `fast` is installed.

    >>> headway.simulate(headway.load("capture-the-flag"), games=100_000, seed=1).games
    100000
    """
    if not isinstance(games, int) or not 1 <= games <= MOST_GAMES:
        raise HeadwayError(f"The number of games is a whole number from 1 to {MOST_GAMES:,}, not {games:,}.")
    seed = SystemRandom().getrandbits(63) if seed is None else seed
    tallies = tournament.simulate(game, games, (p1, p2), seed, first, threads, _warn)
    counted = deque(tallies, maxlen=1).pop()  # the last has all the games
    return Tally(game, (p1, p2), Actor(first), seed, counted.p1, counted.p2, counted.unfinished, counted.plies)


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
    with tournament.programs((p1, p2)) as players:
        return tournament.play_on(table, players, RandomSource(seed), limit=limit, notify=_warn)


def _warn(message: str) -> None:
    warn(message, stacklevel=3)
