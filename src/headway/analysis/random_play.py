"""Random games, by the million: in machine code on all cores where Numba is installed, otherwise in plain Python.

Games are played in chunks, each with random numbers of its own, so the same seed gives the same games, whatever the
number of threads, compiled or not.
"""

import os
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from importlib.util import find_spec

from headway.analysis.random_numbers import Stream, chunk_seed
from headway.analysis.tally import LIMIT, Playout, Tallies, Tally
from headway.game import Game, State
from headway.rulekit import CHANCE, DRAW, OVER, P1, P2

CHUNK = 50_000
INTERPRETED_BATCH = 100
"""How many interpreted games are played between two tallies."""


def is_compiled() -> bool:
    """Are random games played in machine code here?"""
    return find_spec("numba") is not None


def simulate_random(game: Game, games: int, seed: int, first: int = P1, threads: int | None = None) -> Tallies:
    """Play random games; yields the tally so far from time to time, and at the end."""
    sizes = [CHUNK] * (games // CHUNK) + ([games % CHUNK] if games % CHUNK else [])
    if not is_compiled():
        return _interpreted(game, sizes, seed, first)
    from headway.analysis.compiled_play import playouts

    return _in_threads(playouts(game, first), sizes, seed, threads or os.cpu_count() or 1)


def _in_threads(playout: Playout, sizes: list[int], seed: int, threads: int) -> Tallies:
    chunks, total = iter(enumerate(sizes)), Tally()
    with ThreadPoolExecutor(threads) as pool:
        running: set[Future[Tally]] = set()
        try:
            while True:
                while len(running) < threads and (chunk := next(chunks, None)) is not None:
                    number, size = chunk
                    running.add(pool.submit(playout, size, chunk_seed(seed, number)))
                if not running:
                    break
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    total = total.plus(future.result())
                yield total
        finally:
            for future in running:
                future.cancel()


def _interpreted(game: Game, sizes: list[int], seed: int, first: int) -> Tallies:
    start, total = game.start(first), Tally()
    for chunk, size in enumerate(sizes):
        chosen = chunk_seed(seed, chunk)
        for number in range(size):
            total = total.plus(played(game, start, Stream(chosen, number)))
            if (number + 1) % INTERPRETED_BATCH == 0 or number + 1 == size:
                yield total


def played(game: Game, state: State, stream: Stream) -> Tally:
    """One random game, in plain Python."""
    for ply in range(LIMIT + 1):
        actor = game.actor(state)
        if actor == OVER:
            winner = game.winner(state)
            return Tally(int(winner == P1), int(winner == P2), plies=ply, drawn=int(winner == DRAW))
        if ply == LIMIT:
            break
        moves = game.moves_at(state)
        weights = [game.weight(state, move) if actor == CHANCE else 1 for move in moves]
        left = stream.below(sum(weights))
        for move, weight in zip(moves, weights, strict=True):
            left -= weight
            if left < 0:
                state = game.play_unchecked(state, move)
                break
    return Tally(unfinished=1, plies=LIMIT)
