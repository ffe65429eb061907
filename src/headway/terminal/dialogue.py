"""The dialogue of a rule book: what is said when a game opens, moves and ends, whoever plays it."""

import sys
from dataclasses import replace
from shutil import get_terminal_size

from headway.game import Game, Positions
from headway.rulekit import CHANCE, OVER, SPECTATOR
from headway.table.events import Declined, Ended, Event, Moved, Offered, TakenBack
from headway.table.table import Table
from headway.table.telling import tell
from headway.terminal.colour import PLAIN, Palette, palette_for
from headway.terminal.keyboard import HIDDEN
from headway.terminal.output import fitted
from headway.terminal.track import draw_board, draw_track, goals_in_words
from headway.voice import Voice


class Dialogue:
    """Says a game line by line; with a track under each turn, or the book's words alone."""

    def __init__(self, with_track: bool, palette: Palette = PLAIN) -> None:
        self._with_track = with_track
        self._palette = palette

    @classmethod
    def on_screen(cls, plain: bool) -> "Dialogue":
        """With the track and colours where the output is a terminal, unless it is to be plain."""
        return cls(sys.stdout.isatty() and not plain, palette_for(sys.stdout, plain))

    def say(self, text: str) -> None:
        """Write something at once, in lines that fit the terminal."""
        self._write(fitted(text))

    def _write(self, text: str) -> None:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

    def open(self, table: Table) -> None:
        """The welcome, and where the goals are."""
        self.say(table.game.words.welcome(table.game.rules, table.first))
        self.track(table)
        goals = goals_in_words(table.game)
        if self._with_track and goals:
            self.say(goals)

    def question(self, table: Table) -> str:
        """What whoever is to move is asked, with the words that open a turn."""
        turn = table.game.words.turn(table.game.rules, table.view(SPECTATOR))
        return f"{turn}\n{self.bare_question(table)}" if turn else self.bare_question(table)

    def bare_question(self, table: Table) -> str:
        """The question without the words that open a turn."""
        return table.game.words.ask(table.game.rules, table.view(SPECTATOR))

    def question_again(self, table: Table) -> str:
        """The question after a refusal."""
        return table.game.words.again(table.game.rules, table.view(SPECTATOR))

    def entered(self, table: Table, move: int) -> None:
        """The question and its answer, as if somebody had typed it; a secret stays one."""
        shown = "" if table.game.tokens.get("") == move else table.game.token(move)
        if table.game.secret(table.state):
            shown = HIDDEN
        self.say(f"{self.question(table)}{shown}")

    def answer(self, table: Table, text: str) -> None:
        """Something said in reply to what a player entered."""
        self.say(f"{table.game.words.GAP}{text}")

    def told(self, before: Table, after: Table) -> None:
        """What the last move did, and how the game ended if it did; nothing on a secret before it is answered."""
        game = after.game
        if after.is_secret_open:
            return
        text = game.words.tell(game.rules, before.state, after.moves[-1], after.state)
        if text:
            self.say(f"{'' if before.actor == CHANCE else game.words.GAP}{text}")
            self.track(after)
        if after.actor == OVER:
            self.say(game.words.closing(game.rules, after.state))

    def tell(self, event: Event, before: Table, after: Table) -> None:
        """What an event did, to both players at this keyboard."""
        if isinstance(event, Moved):
            self.told(before, after)
            return
        text = tell(after.game, replace(event, why=None) if isinstance(event, Ended) else event, Voice())
        if isinstance(event, TakenBack):
            self.answer(after, text)
            self.track(after)
        elif isinstance(event, Declined):
            self.say(f"{text} The game goes on.")
        elif text and not isinstance(event, Offered):  # an offer is told where it is answered
            self.say(text)

    def track(self, table: Table) -> None:
        """The track, where it is wanted."""
        self.places(table.game, table.game.positions(table.view(SPECTATOR)))

    def places(self, game: Game, sides: Positions) -> None:
        """The track with the pieces at these places, where it is wanted."""
        if self._with_track:  # a width that is asked for each time: the window can change
            self._write(f"\n{draw_track(game, sides, get_terminal_size().columns, self._palette)}")

    def board(self, table: Table) -> None:
        """The whole board, and where the goals are, in reply to a player who asked for it."""
        sides = table.game.positions(table.view(SPECTATOR))
        board = draw_board(table.game, sides, get_terminal_size().columns, self._palette)
        self._write(f"{table.game.words.GAP}{board}")
        if goals := goals_in_words(table.game):
            self.say(goals)


def replay(table: Table, dialogue: Dialogue) -> None:
    """Tell a game again from its first move."""
    before = table.earlier(table.ply)
    dialogue.open(before)
    for index, move in enumerate(table.moves):
        if before.actor != CHANCE:
            dialogue.entered(before, move)
        after = table.earlier(table.ply - index - 1)
        dialogue.told(before, after)
        before = after
    if table.result is not None and table.reason is not None:
        dialogue.tell(Ended(table.result, table.reason), table, table)
