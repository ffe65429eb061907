"""A sitting at the terminal: people and programs play a game or a match, and every step is kept."""

from collections.abc import Callable, Sequence
from random import Random

from headway.errors import HeadwayError
from headway.game import Game
from headway.phrases import player
from headway.players import MADE_NO_MOVE, Observation, Player
from headway.rulekit import CHANCE, P1, P2, SPECTATOR
from headway.table.journal import Journal
from headway.table.luck import Luck, draw
from headway.table.match import Match
from headway.table.record import Setting
from headway.table.table import AGREED, FORFEIT, LIMIT, RESIGNED, UNFINISHED, Table
from headway.terminal.dialogue import Dialogue
from headway.terminal.keyboard import EndOfInput, Keyboard
from headway.typed import normalised

HELP = """\
Besides a move you can enter:
  help    show this
  rules   read the rule book
  board   show the whole board
  hint    tell what each move is worth
  undo    take back the last move
  draw    offer a draw
  resign  give the game up
  quit    leave; the game is saved, and headway resume goes on with it"""


class Quit(Exception):
    """A player left the table."""


class Session:
    """One sitting: the table as it is now, and what belongs to it."""

    def __init__(
        self,
        table: Table,
        match: Match,
        setting: Setting,
        players: Sequence[Player | None],
        journal: Journal,
        dialogue: Dialogue,
        resuming: str,
    ) -> None:
        self.table = table
        self.match = match
        self.setting = setting
        self.players = players
        self.journal = journal
        self.dialogue = dialogue
        self.resuming = resuming
        self.keyboard = Keyboard()
        self.luck = Luck(setting.seed)
        self.commands: dict[str, Callable[[], None]] = {
            "help": self._help,
            "?": self._help,
            "rules": self._rules,
            "board": self._board,
            "hint": self._hint,
            "undo": self._undo,
            "draw": self._offer_draw,
            "resign": self._resign,
            "quit": self._quit,
            "exit": self._quit,
        }

    def play(self) -> None:
        """Play to the end of the game or the match."""
        try:
            self._play_match()
        except (Quit, EndOfInput, KeyboardInterrupt) as leaving:
            self._leave(leaving)
            if isinstance(leaving, KeyboardInterrupt):
                raise
        finally:
            self.journal.close()
            for program in self.players:
                if program is not None:
                    program.close()

    def open(self) -> None:
        """Begin the game that is on the table."""
        self.journal.begin(self.table, self.setting)
        self.dialogue.open(self.table)

    def _play_match(self) -> None:
        while True:
            while self.table.result is None:
                self._step()
            if self.setting.goal == 1:
                return
            self.match = self.match.add(self.table.result)
            self._tell_score()
            if self.match.champion is not None or self._is_hopeless():
                return
            self.table = Table(self._next_game(), self.match.opener)
            self.dialogue.say("")
            self.open()

    def _step(self) -> None:
        """One move by whoever is to make it, or something else that a person asked for."""
        table = self.table
        if self.setting.limit is not None and table.ply >= self.setting.limit:
            self._set(table.end(LIMIT))
        elif table.actor == CHANCE:
            self._move(draw(table.game, table.state, self._rng()))
        elif (program := self.players[table.actor]) is not None:
            self._let_move(program)
        else:
            self._listen()

    def _let_move(self, program: Player) -> None:
        """A program moves, or fails to and forfeits the game."""
        table = self.table
        try:
            move = program.choose(Observation.of(table, table.actor), self._rng())
            table.game.check(table.state, move)
        except MADE_NO_MOVE as error:
            self.dialogue.say(f"\n{error}")
            self._set(table.end(FORFEIT, table.actor))
        else:
            self.dialogue.entered(table, move)
            self._move(move)

    def _listen(self) -> None:
        """Ask the person to move until they move or end the game."""
        table = self.table
        question = self.dialogue.question(table)
        while self.table is table:
            try:
                text = self.keyboard.line(question, table.game.secret(table.state))
                command = self.commands.get(normalised(text))
                if command is None:
                    self._move(table.game.parse(table.view(SPECTATOR), text))
                else:
                    command()
                    question = self.dialogue.bare_question(table)
            except HeadwayError as error:
                self.dialogue.answer(table, str(error))
                question = self.dialogue.question_again(table)

    def _move(self, move: int) -> None:
        before = self.table
        self.table = before.play(move, before.actor, before.ply)
        self.journal.keep(self.table)
        self.dialogue.told(before, self.table)

    def _set(self, table: Table) -> None:
        self.table = table
        self.journal.keep(table)
        self.dialogue.ended(table)

    def _rng(self) -> Random:
        return self.luck.at(len(self.match.results) + 1, self.table.ply, self.table.actor)

    # -- what a person may ask for besides moving

    def _help(self) -> None:
        self.dialogue.answer(self.table, f"{self.table.game.accepted(self.table.state)}\n{HELP}")

    def _rules(self) -> None:
        self.dialogue.answer(self.table, self.table.game.rulebook.rstrip())

    def _board(self) -> None:
        self.dialogue.board(self.table)

    def _hint(self) -> None:
        from headway.solver.cache import solved
        from headway.terminal.hint import hint_in_words

        self.dialogue.answer(self.table, hint_in_words(solved(self.table.game), self.table))

    def _undo(self) -> None:
        is_human = self.players[P1] is None, self.players[P2] is None
        earlier = self.table.undo(self.table.actor, is_human)
        plies = self.table.ply - earlier.ply
        self._set(earlier)
        self.dialogue.answer(earlier, "One move is taken back." if plies == 1 else f"{plies} moves are taken back.")
        self.dialogue.track(earlier)

    def _offer_draw(self) -> None:
        table, other = self.table, 1 - self.table.actor
        offer = f"{player(table.actor)} offers a draw."
        program = self.players[other]
        if program is None:
            agrees = self._yes(f"{table.game.words.GAP}{offer} {player(other)}, do you agree (yes or no)? ")
        else:
            self.dialogue.answer(table, offer)
            agrees = program.agrees_to_draw(Observation.of(table, other))
        if agrees:
            self._set(table.end(AGREED))
        else:
            self.dialogue.say(f"{player(other)} does not agree. The game goes on.")

    def _yes(self, question: str) -> bool:
        while True:
            try:
                answer = normalised(self.keyboard.line(question))
            except HeadwayError as error:
                self.dialogue.say(str(error))
                continue
            if self.commands.get(answer) == self._quit:
                raise Quit
            if answer in ("yes", "y", "no", "n"):
                return answer.startswith("y")
            self.dialogue.say("Please enter yes or no.")

    def _resign(self) -> None:
        self._set(self.table.end(RESIGNED, self.table.actor))

    def _quit(self) -> None:
        raise Quit

    def _leave(self, leaving: BaseException) -> None:
        if isinstance(leaving, KeyboardInterrupt):
            self.dialogue.say("\nInterrupted.")
        elif isinstance(leaving, EndOfInput):
            self.dialogue.say("The input has ended.")
        if not self.journal.is_saved:
            self.dialogue.say("The game could not be saved.")
            return
        if self.table.is_secret_open:
            self.dialogue.say("A hidden choice is not saved; it will be asked for again.")
        self.dialogue.say(f"The game is saved. Go on with: {self.resuming}")

    # -- the match

    def _next_game(self) -> Game:
        game = self.table.game
        if not self.setting.is_dealt:
            return game
        fixed = {name: value for name, value in game.settings.items() if not game.has_board_in({name: value})}
        return game.variant(fixed, self.luck.at(len(self.match.results) + 1, "deal"))

    def _tell_score(self) -> None:
        p1, p2 = self.match.score
        self.dialogue.say(f"\nMatch score: {player(P1)} {p1}, {player(P2)} {p2}.")
        if self.match.champion is not None:
            self.dialogue.say(f"{player(self.match.champion)} wins the match!")
        elif self._is_hopeless():
            self.dialogue.say("The match is unfinished: its last game did not end within the limit.")
        else:
            self.dialogue.say(f"The first to win {self.match.goal} games wins the match.")

    def _is_hopeless(self) -> bool:
        """Might programs go on for ever, no game of theirs ending within the limit?"""
        return self.table.result == UNFINISHED and None not in self.players
