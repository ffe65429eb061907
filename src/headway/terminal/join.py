"""`headway join`: a table that a server holds, played from the terminal."""

from contextlib import suppress
from typing import Any
from urllib.parse import unquote, urlsplit

import click

from headway import catalogue
from headway.errors import HeadwayError, install_hint, printable
from headway.game import Game
from headway.phrases import player
from headway.rulekit import P1, P2
from headway.table.outcome import Actor
from headway.terminal.dialogue import Dialogue
from headway.terminal.keyboard import EndOfInput, Keyboard, Lapsed
from headway.terminal.options import PLAIN
from headway.typed import normalised

HELP = """\
Besides a move you can enter:
  help     show this
  undo     ask to take back your last move
  draw     offer a draw
  resign   give the game up
  quit     leave; the table stays, and the same link comes back to it
What the other player offers is answered with yes or no."""
NAMES = {Actor(seat).name: player(seat) for seat in (P1, P2)}


class Left(Exception):
    """The person has left."""


@click.command()
@click.argument("url")
@PLAIN
def join(url: str, plain: bool) -> None:
    """Play at the table behind a link that somebody has sent you; a link without a seat only watches."""
    address, token = _address(url)
    try:
        from headway.terminal.client import Client
    except ImportError:
        raise HeadwayError(f"Joining needs: {install_hint('web')}") from None
    client = Client(address, token)
    try:
        Visit(client, Dialogue.on_screen(plain)).play()
    finally:
        client.close()


def _address(url: str) -> tuple[str, str | None]:
    """Where the WebSocket of a table is, and the token of the seat."""
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # no such port
        is_address = False
    folders = parts.path.rstrip("/").split("/") if is_address else []
    if len(folders) < 3 or folders[-2] != "t":
        raise HeadwayError("A link to a table looks like http://HOST:PORT/t/TABLE#SEAT.")
    scheme = "wss" if parts.scheme == "https" else "ws"
    return f"{scheme}://{parts.netloc}/ws/{folders[-1]}", unquote(parts.fragment) or None


class Visit:
    """One sitting at a table that is elsewhere: what is told is said, and what is asked is answered."""

    def __init__(self, client: Any, dialogue: Dialogue) -> None:
        self.client = client
        self.dialogue = dialogue
        self.keyboard = Keyboard()
        self.game: Game | None = None
        self.now: dict[str, Any] = {}
        self.you: str | None = None
        self.legal: list[str] = []
        self.status = ""
        self.offer_texts: dict[str, str] = {}
        self.said: tuple[int, int] = (0, 0)  # which game, and how many of its lines
        self.asked = -1  # the last step at which the person was asked
        self.is_lost = self.has_waited = False

    def play(self) -> None:
        """Until the person leaves."""
        try:
            while True:
                self._hear(self.client.next())
                if self.client.is_quiet:
                    self._answer_if_it_lasts()
        except (Left, EndOfInput):
            self.dialogue.say("You have left the table. The same link comes back to it.")

    # -- what is told

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "lost":
            self.is_lost = True
            self.dialogue.say("The connection is lost. Trying again... (Ctrl-C leaves)")
        elif message["type"] == "error":
            self._refused(message)
        elif message["type"] in ("welcome", "news"):
            if self.is_lost:
                self.is_lost, self.has_waited = False, True
                self.dialogue.say("You are connected again.")
            if "table" in message:
                self._sit_down(message["table"])
                self.asked = -1
            self.now, self.you, self.legal = message["now"], message["you"], message["legal"]
            self.status, self.offer_texts = message["status"], message["offer_texts"]
            self._tell(message)

    def _refused(self, message: dict[str, Any]) -> None:
        if not self.now:  # there is no table, or no seat
            raise HeadwayError(printable(str(message["message"])))
        self.dialogue.say(printable(str(message["message"])))
        self.asked = -1

    def _sit_down(self, table: dict[str, Any]) -> None:
        with suppress(HeadwayError):  # a game that is not installed here has no track
            self.game = catalogue.find(table["game"]).variant(table["rules"])

    def _tell(self, message: dict[str, Any]) -> None:
        number, shown = self.now["game_number"], self.now["lines"]
        known = self.said[1] if self.said[0] == number else 0
        for line in message["log"]:
            if line["number"] > known:
                self.dialogue.say(line["text"])
        if shown > known and self.game is not None:
            self.dialogue.places(self.game, self.now["positions"])
        self.said = number, shown
        if self.now["result"] is None and self.you != self.now["to_move"] and self.now["to_move"]:
            self.has_waited = True
            self.dialogue.say(f"Waiting for {NAMES[self.now['to_move']]}... (Ctrl-C leaves)")

    # -- what is asked

    def _answer_if_it_lasts(self) -> None:
        """Answer what is asked; if something is told meanwhile, that comes first."""
        try:
            self._answer()
        except Lapsed:
            self.dialogue.say("")
            self.asked = -1

    def _has_lapsed(self) -> bool:
        return not self.client.is_quiet

    def _answer(self) -> None:
        if self.is_lost:
            return
        if self.you is None:
            if self.now["result"] is not None:
                raise Left
            return
        offered = next((what for what, by in self.now["offers"].items() if by != self.you), None)
        if offered is not None:
            agrees = self._yes(f"{self.offer_texts[offered]} Do you agree (yes or no)? ")
            self.client.say(type="accept" if agrees else "decline", what=offered)
        elif self.now["result"] is not None:
            self._after_the_game()
        elif self.legal and self.asked != self.now["number"]:
            self._move()

    def _move(self) -> None:
        question, number, ply = f"{self.status} [{', '.join(self.legal)}] ", self.now["number"], self.now["ply"]
        text = self._asked(question, self.now["secret"])
        command = normalised(text)
        while not self.client.is_quiet:  # what came while it was typed
            self._hear(self.client.next())
        self.asked = self.now["number"]
        if self.now["result"] is not None or (self.now["number"] != number and not self.legal):
            self.dialogue.say("That came too late; the game has gone on.")
            self.asked = -1
            return
        if command in ("quit", "exit"):
            raise Left
        if command in ("help", "?"):
            self.dialogue.say(f"You can enter {', '.join(self.legal)}.\n{HELP}")
            self.asked = -1
            self.client.again()
        elif command == "resign":
            self.client.say(type="resign")
        elif command in ("draw", "undo"):
            self.client.say(type="offer", what="draw" if command == "draw" else "takeback")
            self.asked = -1
        else:
            self.client.say(type="play", ply=ply, move=text)

    def _after_the_game(self) -> None:
        if self.now["match"]["over"]:
            if self.you in self.now["offers"].values():
                return
            if not self._yes("Do you want a rematch, with the seats swapped (yes or no)? "):
                raise Left
            self.client.say(type="offer", what="rematch")
        elif self._yes("Go on with the next game (yes or no)? "):
            self.client.say(type="next")
        else:
            raise Left

    def _asked(self, question: str, is_secret: bool = False) -> str:
        if self.has_waited:  # what was typed then was an answer to nothing
            self.has_waited = False
            self.keyboard.forget_typed_ahead()
        return self.keyboard.line(question, is_secret, self._has_lapsed).strip()

    def _yes(self, question: str) -> bool:
        while True:
            answer = normalised(self._asked(question))
            if answer in ("quit", "exit"):
                raise Left
            if answer in ("yes", "y", "accept", "no", "n", "decline"):
                return answer in ("yes", "y", "accept")
            self.dialogue.say("Please enter yes or no.")
