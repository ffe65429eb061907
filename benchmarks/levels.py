"""Each level against the one below, in every game with decisions."""

import random

from benchmarks.verdict import judged
from headway.catalogue import find
from headway.players import Observation, Player, seat_player
from headway.table.outcome import Result
from headway.table.table import Table

GAMES = 400
LIMIT = 300
DECISIONS = ("capture-the-flag", "cross-over", "predictive-pursuit", "race-to-the-center")


def main() -> None:
    """Print for each pair how often the better level wins."""
    for name in DECISIONS:
        shares, scores = list[str](), list[tuple[int, int]]()
        for level in range(2, 10):
            won, lost = duel(name, str(level), str(level - 1))
            scores.append((won, lost))
            shares.append(f"{level}>{level - 1} {won}:{lost}")
        judged(f"levels: {name} {', '.join(shares)}", all(won > lost for won, lost in scores))


def duel(name: str, better: str, worse: str) -> tuple[int, int]:
    """How many games each wins; the seats and the start go round, and a game without an end counts for nobody."""
    rng, wins = random.Random(2026), [0, 0]
    one, other = seated(better), seated(worse)
    for number in range(GAMES):
        swapped = number % 4 > 1
        players = (other, one) if swapped else (one, other)
        table = Table(find(name), number % 2)
        while table.result is None and table.ply < LIMIT:
            move = players[table.actor].choose(Observation.of(table, table.actor), rng)
            table = table.play(move)
        if table.result is not None:
            wins[(table.result is Result.P1) == swapped] += 1
    return wins[0], wins[1]


def seated(name: str) -> Player:
    """A program by its name."""
    player = seat_player(name)
    assert player is not None
    return player


if __name__ == "__main__":
    main()
