"""The match: every game that was played at one table, as the fold of its events (`headway.table.apply`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from headway.lazy import lazy
from headway.rulekit import P1, P2
from headway.table.events import HUMAN, Begun, Ended, Hinted, Named, Offered, Proposal, Seated
from headway.table.outcome import Result
from headway.table.story import Story
from headway.table.table import Table
from headway.voice import NAMELESS, THE_COMPUTER, Names

EMPTY = Story()
NO_CLIENT_SEEDS: Mapping[int, str] = MappingProxyType({})
PEOPLE = (HUMAN, HUMAN)
MOST_DRAWN = 10
"""A match between programs ends after this many drawn games in a row."""


class MatchGame(NamedTuple):
    """One game of a match: how it began, the table, its story, and the event that ended it."""

    begun: Begun
    table: Table
    story: Story = EMPTY
    ended: Ended | None = None
    client_seeds: Mapping[int, str] = NO_CLIENT_SEEDS  # by the ply of the move that a server's roll follows

    @property
    def result(self) -> Result | None:
        """What came of the game; None while it runs."""
        return self.table.result

    @property
    def players(self) -> tuple[str, str]:
        """Who plays, by seat, at the end of the game, or now if it is the last."""
        players = list(self.begun.players)
        for entry in self.story:
            if isinstance(entry.what, Seated):
                players[entry.what.seat] = entry.what.player
        return players[P1], players[P2]

    @property
    def names(self) -> Names:
        """What the players are called, by seat, at the end of the game, or now if it is the last."""
        names = list(self.begun.names)
        for entry in self.story:
            if isinstance(entry.what, Named):
                names[entry.what.seat] = entry.what.name
        return names[P1], names[P2]

    @property
    def called(self) -> Names:
        """What sentences call the players, by seat."""
        return _called(self.begun.players, self.players, self.names)

    def chair(self, seat: int) -> int:
        """The chair of a seat: the seat that its player had in the first game. It is its own inverse."""
        return seat ^ self.begun.is_swapped

    def has_hints(self, seat: int) -> bool:
        """Has a seat switched hints on in this game?"""
        return Hinted(seat) in (entry.what for entry in self.story)


@dataclass(frozen=True, init=False)
class Match:
    """All games at one table, the last of them being played, and what is open between the players."""

    games: tuple[MatchGame, ...]
    first_game: int  # the index of the first game of the present match; a rematch begins another match
    players: tuple[str, str]  # by seat, in the last game
    offers: tuple[Offered, ...]
    names: Names  # by seat, in the last game
    current: MatchGame = field(init=False, repr=False, compare=False)  # the last game
    begun: Begun = field(init=False, repr=False, compare=False)  # how it began
    table: Table = field(init=False, repr=False, compare=False)  # its table

    def __init__(
        self,
        games: tuple[MatchGame, ...] = (),
        first_game: int = 0,
        players: tuple[str, str] = PEOPLE,
        offers: tuple[Offered, ...] = (),
        names: Names = NAMELESS,
    ) -> None:
        # a match is made at every move, in this way several times as fast as by the method that a dataclass has
        known = vars(self)
        known.update(games=games, first_game=first_game, players=players, offers=offers, names=names)
        if games:
            last = games[-1]
            known.update(current=last, begun=last.begun, table=last.table)

    # -- the game

    @lazy
    def called(self) -> Names:
        """What sentences call the players of the last game, by seat."""
        return _called(self.begun.players, self.players, self.names)

    @property
    def is_at_limit(self) -> bool:
        """Has the game reached its limit on plies?"""
        return self.begun.limit is not None and self.table.ply >= self.begun.limit

    def chair(self, seat: int) -> int:
        """The chair of a seat in the last game."""
        return seat ^ self.begun.is_swapped

    def offer(self, what: Proposal) -> Offered | None:
        """The open offer of that kind, if there is one."""
        return next((offered for offered in self.offers if offered.what is what), None)

    # -- the match

    @lazy
    def results(self) -> tuple[Result, ...]:
        """The results of the present match, in order."""
        return tuple(
            [result for played in self.games[self.first_game :] if (result := played.table.result) is not None]
        )

    @property
    def score(self) -> tuple[int, int]:
        """The games that each seat has won in the present match; a drawn game counts for neither side."""
        if not self.results:
            return 0, 0
        return self.results.count(Result.P1), self.results.count(Result.P2)

    @property
    def champion(self) -> int | None:
        """The seat that has won the match, if one has."""
        return next((seat for seat in (P1, P2) if self.score[seat] >= self.begun.wins), None)

    @property
    def is_stuck(self) -> bool:
        """Did the last game between programs reach the limit, or were too many drawn? The match might never end."""
        if HUMAN in self.players:
            return False
        return self.table.result is Result.UNFINISHED or self.results[-MOST_DRAWN:] == (Result.DRAW,) * MOST_DRAWN

    @property
    def is_over(self) -> bool:
        """Is the last game over, and the match with it?"""
        if self.table.result is None:
            return False
        return self.begun.wins == 1 or self.is_stuck or self.champion is not None

    def up_to(self, number: int) -> "Match":
        """The match as it was at the end of a game, by its number from 1; for the last game, as it is now."""
        if number == len(self.games):
            return self
        games = self.games[:number]
        swaps = [played.begun.is_swapped for played in games]  # every rematch swaps the seats
        first_game = next((index for index in range(number - 1, 0, -1) if swaps[index - 1] != swaps[-1]), 0)
        return Match(games, first_game, games[-1].players, names=games[-1].names)

    @property
    def next_first(self) -> int:
        """Who moves first in the next game: the seats alternate; in a rematch the players swap seats instead."""
        if self.is_over:
            return self.games[self.first_game].begun.first
        return 1 - self.begun.first


def _called(began: tuple[str, str], players: tuple[str, str], names: Names) -> Names:
    """The names of the players, where a computer without a name is "the computer".

    A computer that took over from a person during the game keeps the number of the seat, since the person made the
    moves before that; of two computers neither is the only one, so both keep theirs.
    """
    if PEOPLE in (began, players):
        return names
    computers = [began[seat] != HUMAN != players[seat] for seat in (P1, P2)]
    if all(computers):
        return names
    one, two = (name or (THE_COMPUTER if computer else None) for name, computer in zip(names, computers, strict=True))
    return one, two
