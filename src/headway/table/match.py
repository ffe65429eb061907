"""The match: every game that was played at one table, as the fold of its events.

`apply` gives the match after an event and refuses an event that cannot follow. Nothing else changes a match, so it can
be read again at any moment, from a journal or a database, by any process.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Any, NamedTuple

from headway import catalogue
from headway.errors import BadRecord, GameOver, NotOver
from headway.game import Game
from headway.lazy import lazy
from headway.rulekit import CHANCE, P1, P2
from headway.table.events import HUMAN, Begun, Declined, Ended, Event, Moved, Offered, Proposal, Seated, TakenBack
from headway.table.outcome import Actor, Reason, Result
from headway.table.story import Entry, Story, Transition, Won
from headway.table.table import Table

EMPTY = Story()


class MatchGame(NamedTuple):
    """One game of a match: how it began, the table, its story, and how it ended if an event says so."""

    begun: Begun
    table: Table
    story: Story = EMPTY
    ended: Ended | None = None

    @property
    def result(self) -> Result | None:
        """What came of the game; None while it runs."""
        return self.table.result


@dataclass(frozen=True)
class Match:
    """All games at one table, the last of them being played, and what is open between the players."""

    games: tuple[MatchGame, ...] = ()
    opening: int = 0  # the number of games before the first of the present match: a rematch begins another
    players: tuple[str, str] = (HUMAN, HUMAN)  # by seat, in the last game
    offers: tuple[Offered, ...] = ()

    # -- the game

    @property
    def current(self) -> MatchGame:
        """The last game."""
        return self.games[-1]

    @property
    def table(self) -> Table:
        """The table of the last game."""
        return self.games[-1].table

    @property
    def begun(self) -> Begun:
        """How the last game began."""
        return self.games[-1].begun

    @property
    def is_at_limit(self) -> bool:
        """Has the game as many plies as were agreed on?"""
        return self.begun.limit is not None and self.table.ply >= self.begun.limit

    def chair(self, seat: int) -> int:
        """Who sits on a seat in this game, by the seat they had in the first; it is its own inverse."""
        return seat ^ self.begun.is_swapped

    def offer(self, what: Proposal) -> Offered | None:
        """The open offer of that kind, if there is one."""
        return next((offered for offered in self.offers if offered.what is what), None)

    # -- the match

    @lazy
    def results(self) -> tuple[Result, ...]:
        """The results of the present match, in order."""
        return tuple([result for played in self.games[self.opening :] if (result := played.table.result) is not None])

    @property
    def score(self) -> tuple[int, int]:
        """The games that each seat has won in the present match."""
        return self.results.count(Result.P1), self.results.count(Result.P2)

    @property
    def champion(self) -> int | None:
        """The seat that has won the match, if one has."""
        return next((seat for seat in (P1, P2) if self.score[seat] >= self.begun.wins), None)

    @property
    def is_stuck(self) -> bool:
        """Might programs go on for ever, since their last game did not end within the limit?"""
        return self.table.result is Result.UNFINISHED and HUMAN not in self.players

    @property
    def is_over(self) -> bool:
        """Is the last game over, and the match with it?"""
        if self.table.result is None:
            return False
        return self.begun.wins == 1 or self.is_stuck or self.champion is not None

    def up_to(self, number: int) -> "Match":
        """The match when its game of that number, counted from 1, was the last: as it is, or at that game's end."""
        if number == len(self.games):
            return self
        games = self.games[:number]
        swaps = [played.begun.is_swapped for played in games]  # every rematch swaps the seats
        opening = next((index for index in range(number - 1, 0, -1) if swaps[index - 1] != swaps[-1]), 0)
        return Match(games, opening, _players_after(games[-1]))

    @property
    def next_first(self) -> int:
        """Who moves first in the next game: the start alternates; in a rematch the seats swap and it stays."""
        if self.is_over:
            return self.games[self.opening].begun.first
        return 1 - self.begun.first


def _players_after(played: MatchGame) -> tuple[str, str]:
    """Who played, by seat, at the end of a game."""
    players = list(played.begun.players)
    for entry in played.story:
        if isinstance(entry.what, Seated):
            players[entry.what.seat] = entry.what.player
    return players[P1], players[P2]


def fold(events: Iterable[Event], match: Match | None = None) -> Match:
    """The match after the events, from its beginning or from an earlier moment."""
    return reduce(apply, events, match or Match())


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
    opening = match.opening
    if match.games:
        if match.table.result is None:
            raise BadRecord("a new game begins before the last has ended; expected a move or a result.")
        if not _continues(match, event):
            raise BadRecord("another game begins, but not the next of this match.")
        opening = len(match.games) if match.is_over else opening
    played = MatchGame(event, Table(game_of(event), event.first), EMPTY.plus(Entry(0, event)))
    return Match((*match.games, played), opening, event.players)


def _continues(match: Match, event: Begun) -> bool:
    """Is this the next game of the match, or of a rematch with the seats swapped?"""
    last, is_rematch = match.begun, match.is_over
    players = match.players[::-1] if is_rematch else match.players
    return (
        (event.game, event.wins, event.limit, event.seed, event.is_dealt)
        == (last.game, last.wins, last.limit, last.seed, last.is_dealt)
        and _undealt_rules(event) == _undealt_rules(last)
        and event.is_swapped == (last.is_swapped ^ is_rematch)
        and event.first == match.next_first
        and event.players == players
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
    return move_unchecked(match, table.play(event.move))


def move_unchecked(match: Match, after: Table) -> Match:
    """The match after a move that is known to be right; `after` is the table after it."""
    return _changed(match, after, last_transition(match.table, after), offers=())


def last_transition(before: Table, after: Table) -> Transition:
    """The last move of a table, given the table before it."""
    turn = None
    if before.actor == CHANCE:
        turn = next((by for index in range(before.ply - 1, -1, -1) if (by := before.by(index)) != CHANCE), None)
    answered = before.moves[-1] if before.is_secret_open else None
    return Transition(before.actor, after.moves[-1], before.state, after.state, after.is_secret_open, answered, turn)


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
            earlier = table.take_back(event.plies)
            if event.plies != table.plies_since(earlier.actor):
                raise BadRecord("a takeback goes to before a player's own last move.")
            return _changed(match, earlier, event, offers=())
        case Offered():
            check_offer(match, event.by, event.what)
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
    return _changed(match, table, event, offers=offers)


def check_offer(match: Match, seat: int, what: Proposal) -> None:
    """Refuse a proposal that makes no sense now."""
    if what is Proposal.REMATCH:
        if not match.is_over:
            raise NotOver
    elif match.table.result is not None:
        raise GameOver
    if what is Proposal.TAKEBACK:
        match.table.plies_since(seat)


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
    story = last.story.plus(Entry(table.ply, what))
    games = (*match.games[:-1], MatchGame(last.begun, table, story, ended or last.ended))
    changed = Match(games, match.opening, players or match.players, offers)
    has_just_ended = table.result is not None and last.table.result is None
    if has_just_ended and last.begun.wins > 1 and (champion := changed.champion) is not None:
        won = games[-1]._replace(story=story.plus(Entry(table.ply, Won(champion))))
        changed = Match((*games[:-1], won), match.opening, changed.players, offers)
    return changed


def game_of(begun: Begun) -> Game:
    """The game that begins, under its rules."""
    return _game(begun.game, json.dumps(begun.rules))


@lru_cache(maxsize=1000)  # most tables of a server share their rules
def _game(name: str, rules: str) -> Game:
    return catalogue.find(name).variant(json.loads(rules))
