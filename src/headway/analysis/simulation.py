"""Millions of random games: a walk over the enumerated graph in machine code, on all cores. Needs the extra `fast`.

Games are played in chunks, each with random numbers of its own, so the same seed gives the same result whatever the
number of threads. A game too large to enumerate is played with its compiled rules instead.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from math import gcd
from typing import Any

import numpy as np
from numba import njit, uint64

from headway.analysis.tally import LIMIT, Tally
from headway.compiled import compiled
from headway.game import Game
from headway.rulekit import CHANCE, OVER, P1
from headway.solver.graph import Graph
from headway.solver.size import positions

CHUNK = 50_000
MOST_POSITIONS = 1_000_000
LANES = 8


Playout = Callable[[int, int], Tally]
"""So many games, with random numbers from this seed."""


def simulate(game: Game, games: int, seed: int, first: int = P1, threads: int | None = None) -> Iterator[Tally]:
    """Play random games; yields the tally so far after each chunk, and the whole at the end."""
    playout = playouts(game, first)
    sizes = [CHUNK] * (games // CHUNK) + ([games % CHUNK] if games % CHUNK else [])
    chunks = iter(enumerate(sizes))
    total = Tally()
    workers = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        running: set[Future[Tally]] = set()
        try:
            while True:
                while len(running) < workers and (chunk := next(chunks, None)) is not None:
                    number, size = chunk
                    running.add(pool.submit(playout, size, seed_of(seed, number)))
                if not running:
                    break
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    total = total.plus(future.result())
                yield total
        finally:
            for future in running:
                future.cancel()


def seed_of(seed: int, chunk: int) -> int:
    """The seed of one chunk: far from those of its neighbours."""
    return int(np.random.SeedSequence([seed % 2**64, chunk]).generate_state(1, np.uint64)[0] >> np.uint64(1))


def playouts(game: Game, first: int, most: int = MOST_POSITIONS) -> Playout:
    """How random games of this game are played: on the graph if it is small enough, else by the rules."""
    if positions(game) > most:
        return _by_rules(game, first)
    graph = Graph(game)
    offsets, children, winners = tables(graph)
    start = graph.number[game.start(first)]

    def play(games: int, seed: int) -> Tally:
        return Tally(*map(int, walk(offsets, children, winners, start, games, LIMIT, seed)))

    return play


def tables(graph: Graph) -> tuple[Any, Any, Any]:
    """The graph as arrays: where each node's children begin, the children, and who has won (-1 for nobody yet).

    A child of chance stands there as often as its weight says.
    """
    offsets, children = [0], []
    for node in graph.nodes:
        shared = gcd(*(edge.weight for edge in node.edges)) if node.actor == CHANCE else 1
        for edge in node.edges:
            children += [edge.to] * (edge.weight // shared if node.actor == CHANCE else 1)
        offsets.append(len(children))
    winners = [-1 if node.winner is None else node.winner for node in graph.nodes]
    return np.array(offsets, np.int32), np.array(children, np.int32), np.array(winners, np.int8)


@njit(nogil=True, cache=True, inline="always")
def mixed(state: Any) -> Any:
    """The next random number of a stream (splitmix64)."""
    z = state
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@njit(nogil=True, cache=True, inline="always")
def stream_of(seed: Any, game: Any) -> Any:
    """Where the random numbers of one game begin."""
    return mixed(uint64(seed) + uint64(game) * uint64(0xD1342543DE82EF95))


@njit(nogil=True, cache=True)
def walk(offsets: Any, children: Any, winners: Any, start: int, games: int, limit: int, seed: int) -> Any:
    """Random games as walks over the graph: P1's wins, P2's, unfinished games, and plies.

    Several games go on at once, in turns, so that one need not wait while another's next node is fetched from memory.
    """
    won = np.zeros(3, np.int64)
    plies = 0
    at = np.full(LANES, start, np.int64)
    ply = np.zeros(LANES, np.int64)
    stream = np.zeros(LANES, np.uint64)
    begun = min(LANES, games)
    going = begun
    for lane in range(begun):
        stream[lane] = stream_of(seed, lane)
    while going > 0:
        lane = 0
        while lane < going:
            node = at[lane]
            if winners[node] >= 0 or ply[lane] >= limit:
                won[winners[node] if winners[node] >= 0 else 2] += 1
                plies += ply[lane]
                if begun < games:
                    at[lane], ply[lane], stream[lane] = start, 0, stream_of(seed, begun)
                    begun += 1
                else:  # the last lane that still plays takes this one's place
                    going -= 1
                    at[lane], ply[lane], stream[lane] = at[going], ply[going], stream[going]
                continue
            number = stream[lane] + uint64(0x9E3779B97F4A7C15)
            stream[lane] = number
            low = offsets[node]
            count = uint64(offsets[node + 1] - low)
            at[lane] = children[low + np.int64(((mixed(number) >> uint64(32)) * count) >> uint64(32))]
            ply[lane] += 1
            lane += 1
    return won[0], won[1], won[2], plies


def _by_rules(game: Game, first: int) -> Playout:
    code, rules, start = compiled(game.code), game.rules, game.start(first)
    actor, legal, play, winner, weight, all_moves = (
        code.actor, code.legal, code.play, code.winner, code.weight, len(game.all_moves),
    )  # fmt: skip

    @njit(nogil=True)
    def run(games: int, limit: int, seed: int) -> Any:
        won = np.zeros(3, np.int64)
        plies = 0
        for game in range(games):
            stream = stream_of(seed, game)
            state = start
            ply = 0
            while actor(rules, state) != OVER and ply < limit:
                total = 0
                chance = actor(rules, state) == CHANCE
                for move in range(all_moves):
                    if legal(rules, state, move):
                        total += weight(rules, state, move) if chance else 1
                stream += uint64(0x9E3779B97F4A7C15)
                left = np.int64(((mixed(stream) >> uint64(32)) * uint64(total)) >> uint64(32))
                for move in range(all_moves):
                    if legal(rules, state, move):
                        left -= weight(rules, state, move) if chance else 1
                        if left < 0:
                            state = play(rules, state, move)
                            break
                ply += 1
            plies += ply
            if actor(rules, state) == OVER:
                won[winner(rules, state)] += 1
            else:
                won[2] += 1
        return won[0], won[1], won[2], plies

    def playout(games: int, seed: int) -> Tally:
        return Tally(*map(int, run(games, LIMIT, seed)))

    return playout
