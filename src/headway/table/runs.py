"""A run of moves, applied at once: the table after each of them would be as long as the game so far.

`apply` makes one such table for each event, so the time to read a game again would grow with the square of its length.
Here the moves and states of a run are collected first.
"""

from collections.abc import Sequence
from dataclasses import replace

from headway.errors import HeadwayError
from headway.rulekit import CHANCE, OVER
from headway.table.events import Moved
from headway.table.match import Match
from headway.table.story import Entry, Transition, is_asked_for, roller
from headway.table.table import continued


def play_run(match: Match, run: Sequence[Moved]) -> tuple[Match, int]:
    """The match after the first moves of a run, and how many were made: all up to one that `apply` may refuse."""
    if not match.games or match.table.result is not None:
        return match, 0
    last = match.games[-1]
    begun, table, story, seeds = last.begun, last.table, last.story, dict(last.client_seeds)
    game, moves, states = table.game, list(table.moves), list(table.states)
    state, actor, is_secret_open, made = table.state, table.actor, table.is_secret_open, 0
    turn, counted = roller(table, table.ply), story.last(1)[0].moves
    for event in run:
        is_expected = event.ply == len(moves) + 1 and event.by == actor != OVER
        if not is_expected or (begun.limit is not None and len(moves) >= begun.limit):
            break
        try:
            move = game.parse(state, event.move)
        except HeadwayError:
            break
        before, state = state, game.play_unchecked(state, move)
        answered, is_secret_open = moves[-1] if is_secret_open else None, game.secret(before)
        rolls_for = turn if actor == CHANCE else None
        counted += actor != CHANCE or not is_asked_for(game, states, len(moves))
        transition = Transition(actor, move, before, state, is_secret_open, answered, rolls_for)
        story = story.plus(Entry(event.ply, transition, counted))
        if actor != CHANCE and answered is None:  # after an answer it is still the turn of the seat that chose
            turn = actor
        moves.append(move)
        states.append(state)
        actor, made = game.actor(state), made + 1
        if event.client_seed is not None:
            if actor != CHANCE or begun.commitment is None:
                return match, 0  # it is refused; `apply` says why
            seeds[event.ply] = event.client_seed
    if made == 0:
        return match, 0
    played = last._replace(table=continued(table, tuple(moves), tuple(states)), story=story)
    played = played._replace(client_seeds=seeds) if seeds else played
    return replace(match, games=(*match.games[:-1], played), offers=()), made
