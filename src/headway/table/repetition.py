"""Threefold repetition and endless play: reasons for which the players may want to agree on a draw."""

from functools import lru_cache

from headway.game import Game, State
from headway.rulekit import OVER
from headway.table.table import Table

TIMES = 3
MOST_STATES = 1000
"""How many states are looked at to show that play is endless, and how many plies back for a state that comes back."""
ENDLESS = "From here the game can never end, whatever is played. The players can agree on a draw."
REPEATED = "This position has come up for the third time. The players can agree on a draw."


def reason_to_draw(table: Table) -> str:
    """Why the players may want to agree on a draw, in a sentence; empty if there is no such reason.

    A game that goes on for ever comes back to a state, so nothing is explored before one has come back. Where chance
    acts, a repeated state does not count as a reason: the next roll may be another.
    """
    if table.result is not None:
        return ""
    times = _times(table)
    if times > 1 and is_endless(table):
        return ENDLESS
    return REPEATED if times >= TIMES and not table.game.has_chance else ""


def is_endless(table: Table) -> bool:
    """Is it shown that no line of play from here ends the game?"""
    return table.result is None and _never_ends(table.game, _settled(table)[-1])


def _settled(table: Table) -> tuple[State, ...]:
    """The states so far without one in which a secret is open, which only one side may know."""
    return table.states[:-1] if table.is_secret_open else table.states


def _times(table: Table) -> int:
    """How often the present state has come up in the last plies."""
    states = _settled(table)
    return states[-MOST_STATES:].count(states[-1])


@lru_cache(maxsize=1000)
def _never_ends(game: Game, start: State) -> bool:
    """Can none of the states that can follow be an end? False if there are too many of them to tell."""
    found = {start}
    waiting = [start]
    for state in waiting:
        if game.actor(state) == OVER or len(found) > MOST_STATES:
            return False
        for move in game.moves_at(state):
            after = game.play_unchecked(state, move)
            if after not in found:
                found.add(after)
                waiting.append(after)
    return True
