"""The menu of `headway` without a command: which game, against whom; and after a game, what next."""

from collections.abc import Sequence
from typing import TypeVar

import click

from headway import catalogue
from headway.errors import HeadwayError, UnknownGame, nearest
from headway.game import Game
from headway.phrases import either, from_one_to, player
from headway.players import HUMAN, LEVELS, NOTES
from headway.players.opponents import DEFAULT_LEVEL, computers_for
from headway.rulekit import P1
from headway.table.table import Table
from headway.tagline import TAGLINE
from headway.terminal.keyboard import LEAVING, EndOfInput, Keyboard, Left
from headway.terminal.output import complain, own_command, progress_line, show, wrapped
from headway.terminal.play import new_session
from headway.typed_text import normalised

COMPUTER, FRIEND = "the computer", "a friend at this keyboard"
LEVELS_IN_WORDS = f"a level from {LEVELS[0]} to {LEVELS[-1]}"
AGAIN, REVIEW, ANOTHER, QUIT = "again", "review", "another game", "quit"

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
            self._asked_for_level()
        self._first = P1
        click.echo()

    @property
    def _opponent_name(self) -> str:
        if self._opponent == FRIEND:
            return HUMAN
        offered = computers_for(self._game)
        return self._level if self._level in offered else offered[-1]

    def _play(self) -> None:
        session = new_session(self._game, (HUMAN, self._opponent_name), self._first)
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
        one_of_them = from_one_to(len(numbers))
        while True:
            answer = self._line(f"Which game ({one_of_them}; Enter for {default}, q to quit)? ")
            if answer == "" or answer in numbers:
                return numbers.get(answer, self._game)
            if (meant := _meant(answer, {game.title: game for game in self._games})) is not None:
                return meant
            try:
                return catalogue.find(answer)
            except UnknownGame:
                guess = "" if answer.isdecimal() else nearest(answer, [game.title for game in self._games])
                show(f"{catalogue.no_such_game(answer, guess)} {_please(len(numbers))}")
            except HeadwayError as error:
                show(str(error))

    def _asked_for_level(self) -> None:
        """Ask how strong the computer is to play, where that makes a difference."""
        offered = computers_for(self._game)
        if len(offered) == 1:
            return
        default = self._opponent_name
        notes = ", ".join(f"{name}: {NOTES[name]}" for name in offered if name in NOTES)
        by_note = {normalised(NOTES[name]): name for name in offered if name in NOTES}
        while True:
            answer = normalised(self._line(f"Which level ({notes}; Enter for {default})? ")) or default
            answer = by_note.get(answer, answer)
            if answer in offered:
                self._level = answer
                return
            show(f"Please enter {either([LEVELS_IN_WORDS, *(name for name in offered if not name.isdecimal())])}.")

    def _asked(self, question: str, options: Sequence[str], default: str) -> str:
        """One of the options, by its number or by the beginning of its name."""
        for number, option in enumerate(options, 1):
            click.echo(f"  {number}  {option}")
        numbers = _numbered(options)
        while True:
            answer = normalised(
                self._line(f"{question} ({from_one_to(len(options))}; Enter for {options.index(default) + 1})? ")
            )
            if answer == "" or answer in numbers:
                return numbers.get(answer, default)
            if (meant := _meant(answer, {option: option for option in options})) is not None:
                return meant
            show(_please(len(options)))

    def _line(self, question: str) -> str:
        """What the person enters, without spaces around it; raises `Left` if they want to leave."""
        while True:
            try:
                answer = self._keyboard.line(question).strip()
            except HeadwayError as error:
                show(str(error))
                continue
            except KeyboardInterrupt:
                show("\nInterrupted.")
                raise
            except EndOfInput:
                show("The input has ended.")
                raise
            if normalised(answer) in (*LEAVING, "q"):
                raise Left
            return answer


def menu() -> int:
    """Let a person choose what to play, again and again."""
    games, broken = catalogue.games()
    for error in broken:
        complain(str(error))
    show(f"Headway: {TAGLINE[0].lower()}{TAGLINE[1:]}. More can be done with commands: {own_command()} --help.\n")
    Menu(games).run()
    return 0


def _numbered(things: Sequence[Thing]) -> dict[str, Thing]:
    """The things by the number that is typed for them."""
    return {str(number): thing for number, thing in enumerate(things, 1)}


def _please(options: int) -> str:
    return f"Please enter {'a number from ' if options > 2 else ''}{from_one_to(options)}."


def _meant(answer: str, things: dict[str, Thing]) -> Thing | None:
    """The one thing whose name, or a word of it, begins with the answer; None if there is no such thing, or several."""
    start = normalised(answer)
    names = {name: normalised(name) for name in things}
    meant = [name for name, text in names.items() if any(part.startswith(start) for part in (text, *text.split()))]
    return things[meant[0]] if len(meant) == 1 else None


def _review(table: Table) -> None:
    from headway.analysis.review import review
    from headway.errors import TooLarge
    from headway.solver.cache import solved
    from headway.terminal.review import in_words

    try:
        with progress_line() as progress:
            found = review(table, solved(table.game, progress))
    except TooLarge as error:
        show(str(error))
    else:
        show(in_words(found))
