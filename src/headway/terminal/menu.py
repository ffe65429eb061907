"""The menu of `headway` without a command: which game, against whom; and after a game, what next."""

from collections.abc import Sequence
from typing import TypeVar

import click

from headway import catalogue
from headway.errors import HeadwayError
from headway.game import Game
from headway.phrases import player
from headway.players import HUMAN, LEVELS, NOTES
from headway.rulekit import P1
from headway.table.table import Table
from headway.terminal.keyboard import LEAVING, EndOfInput, Keyboard, Left
from headway.terminal.output import complain, own_command, progress_line, show, wrapped
from headway.terminal.play import new_session
from headway.typed_text import normalised

COMPUTER, FRIEND = "the computer", "a friend at this keyboard"
AGAIN, REVIEW, ANOTHER, QUIT = "again", "review", "another game", "quit"
DEFAULT_LEVEL = 3

Thing = TypeVar("Thing")


class Menu:
    """Asks what to play. Enter takes the default, which is what was chosen last."""

    def __init__(self, games: Sequence[Game]) -> None:
        self._games = games
        self._keyboard = Keyboard()
        self._game = games[0]
        self._opponent = COMPUTER
        self._level = DEFAULT_LEVEL
        self._first = P1

    def run(self) -> None:
        """Play games until the person leaves."""
        try:
            self._choose()
            while True:
                self._play()
        except (Left, EndOfInput):
            return

    def _choose(self) -> None:
        self._game = self._asked_for_game()
        self._opponent = self._asked("Against whom", [COMPUTER, FRIEND], self._opponent)
        if self._opponent == COMPUTER:
            self._level = self._asked_for_level()
        self._first = P1
        click.echo()

    def _play(self) -> None:
        opponent = str(self._level) if self._opponent == COMPUTER else HUMAN
        session = new_session(self._game, (HUMAN, opponent), self._first)
        session.play()
        if session.table.result is None:
            raise Left  # the person left the game
        self._after(session.table)

    def _after(self, table: Table) -> None:
        """Offer what can follow a finished game."""
        while True:
            click.echo()
            answer = self._asked("What next", [AGAIN, REVIEW, ANOTHER, QUIT], AGAIN)
            click.echo()
            if answer == QUIT:
                raise Left
            if answer == REVIEW:
                _review(table)
                continue
            if answer == ANOTHER:
                self._choose()
            else:
                self._first = 1 - self._first
                show(f"This time {player(self._first)} moves first.\n")
            return

    # -- questions

    def _asked_for_game(self) -> Game:
        for number, game in enumerate(self._games, 1):
            click.echo(f"  {number}  {game.title}\n{wrapped(game.words.SUMMARY, 5)}")
        numbers = _numbered(self._games)
        default = self._games.index(self._game) + 1
        while True:
            answer = self._line(f"Which game (1 to {len(numbers)}; Enter for {default}, q to quit)? ")
            if answer == "" or answer in numbers:
                return numbers.get(answer, self._game)
            try:
                return catalogue.find(answer)
            except HeadwayError as error:
                show(str(error))

    def _asked_for_level(self) -> int:
        easiest, hardest = LEVELS[0], LEVELS[-1]
        while True:
            notes = ", ".join(f"{level} is {NOTES[str(level)]}" for level in (easiest, hardest))
            answer = self._line(f"Which level ({notes}; Enter for {self._level})? ")
            levels = {str(level): level for level in LEVELS}
            if answer == "" or answer in levels:
                return levels.get(answer, self._level)
            show(f"Please enter a number from {easiest} to {hardest}.")

    def _asked(self, question: str, options: Sequence[str], default: str) -> str:
        """One of the options, by its number or by the beginning of its name."""
        for number, option in enumerate(options, 1):
            click.echo(f"  {number}  {option}")
        numbers = _numbered(options)
        while True:
            answer = normalised(
                self._line(f"{question} (1 to {len(options)}; Enter for {options.index(default) + 1})? ")
            )
            if answer == "" or answer in numbers:
                return numbers.get(answer, default)
            meant = [option for option in options if any(word.startswith(answer) for word in (option, *option.split()))]
            if len(meant) == 1:
                return meant[0]
            show(f"Please enter a number from 1 to {len(options)}.")

    def _line(self, question: str) -> str:
        """What the person enters, without spaces around it; raises `Left` if they want to leave."""
        while True:
            try:
                answer = self._keyboard.line(question).strip()
            except HeadwayError as error:
                show(str(error))
                continue
            if normalised(answer) in (*LEAVING, "q"):
                raise Left
            return answer


def menu() -> int:
    """Let a person choose what to play, again and again."""
    games, broken = catalogue.games()
    for error in broken:
        complain(str(error))
    show(f"Headway: two-player games on a line. More can be done with commands: {own_command()} --help.\n")
    Menu(games).run()
    return 0


def _numbered(things: Sequence[Thing]) -> dict[str, Thing]:
    """The things by the number that is typed for them."""
    return {str(number): thing for number, thing in enumerate(things, 1)}


def _review(table: Table) -> None:
    from headway.analysis.review import review
    from headway.solver.cache import solved
    from headway.terminal.review import in_words

    with progress_line() as progress:
        found = review(table, solved(table.game, progress))
    show(in_words(found))
