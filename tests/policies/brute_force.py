"""What comes of two policies, once more: a Markov chain over the states themselves, by linear equations in fractions.

Nothing here is shared with the program but the rules of the game: states are explored one by one, a secret and its
answer are two states, and the equations are solved by plain elimination.
"""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from headway.game import Game, State
from headway.policies import Policy
from headway.policies.policy import Odds
from headway.rulekit import CHANCE, DRAW, OVER, P1, P2

Mixed = Callable[[State], Odds]
Chain = dict[State, dict[State, Fraction]]


class Mixture(Policy):
    """Odds that are drawn for each information set: some of them 0, some rare."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, f"mixture {seed}")
        self.seed = seed

    def odds(self, seen: State) -> Odds:
        rng = random.Random(f"{self.seed} {tuple(seen)}")
        moves = self.game.moves_at(seen)
        weights = [rng.choice((0, 1, 1, 5)) for _ in moves]
        if not any(weights):
            weights[0] = 1
        return {move: Fraction(weight, sum(weights)) for move, weight in zip(moves, weights, strict=True)}


WORTH = {P1: Fraction(1), DRAW: Fraction(1, 2), P2: Fraction(0)}
"""What the ends are worth."""


def chain_of(game: Game, p1: Mixed, p2: Mixed) -> Chain:
    """Where each state leads, with its probability."""
    chain: Chain = {}
    for state in game.reachable():
        actor, moves = game.actor(state), game.moves_at(state)
        row: dict[State, Fraction] = {}
        if actor == CHANCE:
            weights = {move: game.weight(state, move) for move in moves}
            odds: Odds = {move: Fraction(weight, sum(weights.values())) for move, weight in weights.items()}
        else:
            odds = {} if actor == OVER else (p1 if actor == P1 else p2)(game.view(state, actor))
        for move in moves:
            if odds.get(move, 0):
                after = game.play_unchecked(state, move)
                row[after] = row.get(after, Fraction(0)) + Fraction(odds[move])
        chain[state] = row
    return chain


def ending(chain: Chain) -> set[State]:
    """The states from which an end can be reached."""
    found = {state for state, row in chain.items() if not row}
    while more := {state for state, row in chain.items() if state not in found and not found.isdisjoint(row)}:
        found |= more
    return found


def values(game: Game, p1: Mixed, p2: Mixed) -> dict[State, Fraction]:
    """The chance that P1 wins from each state, draws and endless play counting one half."""
    chain = chain_of(game, p1, p2)
    ends = ending(chain)
    known = {state: Fraction(1, 2) for state in chain if state not in ends}
    known |= {state: WORTH[game.winner(state)] for state, row in chain.items() if not row}
    return solved(chain, known, Fraction(0))


def lengths(game: Game, p1: Mixed, p2: Mixed) -> dict[State, Fraction]:
    """The mean number of plies from each state of a game that ends with probability one."""
    chain = chain_of(game, p1, p2)
    assert ending(chain) == set(chain)
    return solved(chain, {state: Fraction(0) for state, row in chain.items() if not row}, Fraction(1))


def solved(chain: Chain, known: dict[State, Fraction], reward: Fraction) -> dict[State, Fraction]:
    """The solution of x = reward + Px by elimination, where some of x are known."""
    rows = {
        state: ({to: share for to, share in row.items() if to not in known}, constant(row, known) + reward)
        for state, row in chain.items()
        if state not in known
    }
    order = list(rows)
    for number, state in enumerate(order):
        row, right = rows[state]
        own = 1 - row.pop(state, Fraction(0))
        row, right = {to: share / own for to, share in row.items()}, right / own
        rows[state] = row, right
        for later in order[number + 1 :]:
            other, value = rows[later]
            share = other.pop(state, None)
            if share is not None:
                for to, part in row.items():
                    other[to] = other.get(to, Fraction(0)) + share * part
                rows[later] = other, value + share * right
    found = dict(known)
    for state in reversed(order):
        row, right = rows[state]
        found[state] = right + sum((share * found[to] for to, share in row.items()), start=Fraction(0))
    return found


def constant(row: dict[State, Fraction], known: dict[State, Fraction]) -> Fraction:
    return sum((share * known[to] for to, share in row.items() if to in known), start=Fraction(0))


def pure_policies(game: Game, seat: int) -> Iterator[dict[State, int]]:
    """Every way to choose one move for each information set of a seat."""
    seen = {game.view(state, seat): game.moves_at(state) for state in game.reachable() if game.actor(state) == seat}
    for chosen in product(*seen.values()):
        yield dict(zip(seen, chosen, strict=True))


def best_response(game: Game, policy: Mixed, seat: int) -> dict[State, Fraction]:
    """The best that `seat` can get against a policy of the other side, of all its pure policies, from each state.

    For each state on its own: a best response that is best everywhere exists, and is not assumed here.
    """
    best: dict[State, Fraction] = {}
    for plan in pure_policies(game, seat):

        def play(seen: State, plan: dict[State, int] = plan) -> Odds:
            return {plan[seen]: Fraction(1)}

        found = values(game, play, policy) if seat == P1 else values(game, policy, play)
        for state, value in found.items():
            best[state] = max(best.get(state, value), value) if seat == P1 else min(best.get(state, value), value)
    return best


def other(seat: int) -> int:
    return P2 if seat == P1 else P1
