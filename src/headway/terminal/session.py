"""Plays a match in the terminal: what is typed becomes an intent; its events are written to the journal and printed."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from headway.errors import HeadwayError
from headway.game import Game
from headway.players import RANDOM, Player
from headway.players.conduct import turn_of
from headway.rulekit import CHANCE, P1, P2
from headway.table.apply import fold, undealt
from headway.table.decide import follow_up, resolve
from headway.table.events import Event
from headway.table.intents import Forfeit, Intent, NextGame, Play
from headway.table.journal import Journal
from headway.table.match import Match
from headway.table.random_source import RandomSource, draw
from headway.table.repetition import reason_to_draw
from headway.table.story import Won
from headway.table.table import Table
from headway.terminal.dialogue import Dialogue
from headway.terminal.keyboard import EndOfInput, Keyboard, Left
from headway.terminal.table_words import TableWords
from headway.typed_text import normalised
from headway.voice import Voice

if TYPE_CHECKING:  # imported when a hint is asked for: a game between people should start at once
    from headway.solver import Solution


class Session:
    """A match with its players, its journal and its dialogue, from the first prompt until it is over or left."""

    def __init__(
        self,
        match: Match,
        players: Sequence[Player | None],
        solution: Callable[[Game], "Solution"],
        journal: Journal,
        dialogue: Dialogue,
        resuming: str,
    ) -> None:
        self.match = match
        self.players = players
        self.solution = solution
        self.journal = journal
        self.dialogue = dialogue
        self.resuming = resuming
        people = [seat for seat in (P1, P2) if players[seat] is None]
        if len(people) == 1:
            dialogue.voice = Voice(people[0], match.called)
        self.keyboard = Keyboard()
        self.random_source = RandomSource(match.begun.seed)
        self._commands = TableWords(self).commands
        self._draw_reason = ""  # that was told last

    def play(self) -> None:
        """Play to the end of the game or the match."""
        try:
            self._play_match()
        except (Left, EndOfInput, KeyboardInterrupt) as leaving:
            self._leave(leaving)
            if isinstance(leaving, KeyboardInterrupt):
                raise
        finally:
            self.journal.close()
            for program in self.players:
                if program is not None:
                    program.close()

    def open(self) -> None:
        """Write and print the beginning of a new match."""
        self.journal.append([self.match.begun], self.match)
        self.dialogue.open(self.table)
        if self.dialogue.voice is not None and self.dialogue.has_track:
            from headway.table.telling import tell_players

            is_random = RANDOM in self.match.players  # where nothing can be decided, no level was chosen
            with_level = not is_random or self.table.game.has_choice
            self.dialogue.say(tell_players(self.match.players, self.dialogue.voice, with_level))

    @property
    def table(self) -> Table:
        """The game that is being played."""
        return self.match.table

    def _play_match(self) -> None:
        events = follow_up(self.match)  # what a crash cut off
        self._happen(events, fold(events, self.match))
        while True:
            while self.table.result is None:
                self._next_move()
            if self.match.begun.wins == 1:
                return
            self._tell_score()
            if self.match.is_over:
                return
            self.dialogue.say("")
            self.act(P1, NextGame(self._next_rules()))

    def _next_move(self) -> None:
        """Let chance, a program or a person move."""
        table = self.table
        if table.actor == CHANCE:
            self._move(draw(table.game, table.state, self._rng()))
        elif (program := self.players[table.actor]) is not None:
            self._let_move(program)
        else:
            self._listen()

    def act(self, seat: int, intent: Intent) -> None:
        """Let what a seat wants happen; a refusal is raised as a `HeadwayError`."""
        self._happen(*resolve(self.match, seat, intent))

    def _happen(self, events: list[Event], after: Match) -> None:
        """Write events and print them; `after` is the match after them."""
        before, self.match = self.table, after
        self.journal.append(events, after)
        for event in events:
            self.dialogue.tell(event, before, after.table)
        told, self._draw_reason = self._draw_reason, reason_to_draw(after.table) if None in self.players else ""
        if self._draw_reason and self._draw_reason != told:
            self.dialogue.say(f"\n{self._draw_reason}")

    def _let_move(self, program: Player) -> None:
        """Let a program move or forfeit the game."""
        table = self.table
        intent = turn_of(program, table, self._rng())
        if isinstance(intent, Forfeit):
            self.dialogue.say(f"\n{intent.why}")
        elif self.dialogue.voice is None:
            self.dialogue.question_and_answer(table, table.game.parse(table.state, intent.move))
        else:  # the question is not the person's
            self.dialogue.open_turn(table)
        self.act(table.actor, intent)

    def _listen(self) -> None:
        """Ask the person until they move, or do something else that changes the game."""
        table = self.table
        question = self.dialogue.question(table)
        while self.table is table:
            try:
                text = self.keyboard.line(question, table.game.secret(table.state))
                command = self._commands.get(normalised(text))
                if command is None:
                    self.act(table.actor, Play(text, table.ply))
                else:
                    command()
                    question = self.dialogue.bare_question(table)
            except HeadwayError as error:
                self.dialogue.reply(table, str(error))
                question = self.dialogue.question_again(table)

    def _move(self, move: int) -> None:
        self.act(self.table.actor, Play(self.table.game.token(move), self.table.ply))

    def _rng(self) -> Random:
        return self.random_source.at(len(self.match.results) + 1, self.table.ply, self.table.actor)

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
        self.journal.mark_as_left()
        self.dialogue.say(f"The game is saved. Go on with: {self.resuming}")

    # -- the match

    def _next_rules(self) -> dict[str, Any] | None:
        """The rules of the next game, with a newly dealt board; None if the rules stay."""
        if not self.match.begun.is_dealt:
            return None
        game = self.table.game
        return game.variant(undealt(game), self.random_source.at(len(self.match.results) + 1, "deal")).settings

    def _tell_score(self) -> None:
        from headway.table.telling import tell_score

        self.dialogue.say("\n" + "\n".join(tell_score(self.match)))
        if self.match.champion is not None:
            self.dialogue.say(self.dialogue.sentence(self.table.game, Won(self.match.champion)))
