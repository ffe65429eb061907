"""`headway join`: play at a table on a server, from the terminal."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

import click

from headway.errors import BadArgument, NotInstalled, RefusedByServer, install_hint
from headway.phrases import either
from headway.table.dice_notes import DiceNotes
from headway.terminal.dialogue import Dialogue
from headway.terminal.keyboard import LEAVING, EndOfInput, Keyboard, Lapsed, Left, Unreadable, yes_or_no
from headway.terminal.options import PLAIN
from headway.terminal.seat_key import seat_key
from headway.terminal.table_news import GameFacts, News, RemoteBoard, read_news
from headway.typed_text import normalised
from headway.voice import chosen_name

HELP = """\
Besides a move you can enter:
  help     show this
  undo     ask to take back your last move
  draw     offer a draw
  resign   give the game up
  quit     leave; the same link comes back to the table
If the other player offers something, you are asked for yes or no."""
GOODBYE = "You have left the table. The same link comes back to it."
PROPOSALS = {"draw": "draw", "undo": "takeback"}


@click.command()
@click.argument("url")
@click.option("--name", help="What you want to be called at the table.")
@PLAIN
def join(url: str, name: str | None, plain: bool) -> None:
    """Play at the table behind a link that you were sent. A link without an invitation only watches."""
    address, token = _address(url)
    called = None if name is None else chosen_name(name)
    try:
        from headway.terminal.client import Client
    except ImportError:
        raise NotInstalled(f"Joining needs: {install_hint('web')}") from None
    client = Client(address, token, None if token is None else seat_key(f"{address}#{token}"))
    try:
        Visit(client, Dialogue.on_screen(plain), called).run()
    finally:
        client.close()


def _address(url: str) -> tuple[str, str | None]:
    """The address of a table's WebSocket, and the token of the link."""
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # not a port
        is_address = False
    folders = parts.path.rstrip("/").split("/") if is_address else []
    if len(folders) < 3 or folders[-2] != "t":
        raise BadArgument("A link to a table looks like http://HOST:PORT/t/TABLE#INVITATION.")
    scheme = "wss" if parts.scheme == "https" else "ws"
    return f"{scheme}://{parts.netloc}/ws/{folders[-1]}", unquote(parts.fragment) or None


