"""A game in arrays: every state that can come up has a number, and a move leads from one number to another."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headway.envs.draws import thresholds
from headway.envs.exact import Exact, lost
from headway.envs.opponents import Opponent, Opponents, opponents_of
from headway.envs.setup import Setup
from headway.errors import TooLarge
from headway.game import Game, State
from headway.policies.policy import Odds, checked_odds
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.table.table import Table

MOST_STATES = 1_000_000
"""A larger game is refused: while it is enumerated, a state takes up to a kilobyte."""
Row = tuple[list[int], list[int] | None]
"""Of a state: where each move leads, and the thresholds if the moves are drawn."""
NONE = -1
"""Instead of the number of a state or of a winner: there is none."""


@dataclass(frozen=True, eq=False)
class Enumeration:
    """What can come up in a game under one setup. State 0 is the start; the arrays have a row for each state.

    `actors` and `winners` are seats (`NONE` while there is no winner); `is_drawn` says where chance or an opponent
    moves. `after` has the state that each move leads to, `NONE` if it is not legal or an opponent never makes it;
    `legal` has 1 for each legal move. `thresholds` has those of `draws` for the moves that are drawn. `seen` has an
    observation of each state for P1 and for P2.

    A state in which the game can stop before the user's first action comes up twice: in the second one, whose number
    is in `held` (`NONE` for other states), the user's seat is to act, and every action leads to the first one.
    """

    setup: Setup
    states: list[State]
    actors: NDArray[np.int8]
    winners: NDArray[np.int8]
    is_drawn: NDArray[np.bool_]
    after: NDArray[np.int32]
    legal: NDArray[np.int8]
    thresholds: NDArray[np.int32]
    seen: NDArray[np.signedinteger[Any]]
    held: NDArray[np.int32]

    @property
    def longest_chance_run(self) -> int | None:
        """How many moves can be drawn one after another at most; None if there is no limit to it."""
        if not self.is_drawn.any():
            return 0
        drawn = np.flatnonzero(self.is_drawn)
        left, length = self.is_drawn.copy(), 0
        follows = self.after[drawn]
        while left.any():  # take away the states after which no move is drawn, again and again
            length += 1
            leads_on = ((follows != NONE) & left[follows]).any(axis=1)
            if leads_on[left[drawn]].all():
                return None
            left[drawn] &= leads_on
        return length

    def may_end_early(self, max_plies: int) -> bool:
        """Can the game end, or reach the cap on plies, before the user's first action?"""
        reached = {0}
        for _ in range(min(max_plies, len(self.states))):  # what takes longer than that has no limit
            drawn = [state for state in reached if self.is_drawn[state]]
            if not drawn:
                return False
            reached = {to for state in drawn for to in self.after[state].tolist() if to != NONE}
            if any(self.actors[state] == OVER for state in reached):
                return True
        return True

    @cached_property
    def exact_values(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The chance of each seat to win in each state, and what each move of the user gives away; 0 for all others."""
        exact, game = Exact(self.setup.game), self.setup.game
        first = [exact.value(table, P1) for table in self._tables()]  # what each state is worth to P1
        values, given_away = np.zeros((len(self.states), 2)), np.zeros(self.after.shape)
        for number, table in enumerate(self._tables()):
            values[number] = first[number], 1 - first[number]
            if self.is_drawn[number]:
                continue
            if table.is_secret_open or (table.actor != OVER and game.secret(table.state)):
                for move, value in exact.given_away(table).items():
                    given_away[number, move] = value
                continue
            for move, to in enumerate(self.after[number].tolist()):
                if to != NONE:
                    given_away[number, move] = lost(first[number], first[to], table.actor)
        is_held = self.held != NONE
        values[self.held[is_held]] = values[is_held]
        return values, given_away

    def _tables(self) -> Iterator[Table]:
        """A table for each state but those that are held, in the order of their numbers."""
        tables = {0: Table(self.setup.game, self.setup.first)}  # of the states that were reached and not passed yet
        reached = 0
        for number, after in enumerate(self.after[: len(self.states) - np.count_nonzero(self.held != NONE)].tolist()):
            table = tables.pop(number)
            yield table
            for move, to in enumerate(after):
                if to > reached:  # states are numbered in the order in which they are reached
                    reached, tables[to] = to, table.play_unchecked(move)

    @cached_property
    def is_secret(self) -> NDArray[np.bool_]:
        """Is a side about to move in secret?"""
        game = self.setup.game
        return np.array([game.actor(state) in (P1, P2) and game.secret(state) for state in self.states])


def enumerate_game(setup: Setup, opponent: Opponent, seat: int) -> Enumeration:
    """A game in which the user has a seat, and an opponent the other; with None as the opponent the user has both.

    A policy is asked once for each information set. Named opponents never change, and what was made is used again.
    """
    if isinstance(opponent, str | None):
        return _remembered(setup.game, setup.first, opponent, seat)
    return _enumerated(Setup(setup.game, setup.first), opponents_of(setup.game, opponent, seat), seat)


@lru_cache(maxsize=16)
def _remembered(game: Game, first: int, opponent: str | None, seat: int) -> Enumeration:
    return _enumerated(Setup(game, first), opponents_of(game, opponent, seat), seat)


def _enumerated(setup: Setup, opponents: Opponents, seat: int) -> Enumeration:
    game = setup.game
    numbers = {game.start(setup.first): 0}
    states = list(numbers)
    answers = dict[State, Odds]()
    rows: list[Row] = []
    for state in states:  # which grows
        if len(states) > MOST_STATES:
            raise TooLarge(
                f"{game.title} has more than {MOST_STATES:,} states under these rules, too many for an environment in "
                "arrays; take smaller ones, or Gymnasium's environment of a single table."
            )
        odds = _odds(game, state, opponents, answers)
        row = [NONE] * len(game.all_moves)
        for move in game.moves_at(state) if odds is None else [move for move, share in odds.items() if share > 0]:
            following = game.play_unchecked(state, move)
            row[move] = numbers.setdefault(following, len(states))
            if row[move] == len(states):
                states.append(following)
        rows.append((row, _thresholds(tuple(odds.get(move, 0) for move in game.all_moves)) if odds else None))
    return _in_arrays(setup, states, rows, seat)


def _in_arrays(setup: Setup, states: list[State], rows: list[Row], seat: int) -> Enumeration:
    game, early, size = setup.game, _early(rows), len(states)
    nothing = [0] * len(game.all_moves)
    held = np.full(size + len(early), NONE, np.int32)
    held[early] = np.arange(size, len(held))
    winners = [game.winner(state) if game.actor(state) == OVER else NONE for state in states]
    legal = [setup.mask(state) for state in states]
    rows = rows + [([number] * len(nothing), None) for number in early]
    states = states + [states[number] for number in early]
    return Enumeration(
        setup,
        states,
        np.array([*map(game.actor, states[:size]), *(seat for _ in early)], np.int8),
        np.array([*winners, *(NONE for _ in early)], np.int8),
        np.array([drawn is not None for _, drawn in rows]),
        np.array([row for row, _ in rows], np.int32),
        np.array([*legal, *([True] * len(nothing) for _ in early)], np.int8),
        np.array([nothing if drawn is None else drawn for _, drawn in rows], np.int32),
        np.array([[setup.observe(state, seat) for state in states] for seat in (P1, P2)], setup.kind),
        held,
    )


def _early(rows: list[Row]) -> list[int]:
    """The states after moves that are all drawn, without one of the user, from the start on."""
    found = dict.fromkeys([0] if rows[0][1] is not None else [])
    waiting = list(found)
    for number in waiting:  # which grows
        row, drawn = rows[number]
        new = [to for to in row if to != NONE and to not in found and drawn is not None]
        found.update(dict.fromkeys(new))
        waiting += dict.fromkeys(new)
    return list(found)


def _odds(game: Game, state: State, opponents: Opponents, answers: dict[State, Odds]) -> Odds | None:
    """The odds of the moves where chance or an opponent moves; None where the user does, and once the game is over."""
    actor = game.actor(state)
    if actor == CHANCE:
        return {move: game.weight(state, move) for move in game.moves_at(state)}
    policy = None if actor == OVER else opponents[actor]
    if policy is None:
        return None
    seen = game.view(state, actor)
    if seen not in answers:
        answers[seen] = checked_odds(game, seen, game.moves_at(state), policy.odds(seen))
    return answers[seen]


@lru_cache(maxsize=1000)
def _thresholds(odds: tuple[Any, ...]) -> list[int]:
    return thresholds(odds)
