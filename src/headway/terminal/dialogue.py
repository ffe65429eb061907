"""The dialogue of a game in the terminal: the rule book's own words, with the track below each turn."""

import sys
from shutil import get_terminal_size

from headway.contract import Positions
from headway.game import Game
from headway.rulekit import CHANCE, OVER, P1, P2, SPECTATOR
from headway.table.events import Begun, Declined, Ended, Event, Hinted, Moved, Offered, TakenBack
from headway.table.story import Won
from headway.table.table import Table
from headway.terminal.colour import PLAIN, Palette, palette_for
from headway.terminal.keyboard import HIDDEN
from headway.terminal.output import fitted
from headway.text_board import Board, Players, draw_board, draw_track, goals_in_words
from headway.voice import NAMELESS, Names, Voice


class Dialogue:
    """Prints a game to both players at one terminal, with the track or in the book's words alone."""

    def __init__(self, has_track: bool, palette: Palette = PLAIN) -> None:
        self.has_track = has_track
        self.voice: Voice | None = None  # of a person who plays a program; two people share the book's words
        self._palette = palette

    @classmethod
    def on_screen(cls, plain: bool) -> "Dialogue":
        """The dialogue on standard output: with the track and colours if that is a terminal and not plain."""
        return cls(sys.stdout.isatty() and not plain, palette_for(sys.stdout, plain))

    def say(self, text: str) -> None:
        """Print a text at once, in lines that fit the terminal."""
        self._write(fitted(text))

    def _write(self, text: str) -> None:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

    def open(self, table: Table) -> None:
        """Print the welcome of a game."""
        self.say(table.game.words.welcome(table.game.rules, table.first))
        self.track(table)
        goals = goals_in_words(table.game, table.sides)
        if self.has_track and goals:
            self.say(goals)

    # -- the question to the side that is to move

    def question(self, table: Table) -> str:
        """The question, with the words that open a turn."""
        game = table.game
        words, rules, seen = game.words, game.rules, game.view(table.state, SPECTATOR)
        turn, question = words.turn(rules, seen), words.ask(rules, seen)
        return f"{turn}\n{question}" if turn else question

    def bare_question(self, table: Table) -> str:
        """The question without the words that open a turn."""
        return table.game.words.ask(table.game.rules, table.view(SPECTATOR))

    def question_again(self, table: Table) -> str:
        """The question after a refusal."""
        return table.game.words.again(table.game.rules, table.view(SPECTATOR))

    def question_and_answer(self, table: Table, move: int) -> None:
        """Print the question and the move that answers it, as if it had been typed; a secret is hidden."""
        shown = "" if table.game.tokens.get("") == move else table.game.token(move)
        if table.game.secret(table.state):
            shown = HIDDEN
        self.say(f"{self.question(table)}{shown}")

    def open_turn(self, table: Table) -> None:
        """Print how the game stands as a program's turn begins, where the board does not show it."""
        from headway.table.status import tell_standing

        assert self.voice is not None
        if standing := tell_standing(table.game, table.state, self.voice):
            self.say(f"\n{standing}")

    def reply(self, table: Table, text: str) -> None:
        """Print the reply to what a player entered."""
        self.say(f"{table.game.words.GAP}{text}")

    # -- what happened

    def tell(self, event: Event, before: Table, after: Table) -> None:
        """Print what an event did; a move in the book's words, everything else as the telling has it."""
        if isinstance(event, Moved):
            self.tell_move(before, after)
            return
        if isinstance(event, Begun):
            self.open(after)
            return
        # why a program forfeits is printed when it fails
        text = self.sentence(after.game, event._replace(why=None) if isinstance(event, Ended) else event)
        if isinstance(event, TakenBack):
            self.reply(after, text)
            self.track(after)
        elif isinstance(event, Declined):
            self.say(f"{text} The game goes on.")
        elif text and not isinstance(event, Offered | Hinted):
            # an offer is printed with the question whether to accept it, and the hint itself follows
            self.say(text)

    def sentence(self, game: Game, what: Won | Event, names: Names = NAMELESS) -> str:
        """What happened, for two people who read the same text, neither of whom is "you", or for a person alone."""
        from headway.table.telling import tell  # when it is first needed: the moves are told in the book's words

        return tell(game, what, self.voice or Voice(names=names))

    def tell_move(self, before: Table, after: Table) -> None:
        """Print what the last move did, and the closing words if it ended the game; of an open secret nothing."""
        game = after.game
        is_own = self.voice is None or self.voice.is_you(_mover(before))
        if not is_own:
            self._tell_others_move(before, after)
        elif not after.is_secret_open:
            self._tell_in_book_words(before, after)
        if game.actor(after.state) == OVER:  # not where the match has ended by its limit
            self.say(game.words.closing(game.rules, after.state) if self.voice is None else self._result(after))

    def _tell_in_book_words(self, before: Table, after: Table) -> None:
        game = after.game
        text = game.words.tell(game.rules, before.state, after.moves[-1], after.state)
        if text:
            self.say(f"{'' if before.actor == CHANCE else game.words.GAP}{text}")
            self.track(after)

    def _tell_others_move(self, before: Table, after: Table) -> None:
        """Print the move of a program to the person who plays it: the book's words speak to the one who moves."""
        from headway.table.story import Transition
        from headway.table.telling import tell_move

        assert self.voice is not None
        if text := tell_move(after.game, Transition.of(before, after), self.voice):
            self.say(f"\n{text}")
            self.track(after)

    def _result(self, table: Table) -> str:
        from headway.table.status import status

        assert self.voice is not None
        return status(table, self.voice)

    def tell_game(self, table: Table, names: Names = NAMELESS) -> None:
        """Print a whole game, from the welcome to its last move; the book's words call neither player by name."""
        from headway.table.telling import tell_names

        before = table.earlier(table.ply)
        self.open(before)
        if called := tell_names(names):
            self.say(called)
        for index, move in enumerate(table.moves):
            if before.actor != CHANCE:
                self.question_and_answer(before, move)
            after = table.earlier(table.ply - index - 1)
            self.tell_move(before, after)
            before = after
        if table.result is not None and table.reason is not None:
            ended = self.sentence(table.game, Ended(table.result, table.reason), names)
            if ended:
                self.say(ended)

    # -- the board

    def track(self, table: Table) -> None:
        """Draw the track, unless the output is plain."""
        self.draw(table.game, table.positions, table.sides)

    def draw(self, board: Board, positions: Positions, players: Players = (P1, P2)) -> None:
        """Draw the track of a board with the pieces at these positions, unless the output is plain."""
        if self.has_track:
            columns = get_terminal_size().columns  # asked for each time: the window can change
            self._write(f"\n{draw_track(board, positions, columns, self._palette.paint, players)}")

    def board(self, table: Table) -> None:
        """Draw the whole board for a player who asked for it."""
        columns = get_terminal_size().columns
        board = draw_board(table.game, table.positions, columns, self._palette.paint, table.sides)
        self._write(f"{table.game.words.GAP}{board}")
        if goals := goals_in_words(table.game, table.sides):
            self.say(goals)


def _mover(table: Table) -> int:
    """The seat that moves, or for which the die rolls."""
    if table.actor != CHANCE:
        return table.actor
    from headway.table.story import roller

    seat = roller(table, table.ply)
    return OVER if seat is None else seat