class Visit:
    """One person at a table on a server: prints what the server tells, and sends what the person enters."""

    def __init__(self, client: Any, dialogue: Dialogue, name: str | None = None) -> None:
        self._client = client
        self._wanted_name = name  # until the server has answered
        self._dialogue = dialogue
        self._keyboard = Keyboard()
        self._board: RemoteBoard | None = None
        self._has_chance = False
        self._latest: News | None = None
        self._to_confirm: Mapping[str, str] = {}  # what the person may want, and the question whether it is meant
        self._told = (0, 0)  # the number of the last game that was told of, and of its last line
        self._drawn: object = None  # the positions that were drawn last, and who had which side
        self._dice: dict[int, DiceNotes | None] = {}  # by the number of the game; None once it is checked
        self._is_lost = False
        self._has_reconnected = False  # and this has not been said yet
        self._has_waited = False  # for the other side or the server, since the last question
        self._sent: tuple[int, int] | None = None  # game and ply of a move that the server has not answered yet

    def run(self) -> None:
        """Play until the person leaves."""
        try:
            while True:
                self._receive(self._client.next())
                self._tell_of_connection()
                while self._client.is_empty and self._ask():
                    pass
        except (Left, EndOfInput):
            self._dialogue.say(GOODBYE)
        except KeyboardInterrupt:
            self._dialogue.say(f"\n{GOODBYE}")
            raise

    @property
    def _news(self) -> News:
        assert self._latest is not None, "nothing is asked before the welcome"
        return self._latest

    # -- what the server tells

    def _receive(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "lost":
            if not self._is_lost and not self._has_reconnected:
                self._dialogue.say("No connection to the server; reconnecting... (Ctrl-C leaves)")
            self._is_lost, self._has_reconnected = True, False
        elif kind == "error":
            self._wanted_name = self._sent = None
            if notes := self._dice.get(self._told[0]):
                notes.on_refusal()
            if self._latest is None:  # there is no such table or seat
                raise RefusedByServer(str(message["message"]))
            self._dialogue.say(str(message["message"]))
        elif kind in ("notice", "present"):
            self._dialogue.say(str(message["message" if kind == "notice" else "text"]))
        elif kind in ("welcome", "news"):
            news = read_news(message)
            if kind == "welcome" or self._sent != news.place:
                self._sent = None
            if self._is_lost:
                self._is_lost, self._has_reconnected, self._has_waited = False, True, True
            self._tell_of_connection()
            self._tell(news)

    def _tell_of_connection(self) -> None:
        """Say once that the connection is back, unless more has arrived: it may be lost again by now."""
        if self._has_reconnected and self._client.is_empty:
            self._has_reconnected = False
            self._dialogue.say("You are connected again.")

    def _tell(self, news: News) -> None:
        """Print what is new: the lines that were not told yet, the board if it has changed, and whose turn it is."""
        before, self._latest = self._latest, news
        if news.to_confirm is not None:
            self._to_confirm = news.to_confirm
        if news.game is not None:
            self._open(news.game, is_first=before is None)
        known = self._told[1] if self._told[0] == news.game_number else 0
        lines = [line.text for line in news.log if line.number > known and not news.is_question(line)]
        for line in lines:
            self._dialogue.say(line)
        self._told = news.game_number, news.last_line
        if news.draw_reason and (before is None or before.draw_reason != news.draw_reason):
            self._dialogue.say(news.draw_reason)
        shown = news.game_number, news.positions, news.sides
        if self._board is not None and self._drawn != shown:
            self._drawn = shown
            self._dialogue.draw(self._board, news.positions, news.sides)
            if self._dialogue.has_track:
                self._dialogue.say("")
        if news.turn_words and (before is None or before.turn_words != news.turn_words):
            self._dialogue.say(news.turn_words)
        has_new_status = before is None or before.status != news.status
        if news.is_over and news.is_ended_by_rules and has_new_status:
            self._dialogue.say(news.status)  # of the other ends the last line tells
        self._note_dice(news)
        is_waiting = not news.is_over and news.you != news.to_move
        if is_waiting and (lines or has_new_status):
            self._has_waited = True
            self._dialogue.say(f"{news.status} (Ctrl-C leaves)")

    def _note_dice(self, news: News) -> None:
        """Keep what is needed to check the dice of a game, and check them when it is over."""
        if not self._has_chance:
            return
        number = news.game_number
        if number not in self._dice:
            self._dice[number] = None if news.is_over else DiceNotes(news.commitment)
        notes = self._dice[number]
        if notes is None:
            return
        notes.on_ply(news.ply)
        if news.is_over:
            self._dice[number] = None
            try:
                self._dialogue.say(notes.verdict(self._client.dice(number)))
            except (OSError, LookupError, TypeError, ValueError) as error:
                self._dialogue.say(f"The dice could not be checked: {error}")

    def _open(self, game: GameFacts, is_first: bool) -> None:
        self._has_chance, self._board = game.has_chance, game.board
        if is_first:
            self._dialogue.say("\n".join([game.title, *game.how_to_play, *self._news.greetings, ""]))
            if self._wanted_name is not None and self._news.you is not None:
                self._client.send(type="name", name=self._wanted_name)

    # -- what the person is asked

    def _ask(self) -> bool:
        """Ask what there is to ask, if anything. True if the next question need not wait for the server."""
        if self._is_lost or self._latest is None:
            return False
        try:
            return self._ask_now()
        except Lapsed:  # the server told something, which is printed first
            self._dialogue.say("")
            return False

    def _ask_now(self) -> bool:
        news = self._news
        if news.you is None:
            if news.is_match_over:
                raise Left
            return False
        if self._wanted_name not in (None, news.own_name):
            return False  # its answer comes first, and would take the question back
        if news.offered is not None:
            agrees = self._yes(f"{news.offer_texts[news.offered]} Do you agree (yes or no)? ")
            self._client.send(type="accept" if agrees else "decline", what=news.offered)
        elif news.is_over:
            self._ask_for_next_game()
        elif news.legal and self._sent is None:
            return self._ask_for_move()
        return False

    def _ask_for_move(self) -> bool:
        asked = self._news
        wanted = f"Enter {either(asked.legal)}" if asked.has_choice else "Press Enter"
        text = self._line(f"{asked.status} {wanted}: ", asked.is_secret)
        while not self._client.is_empty:  # what arrived while the person typed
            self._receive(self._client.next())
        if self._news.is_over or not self._news.legal:
            self._dialogue.say("That came too late; the game has gone on.")
            return True
        command = normalised(text)
        if command in LEAVING:
            raise Left
        if command in ("help", "?"):
            self._dialogue.say(f"You can enter {either(asked.legal)}.\n{HELP}")
            return True
        if not self._is_meant(command):
            self._dialogue.say("The game goes on.")
            return True
        if command == "resign":
            self._client.send(type="resign")
        elif command in PROPOSALS:
            self._client.send(type="offer", what=PROPOSALS[command])
        else:
            self._send_move(text if command or asked.has_choice else asked.legal[0])
        return False

    def _is_meant(self, command: str) -> bool:
        """At a keyboard the person is asked before what may end the game; a script means what it says."""
        asked = self._to_confirm.get(command) if self._keyboard.is_terminal else None
        return asked is None or self._yes(f"{asked} (yes or no) ")

    def _send_move(self, typed: str) -> None:
        news, notes = self._news, self._dice.get(self._news.game_number)
        message: dict[str, Any] = {"type": "play", "ply": news.ply, "move": typed}
        if notes is not None:
            meant = (move for move in news.legal if normalised(move) == normalised(typed))
            message["client_seed"] = notes.seed_for(news.ply, next(meant, None))
        self._sent = news.place
        self._client.send(**message)

    def _ask_for_next_game(self) -> None:
        news = self._news
        if not news.is_match_over:
            if not self._yes("Go on with the next game (yes or no)? "):
                raise Left
            self._client.send(type="next")
        elif news.you not in news.offers.values():
            if not self._yes("Do you want a rematch, with the seats swapped (yes or no)? "):
                raise Left
            self._client.send(type="offer", what="rematch")

    def _line(self, question: str, is_secret: bool = False) -> str:
        if self._has_waited:  # what was typed meanwhile does not answer this question
            self._has_waited = False
            self._keyboard.forget_typed_ahead()
        while True:
            try:
                return self._keyboard.line(question, is_secret, lambda: not self._client.is_empty).strip()
            except Unreadable as error:
                self._dialogue.say(str(error))

    def _yes(self, question: str) -> bool:
        return yes_or_no(lambda: self._line(question), self._dialogue.say)
