"""`apply`: a match and an event give the next match.

An event that cannot follow is refused. Nothing else changes a match, so any process can read one again at any time,
from a journal or a database.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, reduce
from typing import Any

from headway import catalogue
from headway.errors import BadRecord, GameOver
from headway.game import Game
from headway.rulekit import CHANCE, P1, P2
from headway.table.events import (
    Begun,
    Declined,
    Ended,
    Event,
    Hinted,
    Moved,
    Named,
    Offered,
    Seated,
    TakenBack,
)
from headway.table.match import Match, MatchGame
from headway.table.offers import agrees_at_once, check_offer
from headway.table.outcome import Actor, Reason
from headway.table.story import Entry, Story, Transition, Won
from headway.table.table import Table
from headway.table.takeback import plies_since, take_back
from headway.voice import Names, check_kept_names

SHORT_RUN = 3


def fold(events: Iterable[Event], match: Match | None = None) -> Match:
    """The match after the events, from its beginning or from an earlier moment."""
    match, run = match or Match(), list[Moved]()
    for event in events:
        if isinstance(event, Moved):
            run.append(event)
        else:
            match, run = apply(_after_run(match, run), event), []
    return _after_run(match, run)


def _after_run(match: Match, run: list[Moved]) -> Match:
    """The match after a run of moves; its last one may end the game, and each may have to be refused."""
    made = 0
    if len(run) > SHORT_RUN:
        from headway.table.runs import play_run

        match, made = play_run(match, run[:-1])
    return reduce(apply, run[made:], match)


def apply(match: Match, event: Event) -> Match:
    """The match after an event; refuses one that cannot follow."""
    if isinstance(event, Begun):
        return _begin(match, event)
    if not match.games:
        raise BadRecord("expected a game to begin first.")
    if isinstance(event, Moved):
        return _move(match, event)
    if isinstance(event, Ended):
        return _end(match, event)
    return _between(match, event)


def _begin(match: Match, event: Begun) -> Match:
    first_game = match.first_game
    if match.games:
        if match.table.result is None:
            raise BadRecord("a new game begins before the last has ended; expected a move or a result.")
        if not _continues(match, event):
            raise BadRecord("another game begins, but not the next of this match.")
        first_game = len(match.games) if match.is_over else first_game
    check_kept_names(event.names)
    played = MatchGame(event, Table(game_of(event), event.first), Story().plus(Entry(0, event, 0)))
    return Match((*match.games, played), first_game, event.players, names=event.names)


def _continues(match: Match, event: Begun) -> bool:
    """Is this the next game of the match, or of a rematch with the seats swapped?"""
    last, is_rematch = match.begun, match.is_over
    players = match.players[::-1] if is_rematch else match.players
    names = match.names[::-1] if is_rematch else match.names
    return (
        (event.game, event.wins, event.limit, event.seed, event.is_dealt)
        == (last.game, last.wins, last.limit, last.seed, last.is_dealt)
        and _undealt_rules(event) == _undealt_rules(last)
        and event.is_swapped == (last.is_swapped ^ is_rematch)
        and event.first == match.next_first
        and event.players == players
        and event.names == names
    )


def _undealt_rules(begun: Begun) -> dict[str, Any]:
    """The rules that all games of a match share: all but a board that is dealt for each."""
    game = game_of(begun)
    return undealt(game) if begun.is_dealt else game.settings


def undealt(game: Game) -> dict[str, Any]:
    """The rules of a game without the board that was dealt for it."""
    return {name: value for name, value in game.settings.items() if not game.has_board_in({name: value})}


def _move(match: Match, event: Moved) -> Match:
    table = match.table
    if table.result is not None:
        raise BadRecord("the game has ended; expected its result or the header of another game.")
    if match.is_at_limit:
        raise BadRecord("the limit on moves is reached; expected the result.")
    if event.ply != table.ply + 1 or event.by != table.actor:
        raise BadRecord(f"expected ply {table.ply + 1} by {Actor(table.actor).name}.")
    after = table.play(event.move)
    if event.client_seed is not None and (after.actor != CHANCE or match.begun.commitment is None):
        raise BadRecord('a "client_seed" belongs to a move that is followed by a roll of a server.')
    return move_unchecked(match, after, event.client_seed)


def move_unchecked(match: Match, after: Table, client_seed: str | None = None) -> Match:
    """The match after a move that is known to be right; `after` is the table after it."""
    changed = _changed(match, after, Transition.of(match.table, after), offers=())
    if client_seed is None:
        return changed
    last = changed.games[-1]
    seeds = {**last.client_seeds, after.ply: client_seed}
    return replace(changed, games=(*changed.games[:-1], last._replace(client_seeds=seeds)))


def _end(match: Match, event: Ended) -> Match:
    if match.current.ended is not None:
        raise BadRecord("the game has ended; expected the header of another game.")
    table = match.table
    if event.reason is Reason.RULES:
        if table.result is None:
            raise BadRecord("the moves do not end the game; expected another move.")
    elif table.result is None:
        if event.reason is Reason.LIMIT and not _may_be_at_limit(match):
            raise BadRecord("the limit on moves is not reached.")
        table = table.end(event.reason, _loser(event))
    if table.result is not event.result or table.reason is not event.reason:
        expected = table.result.value if table.result else "unknown"
        raise BadRecord(f"expected the result {expected}; the moves do not lead to this one.")
    return _changed(match, table, event, offers=(), ended=event)


def _may_be_at_limit(match: Match) -> bool:
    """Is the limit reached, or would it be by a secret move? A secret that was not answered is not in a record."""
    is_secret_next = match.table.game.secret(match.table.state)
    return match.begun.limit is not None and match.table.ply + is_secret_next >= match.begun.limit


def _loser(event: Ended) -> int | None:
    if event.reason not in (Reason.RESIGNED, Reason.FORFEIT):
        return None
    if event.result.winner is None:
        raise BadRecord('expected "result" with P1 or P2.')
    return 1 - event.result.winner


def _between(match: Match, event: Event) -> Match:
    """What happens between two moves: offers and their answers, takebacks, changes of seats."""
    table, offers = match.table, match.offers
    match event:
        case TakenBack():
            if table.result is not None:
                raise GameOver
            if event.plies > table.ply:
                raise BadRecord(f'expected "undo" with a number from 1 to {table.ply}.')
            earlier = take_back(table, event.plies)
            if event.plies != plies_since(table, earlier.actor):
                raise BadRecord("expected a takeback of a player's own last move and what followed it.")
            return _changed(match, earlier, event, offers=())
        case Offered():
            check_offer(match, event.by, event.what)
            if agrees_at_once(match, 1 - event.by, event.what):
                raise BadRecord(f"a computer agrees at once to a {event.what.value}; expected what follows from that.")
            if match.offer(event.what) is not None:
                raise BadRecord(f"a {event.what.value} is offered already.")
            offers = (*offers, event)
        case Declined():
            offered = match.offer(event.what)
            if offered is None or event.is_own != (offered.by == event.by):
                raise BadRecord(f"there is no such offer of a {event.what.value} to decline.")
            offers = tuple(other for other in offers if other is not offered)
        case Seated():
            players = (event.player, match.players[P2]) if event.seat == P1 else (match.players[P1], event.player)
            return _changed(match, table, event, offers=offers, players=players)
        case Hinted():
            if table.result is not None:
                raise GameOver
            if match.current.has_hints(event.seat):
                raise BadRecord(f"{Actor(event.seat).name} has switched hints on already.")
        case Named():
            # a name like another's is taken: records from before that was refused have such names
            names: Names = (event.name, match.names[P2]) if event.seat == P1 else (match.names[P1], event.name)
            check_kept_names(names)
            return replace(_changed(match, table, event, offers=offers), names=names)
    return _changed(match, table, event, offers=offers)


def _changed(
    match: Match,
    table: Table,
    what: Transition | Event,
    offers: tuple[Offered, ...],
    ended: Ended | None = None,
    players: tuple[str, str] | None = None,
) -> Match:
    """The match with its last game at another moment."""
    last = match.games[-1]
    moves = last.story.moves_after(table, what)
    story = last.story.plus(Entry(table.ply, what, moves))
    games = (*match.games[:-1], MatchGame(last.begun, table, story, ended or last.ended, last.client_seeds))
    changed = Match(games, match.first_game, players or match.players, offers, match.names)
    has_just_ended = table.result is not None and last.table.result is None
    if has_just_ended and last.begun.wins > 1 and (champion := changed.champion) is not None:
        won = games[-1]._replace(story=story.plus(Entry(table.ply, Won(champion), moves)))
        changed = replace(changed, games=(*games[:-1], won))
    return changed


def game_of(begun: Begun) -> Game:
    """The game that begins, under its rules."""
    return variant(begun.game, begun.rules)


def variant(name: str, rules: Mapping[str, object]) -> Game:
    """The game of that name under these rules. It is read once: most tables of a server share their rules."""
    return _variant(name, json.dumps(rules))


@lru_cache(maxsize=1000)
def _variant(name: str, rules: str) -> Game:
    return catalogue.find(name).variant(json.loads(rules))
