"""One table that is played apart: who sits where, the games so far, and what each side may do and see.

A room is the fold of its entries, in order; nothing else is stored. What somebody does becomes entries, the entries are
committed, and only then is the room changed by them. So a room can be read again at any moment, by any process.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from pydantic_core import to_json

from headway import catalogue
from headway.errors import HeadwayError, IllegalMove
from headway.game import Game
from headway.phrases import player
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.table.dice import commitment, dealer, new_seed, roll
from headway.table.match import Match
from headway.table.record import HUMAN
from headway.table.table import AGREED, RESIGNED, SEATS, Table
from headway.typed import normalised

SEAT_OF = {name: seat for seat, name in SEATS.items() if seat in (P1, P2)}
DRAW, TAKEBACK, REMATCH = "draw", "takeback", "rematch"
WHAT = {DRAW: "a draw", TAKEBACK: "take back a move", REMATCH: "a rematch"}

Entry = dict[str, Any]


def dumps(plain: Any) -> str:
    """The JSON of something, by the quick writer that comes with pydantic."""
    return to_json(plain).decode()


class NoOffer(HeadwayError):
    """An answer to something that is not offered any more."""


@dataclass(frozen=True)
class Setup:
    """How a room was set up: the game, its rules, who sits on the two chairs, who begins, how many wins it takes."""

    game: str
    rules: dict[str, Any]
    is_dealt: bool
    players: tuple[str, str]
    first: int
    goal: int


def set_up(name: str, rules: dict[str, object], players: tuple[str, str], first: int, goal: int) -> Setup:
    """The set-up that somebody asks for; refuses rules that do not exist."""
    game = game_under(name, rules)
    is_dealt = game.is_dealt and not game.has_board_in(rules)
    asked = {key: value for key, value in game.settings.items() if not (is_dealt and game.has_board_in({key: value}))}
    return Setup(game.name, asked, is_dealt, players, first, goal)


@dataclass
class Played:
    """One game of a room: the table, whether the chairs have swapped seats, its seed, and what was said."""

    table: Table
    is_swapped: bool
    seed: str
    log: list[dict[str, Any]] = field(default_factory=list)
    last_chance: str | None = None

    @cached_property
    def commitment(self) -> str:
        """What is told of the seed before it is shown."""
        return commitment(self.seed)


class Room:
    """All that has happened at one table."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.players = list(setup.players)
        self.games: list[Played] = []
        self.now: Played  # the last of them, once the first has begun
        self.results: list[str] = []  # of the match that is being played
        self.offers: dict[str, int] = {}  # by which seat
        self.number = 0

    # -- what is known

    @property
    def table(self) -> Table:
        return self.now.table

    @property
    def match(self) -> Match:
        """The match so far, the game that is over included."""
        results = tuple(self.results) + ((self.table.result,) if self.table.result else ())
        return Match(self.setup.goal, self._first_of_match, results)

    @property
    def _first_of_match(self) -> int:
        return self.games[len(self.games) - 1 - len(self.results)].table.first

    @property
    def is_over(self) -> bool:
        """Is the game over, and the match with it?"""
        result = self.table.result
        return result is not None and (self.setup.goal == 1 or self.match.champion is not None)

    def seat(self, chair: int) -> int:
        """Where the person on a chair sits in this game."""
        return chair ^ self.now.is_swapped

    def name(self, seat: int) -> str:
        """Who plays a seat: "human", or the computer's name."""
        return self.players[seat ^ self.now.is_swapped]

    @property
    def computer_to_move(self) -> str | None:
        """The name of the computer whose turn it is, if it is one's."""
        if self.table.actor not in (P1, P2):
            return None
        name = self.name(self.table.actor)
        return None if name == HUMAN else name

    # -- what somebody may do: each gives the entries that say so, and changes nothing

    def begin(self) -> list[Entry]:
        """The first game, the next game of a match, or a new match with the seats swapped."""
        seed = new_seed()
        if not self.games:
            first, swapped = self.setup.first, False
        elif self.is_over:  # the same seat begins, and the other person sits there
            first, swapped = self._first_of_match, not self.now.is_swapped
        elif self.table.result is not None:
            first, swapped = self.match.opener, self.now.is_swapped
        else:
            raise IllegalMove("The game is not over yet.")
        game = game_under(self.setup.game, self.setup.rules)
        if self.setup.is_dealt:
            game = game.variant(self.setup.rules, dealer(seed))
        begun = {"begin": SEATS[first], "rules": game.settings, "swapped": swapped, "seed": seed}
        return [begun, *self._rolls(Table(game, first), seed)]

    def play(self, seat: int, text: str, ply: int) -> list[Entry]:
        """A move, and what chance does after it."""
        table = self.table
        table.check_turn(seat, ply)
        move = table.game.parse(table.view(seat), text)
        return [_moved(table, move), *self._rolls(table.after(move), self.now.seed)]

    def resign(self, seat: int) -> list[Entry]:
        """A side gives the game up."""
        self.table.end(RESIGNED, seat)
        return [{"end": RESIGNED, "by": SEATS[seat]}]

    def offer(self, seat: int, what: str) -> list[Entry]:
        """A side offers a draw, asks to take a move back, or wants another game; if the other has, that is agreed."""
        if self.offers.get(what) == 1 - seat:
            return self.accept(seat, what)
        if what == REMATCH:
            if not self.is_over:
                raise IllegalMove("The game is not over yet.")
        elif self.table.actor == OVER:
            raise IllegalMove("The game is over.")
        if what == TAKEBACK:
            self._taken_back(seat)
        other = self.name(1 - seat)
        if other != HUMAN and what != DRAW:  # a computer does not mind; a draw it has to think about
            return self._agreed(seat, what)
        return [] if what in self.offers else [{"offer": what, "by": SEATS[seat]}]

    def accept(self, seat: int, what: str) -> list[Entry]:
        """A side agrees to what the other has offered."""
        if self.offers.get(what) != 1 - seat:
            raise NoOffer(f"There is no offer of a {what} to accept.")
        return self._agreed(1 - seat, what)

    def decline(self, seat: int, what: str) -> list[Entry]:
        """A side does not agree, or withdraws its own offer."""
        if what not in self.offers:
            raise NoOffer(f"There is no offer of a {what} to decline.")
        return [{"decline": what, "by": SEATS[seat]}]

    def forfeit(self, seat: int, why: str) -> list[Entry]:
        """A computer failed."""
        return [{"end": "forfeit", "by": SEATS[seat], "why": why}]

    def sit(self, chair: int, name: str) -> list[Entry]:
        """A computer takes a chair."""
        return [{"sit": chair, "player": name}]

    def _agreed(self, by: int, what: str) -> list[Entry]:
        if what == DRAW:
            return [{"end": AGREED}]
        if what == TAKEBACK:
            return [{"undo": self.table.ply - self._taken_back(by).ply}]
        return self.begin()

    def _taken_back(self, seat: int) -> Table:
        """The table before the seat's own last move."""
        return self.table.undo(seat, (seat == P1, seat == P2))

    def _rolls(self, table: Table, seed: str) -> list[Entry]:
        """What chance does, as long as it is chance's turn."""
        entries = []
        while table.actor == CHANCE:
            move = roll(table.game, table.state, seed, table.ply)
            entries.append(_moved(table, move))
            table = table.after(move)
        return entries

    # -- what has happened

    def apply(self, step: list[Entry]) -> None:
        """Let a step that is committed happen."""
        self.number += 1
        for entry in step:
            self._apply(entry)

    def _apply(self, entry: Entry) -> None:
        if "move" in entry:
            self._move(entry["move"])
        elif "begin" in entry:
            self._begin(entry)
        elif "offer" in entry:
            self.offers[entry["offer"]] = SEAT_OF[entry["by"]]
        elif "decline" in entry:
            self.offers.pop(entry["decline"], None)
            self._say(None, f"{player(SEAT_OF[entry['by']])} does not agree to {WHAT[entry['decline']]}.")
        elif "undo" in entry:
            self.now.table = self.table.earlier(entry["undo"])
            self.offers.clear()
            self._say(
                None, f"{entry['undo']} moves are taken back." if entry["undo"] > 1 else "One move is taken back."
            )
        elif "end" in entry:
            self._end(entry)
        elif "sit" in entry:
            self._sit(entry["sit"], entry["player"])

    def _sit(self, chair: int, name: str) -> None:
        self.players[chair] = name
        who = player(self.seat(chair))
        level = f"level {name}" if name.isdecimal() else name
        self._say(None, f"{who} is back." if name == HUMAN else f"A computer, {level}, plays for {who}.")

    def _begin(self, entry: Entry) -> None:
        if self.games:
            self.results = [] if self.is_over else [*self.results, self.table.result or ""]
        game = game_under(self.setup.game, entry["rules"])
        table = Table(game, SEAT_OF[entry["begin"]])
        self.now = Played(table, entry["swapped"], entry["seed"])
        self.games.append(self.now)
        self.offers.clear()
        self._say(None, game.words.welcome(game.rules, table.first))

    def _move(self, token: str) -> None:
        before = self.table
        move = before.game.tokens[normalised(token)]
        self.now.table = after = before.after(move)
        self.offers.clear()
        if before.actor == CHANCE:
            self.now.last_chance = token
        if after.is_secret_open:
            return
        words, rules = after.game.words, after.game.rules
        told = words.tell(rules, before.state, move, after.state)
        if told:
            self._say(before.actor, told)
        if after.actor == OVER:
            self._say(None, words.closing(rules, after.state))
            self._say_champion()

    def _end(self, entry: Entry) -> None:
        loser = SEAT_OF[entry["by"]] if "by" in entry else None
        self.now.table = self.table.end(entry["end"], loser)
        self.offers.clear()
        if loser is None:
            self._say(None, "Both players agree: the game is a draw.")
        else:
            gives_up = "resigns" if entry["end"] == RESIGNED else f"forfeits ({entry['why']})"
            self._say(None, f"{player(loser)} {gives_up}. {player(1 - loser)} wins the game!")
            self._say_champion()

    def _say_champion(self) -> None:
        if self.setup.goal > 1 and self.match.champion is not None:
            self._say(None, f"{player(self.match.champion)} wins the match!")

    def _say(self, by: int | None, text: str) -> None:
        line = {"ply": self.table.ply, "by": None if by is None else SEATS[by], "text": text}
        if by == CHANCE:  # "You rolled a 3", and who is that?
            line["turn"] = next((SEATS[seat] for seat in self._actors_backwards() if seat != CHANCE), None)
        self.now.log.append(line)

    def _actors_backwards(self) -> Iterator[int]:
        table = self.table
        return (table.by(index) for index in range(table.ply - 1, -1, -1))


def _moved(table: Table, move: int) -> Entry:
    return {"move": table.game.token(move), "by": SEATS[table.actor]}


def game_under(name: str, rules: dict[str, Any]) -> Game:
    """A game under some rules, the same object for the same rules; most tables share theirs."""
    return _game(name, dumps(rules))


@lru_cache(maxsize=1000)
def _game(name: str, rules: str) -> Game:
    return catalogue.find(name).variant(json.loads(rules))
