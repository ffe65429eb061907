"""Random games in machine code: walks over the explored game. Needs the extra `fast`.

A game that is too large to explore is played with its compiled rules instead. Both draw the same moves.
"""

from math import gcd
from typing import Any

import numpy as np
from numba import njit, uint64

from headway.analysis.random_numbers import GAME_INCREMENT, INCREMENT, Stream
from headway.analysis.random_play import played
from headway.analysis.tally import LIMIT, Playout, Tally
from headway.compiled import compiled
from headway.game import Game
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import explore
from headway.solver.explored import Explored
from headway.solver.size import state_count

MOST_STATES = 1_000_000
LANES = 8
"""How many games a walk plays at once."""
DRAWN, UNFINISHED = 2, 3
"""Where drawn games are counted, after the wins of both sides."""
BAD_WEIGHT = -1
"""Instead of the wins of P1: the next number is that of a game in which chance has a weight that is not positive."""


def playouts(game: Game, first: int, most: int = MOST_STATES) -> Playout:
    """The function that plays random games: on the explored game if it is small, otherwise by the compiled rules."""
    if state_count(game) > most:
        return _by_rules(game, first)
    explored = explore(game)
    offsets, children, winners = tables(explored)
    start = explored.starts[first]

    def play(games: int, seed: int) -> Tally:
        return Tally(*map(int, walk(offsets, children, winners, start, games, LIMIT, seed)))

    return play


def tables(explored: Explored) -> tuple[Any, Any, Any]:
    """The game ply by ply: where each turn's children begin, the children, and who has won.

    That is a side, `DRAWN`, or -1 while the game runs. The nodes come first, then the answers to secrets. A child of
    chance is repeated as often as its weight says.
    """
    normal, offsets, children, answers = explored.normal, [0], list[int](), list[list[int]]()
    secrets = explored.secret_nodes
    for at in range(normal.size):
        after, offset = normal.outcomes(at), int(normal.form.first[at])
        if at in secrets:
            chosen = normal.matrix(at, explored.game.actor(explored.state(at)))
            after = list(range(normal.size + len(answers), normal.size + len(answers) + len(chosen)))
            answers += chosen
        elif len(set(normal.form.share[offset : offset + len(after)])) > 1:  # chance, with unequal odds
            weights = explored.weights(at)
            shared = gcd(*weights)
            after = [to for to, weight in zip(after, weights, strict=True) for _ in range(weight // shared)]
        children += after
        offsets.append(len(children))
    for after in answers:
        children += after
        offsets.append(len(children))
    rows, results = np.asarray(normal.form.rows), np.asarray(normal.results)
    winners = np.full(len(offsets) - 1, -1, np.int8)
    winners[: normal.size][rows == 0] = np.choose(np.int64(2 * results[rows == 0]), (P2, DRAWN, P1))
    return np.array(offsets, np.int32), np.array(children, np.int32), winners


@njit(nogil=True, cache=True, inline="always")
def mixed(state: Any) -> Any:
    """The random number for a state of a stream (splitmix64)."""
    z = state
    z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
    return z ^ (z >> uint64(31))


@njit(nogil=True, cache=True, inline="always")
def stream_of(seed: Any, game: Any) -> Any:
    """The state in which the stream of one game begins."""
    return mixed(uint64(seed) + uint64(game) * uint64(GAME_INCREMENT))


@njit(nogil=True, cache=True)
def walk(offsets: Any, children: Any, winners: Any, start: int, games: int, limit: int, seed: int) -> Any:
    """Play random games on the explored game: P1's wins, P2's wins, unfinished games, plies, and drawn games.

    Several games are played in turns, so that the processor can fetch the next node of one while it works on another.
    """
    won = np.zeros(4, np.int64)
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
                won[winners[node] if winners[node] >= 0 else UNFINISHED] += 1
                plies += ply[lane]
                if begun < games:
                    at[lane], ply[lane], stream[lane] = start, 0, stream_of(seed, begun)
                    begun += 1
                else:  # the last active lane takes the place of this one
                    going -= 1
                    at[lane], ply[lane], stream[lane] = at[going], ply[going], stream[going]
                continue
            number = stream[lane] + uint64(INCREMENT)
            stream[lane] = number
            low = offsets[node]
            count = uint64(offsets[node + 1] - low)
            at[lane] = children[low + np.int64(((mixed(number) >> uint64(32)) * count) >> uint64(32))]
            ply[lane] += 1
            lane += 1
    return won[P1], won[P2], won[UNFINISHED], plies, won[DRAWN]


def _by_rules(game: Game, first: int) -> Playout:
    code, rules, start = compiled(game.code), game.rules, game.start(first)
    actor, legal, play, winner, weight, all_moves = (
        code.actor, code.legal, code.play, code.winner, code.weight, len(game.all_moves),
    )  # fmt: skip

    @njit(nogil=True)
    def run(games: int, limit: int, seed: int) -> Any:
        won = np.zeros(4, np.int64)
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
                        odds = weight(rules, state, move) if chance else 1
                        if odds < 1:
                            return BAD_WEIGHT, game, 0, 0, 0
                        total += odds
                stream += uint64(INCREMENT)
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
                won[min(winner(rules, state), DRAWN)] += 1
            else:
                won[UNFINISHED] += 1
        return won[P1], won[P2], won[UNFINISHED], plies, won[DRAWN]

    def playout(games: int, seed: int) -> Tally:
        found = [int(number) for number in run(games, LIMIT, seed)]
        if found[0] == BAD_WEIGHT:
            return played(game, start, Stream(seed, found[1]))  # the same moves again, to the refusal of that weight
        return Tally(*found)

    return playout
