"""What a server tells `headway join` of a table: its messages, read once into values (`docs/protocol.md`)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from headway.contract import Goals, Pieces, Positions
from headway.errors import RefusedByServer
from headway.rulekit import P1, P2

NOT_UNDERSTOOD = "The server has sent a message that this version of Headway does not understand."


class RemoteBoard(NamedTuple):
    """The board of a game as the server describes it; the game need not be installed here."""

    track: tuple[int, int]
    goals: Goals
    pieces: Pieces
    board: tuple[int, ...] | None


class GameFacts(NamedTuple):
    """What does not change during a game."""

    title: str
    how_to_play: tuple[str, ...]
    has_chance: bool
    board: RemoteBoard


class Line(NamedTuple):
    """A line of the log."""

    number: int
    text: str
    by: str | None
    is_open_offer: bool


class News(NamedTuple):
    """How a table stands after a step, as the server tells one viewer."""

    you: str | None  # the viewer's seat
    game_number: int
    ply: int
    to_move: str | None
    is_secret: bool  # the next move
    positions: Positions
    sides: tuple[int, int]  # that P1 and P2 play
    names: tuple[str | None, str | None]
    offers: Mapping[str, str]  # what is offered, and by whom
    offer_texts: Mapping[str, str]
    is_over: bool  # the game
    is_match_over: bool
    is_ended_by_rules: bool
    draw_reason: str
    commitment: str  # to the dice of the game
    last_line: int  # of the log, by its number
    log: tuple[Line, ...]
    legal: tuple[str, ...]
    status: str
    turn_words: str
    game: GameFacts | None  # in a welcome only
    greetings: tuple[str, ...]  # who plays, and what became of the link; in a welcome
    to_confirm: Mapping[str, str] | None  # what the person may want, and the question whether it is meant

    @property
    def place(self) -> tuple[int, int]:
        """The number of the game, and of the ply in it, that is next."""
        return self.game_number, self.ply

    @property
    def own_name(self) -> str | None:
        """What the viewer, who has a seat, is called at the table."""
        return self.names[self.you == "P2"]

    @property
    def offered(self) -> str | None:
        """What the other player offers to the viewer."""
        return next((what for what, by in self.offers.items() if self.you not in (None, by)), None)

    @property
    def has_choice(self) -> bool:
        """Is there anything to enter? Of a secret nothing is given away by there being only one move."""
        return len(self.legal) > 1 or self.is_secret

    def is_question(self, line: Line) -> bool:
        """Does a line tell of an open offer to the viewer, who reads it with the question whether to accept?"""
        return line.is_open_offer and self.you not in (None, line.by)


def read_news(message: Mapping[str, Any]) -> News:
    """The news in a `welcome` or `news` of a server; refused if something is missing or of another kind."""
    try:
        return _news(message)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise RefusedByServer(NOT_UNDERSTOOD) from None


def _news(message: Mapping[str, Any]) -> News:
    now = message["now"]
    greetings = (message.get(name) for name in ("players_text", "seat_notice", "notice"))
    one, two = now.get("sides", (P1, P2))  # which the server names once they are swapped
    first, second = now["names"]
    return News(
        you=message["you"],
        game_number=int(now["game_number"]),
        ply=int(now["ply"]),
        to_move=now["to_move"],
        is_secret=bool(now["secret"]),
        positions=_as_tuples(now["positions"]),
        sides=(one, two),
        names=(first, second),
        offers=dict(now["offers"]),
        offer_texts=dict(message["offer_texts"]),
        is_over=now["result"] is not None,
        is_match_over=bool(now["match"]["over"]),
        is_ended_by_rules=now["reason"] == "rules",
        draw_reason=now["draw_reason"] or "",
        commitment=now["commitment"] or "",
        last_line=int(now["lines"]),
        log=tuple(Line(line["number"], line["text"], line["by"], "open_offer" in line) for line in message["log"]),
        legal=tuple(message["legal"]),
        status=str(message["status"]),
        turn_words=message.get("turn_words", ""),
        game=_game(message["table"]) if "table" in message else None,
        greetings=tuple(told for told in greetings if told),
        to_confirm=message.get("confirm"),
    )


def _game(table: Mapping[str, Any]) -> GameFacts:
    track, goals, pieces, board = (_as_tuples(table[name]) for name in ("track", "goals", "pieces", "board"))
    facts = RemoteBoard(track, goals, pieces, board)
    return GameFacts(str(table["title"]), tuple(table["how_to_play"]), bool(table["has_chance"]), facts)


def _as_tuples(value: Any) -> Any:
    """A JSON value with its lists as tuples."""
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value
