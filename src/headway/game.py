"""A game under one set of rules: the functions of its folder, and everything that is derived from them.

A game's folder holds `rules.py`, `words.py` and `rulebook.md`; `headway.contract` lists their functions. What is
derived is the same for all games: no game overrides it.
"""

import operator
import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from headway.contract import (
    CODE_DEFAULTS,
    WORDS_DEFAULTS,
    Code,
    Positions,
    RuleSet,
    State,
    Words,
    bind,
    default_deal,
    default_how_to_play,
    fields,
    with_values,
)
from headway.errors import BadGame, GameOver, IllegalMove, UnknownGame, UnknownMove, expected, quoted
from headway.phrases import either
from headway.rulekit import OVER, P1, P2, SPECTATOR
from headway.ruleset import LENGTH, Rule, Setting, by_rule, read_rules, rules_of
from headway.state_space import Origin, StateSpace
from headway.typed_text import normalised

__all__ = ["Code", "Game", "Origin", "Positions", "RuleSet", "State", "Words"]


A_GAME = "a game, as headway.load gives it"
SETTINGS = 'the rules to change by their names, such as {"length": 12}'
"""What is asked for where a user passed something else."""


def checked_move(value: object) -> int:
    """A move by its number: an int, or a whole number of NumPy, which is made one."""
    if type(value) is int:
        return value
    try:
        if not isinstance(value, bool):
            return operator.index(value)  # type: ignore[arg-type]  # what it does not take raises
    except TypeError:
        pass
    raise expected("the number of a move", value)


class Game(StateSpace):
    """One game under one set of rules. In a notebook it is shown as its board before the first move.

    `name` is how it is loaded and `rules` are the rules in force, as its `rules.py` defines them (`settings` has them
    as text and numbers). `code` has the functions of `rules.py`, `words` those of `words.py`, and `folder` is where
    both are.

    >>> game = headway.load("capture-the-flag", length=12)
    >>> game
    <Game capture-the-flag: length=12>
    >>> game.name, game.rules
    ('capture-the-flag', Rules(length=12, soldiers=2, longest_step=2))
    >>> game.words.SUMMARY == headway.load(game.name).words.SUMMARY, game.code.moves(game.rules), game.folder.name
    (True, 8, 'capture_the_flag')

    States are values and moves are numbers here; `Table` has moves as players type them, and checks more. The
    functions of `rules.py` (`actor`, `legal`, `winner`, `secret`, `view`, `side`, `weight`, `positions`), `moves_at`
    and `play_unchecked` are as quick as they can be: they take states and moves of this game, and check nothing.

    >>> state = game.play(game.start(), game.parse(game.start(), "s1 2"))
    >>> [game.token(move) for move in game.moves_at(state)]
    ['S3 1', 'S3 2', 'S4 1', 'S4 2']
    """

    @classmethod
    def load(cls, name: str, package: str) -> Self:
        """The game that a package holds, under the rules of its book.

        >>> headway.Game.load("cross-over", "headway.rulebooks.cross_over") == headway.load("cross-over")
        True
        """
        from importlib import import_module

        if not isinstance(name, str) or not isinstance(package, str):
            raise expected("the name of a game and that of its package", package if isinstance(name, str) else name)
        try:
            module = import_module(package)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{package}.".startswith(f"{error.name}."):
                raise  # the package is there, and lacks something
            raise UnknownGame(f"There is no package {quoted(package)}.") from None
        if module.__file__ is None:
            raise BadGame(f"{package} is not a package with files.")
        code = bind(Code, import_module(f"{package}.rules"), CODE_DEFAULTS)
        english = import_module(f"{package}.words")
        words = bind(Words, english, {**WORDS_DEFAULTS, "again": getattr(english, "ask", None)})
        game = cls(name, code, words, Path(module.__file__).parent, code.Rules())
        if not (game.folder / "rulebook.md").is_file() or not game.rule_list:
            raise BadGame(f"{package} has no rulebook.md, or no rules.")
        return game

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled; the functions of a changed game are made again where it is read."""
        return self.__dict__ if self._plain is None else {"plain": self._plain, "settings": self.settings}

    def __setstate__(self, state: dict[str, Any]) -> None:
        if "settings" in state:
            state = state["plain"].variant(state["settings"]).__dict__
        self.__dict__.update(state)

    def __hash__(self) -> int:
        return hash(self.rules)  # quick, because caches are looked up by the game several times at every move

    @cached_property
    def how_to_play(self) -> tuple[str, ...]:
        """One to four short lines that say how the game is played under these rules.

        >>> headway.load("cross-over", longest_step=5).how_to_play[1]
        'On your turn move 1 to 5 positions forward; you may pass the other marker.'
        """
        if self.words.how_to_play is None:
            return default_how_to_play(self.words.SUMMARY, self.track, self.goals)
        return self.words.how_to_play(self.rules)

    def svg(self) -> str:
        """A picture of the board before the first move, which a notebook shows by itself.

        >>> headway.load("cross-over").svg()[:4]
        '<svg'
        """
        from headway.drawing import draw_board

        start = self.positions(self.view(self.start(), SPECTATOR))
        told = f"before the first move{f', {self._changes}' if self.changed else ''}"
        return draw_board(self, start, caption=told)

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def _changes(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self.changed.items())

    def __str__(self) -> str:
        return f"{self.name}: {self._changes}" if self.changed else self.name

    def __repr__(self) -> str:
        return f"<Game {self}>"

    # -- the rules and their variants

    @cached_property
    def rulebook(self) -> str:
        """The rules in our own words, with the rulings and the errata.

        >>> print(headway.load("cross-over").rulebook.splitlines()[0])
        # Cross Over
        """
        return (self.folder / "rulebook.md").read_text("utf-8")

    @cached_property
    def rule_list(self) -> tuple[Rule, ...]:
        """Every rule that a variant may change.

        >>> [(rule.name, rule.accepts()) for rule in headway.load("cross-over").rule_list]
        [('length', 'a whole number from 2 to 1000'), ('longest_step', 'a whole number from 1 to 9')]
        """
        return rules_of(self.code.Rules(), self.words.RULES, self.words.CHOICES)

    @property
    def plain(self) -> "Game":
        """The game without its changes, those of the `change_list`, under its own rules; itself if it has none.

        >>> headway.load("cross-over", length=12, lot="yes").plain
        <Game cross-over: length=12>
        """
        return self._plain if isinstance(self._plain, Game) else self

    @cached_property
    def change_list(self) -> tuple[Rule, ...]:
        """The changes that the game can have beside its own rules, as any game can; all are off in `headway.load`.

        >>> [(change.name, change.accepts()) for change in headway.load("cross-over").change_list][:2]
        [('lot', 'no or yes'), ('pie', 'no or yes')]
        """
        from headway.changes import changes_for

        return changes_for(self.plain.code)

    @property
    def settings(self) -> dict[str, Setting]:
        """The rules in force, by name, as JSON holds them.

        >>> headway.load("capture-the-flag", length=12).settings
        {'length': 12, 'soldiers': 2, 'longest_step': 2}
        """
        values = fields(self.rules)
        return {rule.name: rule.show(values[rule.name]) for rule in self.rule_list}

    @property
    def changed(self) -> dict[str, str]:
        """The rules that differ from the book's, as they are typed; a board is not counted.

        >>> headway.load("capture-the-flag", length=12).changed
        {'length': '12'}
        """
        values = fields(self.rules)
        return {
            rule.name: rule.text(values[rule.name])
            for rule in self.rule_list
            if not rule.is_row and values[rule.name] != rule.default
        }

    @property
    def is_dealt(self) -> bool:
        """Does the game begin with a random set-up?

        >>> headway.load("number-race").is_dealt, headway.load("cross-over").is_dealt
        (True, False)
        """
        return self.code.deal is not default_deal

    @cached_property
    def board_rule(self) -> Rule | None:
        """The rule that holds a number for each position, in a game that has one.

        >>> headway.load("number-race").board_rule.name, headway.load("cross-over").board_rule
        ('board', None)
        """
        return next((rule for rule in self.rule_list if rule.is_row), None)

    @property
    def board(self) -> tuple[int, ...] | None:
        """The number on each position from 1 up, in a game that has them.

        >>> headway.load("number-race", board=[3, 1, 2, 6]).board
        (3, 1, 2, 6)
        """
        numbers = None if self.board_rule is None else fields(self.rules)[self.board_rule.name]
        return numbers if isinstance(numbers, tuple) else None

    def variant(self, settings: Mapping[str, object], rng: random.Random | None = None) -> "Game":
        """The game under other rules. A board that is not given is dealt by `rng`; without one it is the book's.

        >>> headway.load("cross-over").variant({"length": 12})
        <Game cross-over: length=12>
        """
        if not isinstance(settings, Mapping):
            raise expected(SETTINGS, settings)
        if rng is not None and not isinstance(rng, random.Random):
            raise expected("random numbers as random.Random gives them, or None", rng)
        book, settings = self.plain._with_changes(settings)
        game = replace(book, rules=read_rules(book.code.Rules(), book.rule_list, settings))
        if game.is_dealt and not game.has_board_in(settings):
            does_not_fit = game.board is not None and len(game.board) != fields(game.rules)[LENGTH]
            if rng is not None or does_not_fit:
                game = replace(game, rules=book.code.deal(game.rules, rng or random.Random(0)))
        return game._checked_with_changes() if book is not self.plain else game

    def _checked_with_changes(self) -> "Game":
        """The game, which has changes, once it is known that they can be had under its rules."""
        book = self.plain
        plain = replace(book, rules=with_values(book.rules, self.rules[: len(book.rules)]))
        for first in (P1, P2):
            self.start(first)
        return replace(self, _plain=plain)

    def _with_changes(self, settings: Mapping[str, object]) -> tuple["Game", Mapping[str, object]]:
        """The game with the changes that are asked for, under its book's rules, and the settings that are left."""
        settings = by_rule(settings, [rule.name for rule in self.rule_list])
        if {rule.name for rule in self.rule_list}.issuperset(settings):
            return self, settings
        from headway.changes import changed

        code, words, left = changed(self.code, self.words, settings)
        return self if code is self.code else replace(self, code=code, words=words, _plain=self), left

    def has_board_in(self, settings: Mapping[str, object]) -> bool:
        """Do the settings include the board, so that none has to be dealt?

        >>> headway.load("number-race").has_board_in({"length": 30})
        False
        """
        if not isinstance(settings, Mapping):
            raise expected(SETTINGS, settings)
        board = self.board_rule
        return board is not None and board.name in by_rule(settings, [board.name])

    # -- states and moves

    def is_start(self, state: State) -> bool:
        """Is it the state before the first move? If chance acts there, a lot or the like decides how the game begins.

        >>> game = headway.load("cross-over", lot="yes")
        >>> game.is_start(game.start()), game.is_start(game.play(game.start(), game.tokens["p1 first"]))
        (True, False)
        """
        return state in (self.start(P1), self.start(P2))

    def play(self, state: State, move: int) -> State:
        """The state after a move; `IllegalMove` says why it is refused.

        >>> game = headway.load("cross-over")
        >>> game.play(game.start(), 2)
        State(places=(4, 9), mover=1)
        """
        move = checked_move(move)
        self.check(state, move)
        return self.play_unchecked(state, move)

    def check(self, state: State, move: int) -> None:
        """Refuse a move that is not legal here, with the reason.

        >>> game = headway.load("cross-over")
        >>> game.check(game.start(), game.tokens["skip"])
        Traceback (most recent call last):
        headway.errors.IllegalMove: ...
        """
        if type(move) is not int or move not in self.all_moves:
            self._check_move(move)
        self._check_state(state)
        if self.legal(state, move):
            return
        if self.actor(state) == OVER:
            raise GameOver
        raise IllegalMove(self.words.refuse(self.rules, state, move))

    def token(self, move: int) -> str:
        """The move as a player types it.

        >>> headway.load("capture-the-flag").token(0)
        'S1 1'
        """
        if type(move) is not int or move not in self.all_moves:  # moves are told often, and a call takes as long again
            self._check_move(move)
        return self.words.token(self.rules, move)

    def _check_move(self, move: int) -> None:
        """Refuse what is not the number of a move of this game."""
        if checked_move(move) not in self.all_moves:
            raise UnknownMove(f"There is no move {move}.")

    @cached_property
    def tokens(self) -> dict[str, int]:
        """Every spelling of every move.

        >>> headway.load("cross-over").tokens
        {'': 3, '1': 0, '2': 1, '3': 2, 'skip': 3}
        """
        spelled = {normalised(self.token(move)): move for move in self.all_moves}
        also = {normalised(also): normalised(token) for also, token in self.words.ALSO.items()}
        return {**{also: spelled[token] for also, token in also.items() if token in spelled}, **spelled}

    def parse(self, state: State, text: str) -> int:
        """The legal move that the text means here. A text typed in secret is never repeated in the refusal.

        >>> game = headway.load("capture-the-flag")
        >>> game.token(game.parse(game.start(), " s1  2 "))
        'S1 2'
        """
        if not isinstance(text, str):
            raise expected("a move as a player types it", text)
        move = self.tokens.get(normalised(text))
        if move is None:
            self._check_state(state)
            said = "That" if self.secret(state) else quoted(text.strip())
            raise UnknownMove(f"{said} is not a move here. {self.accepted(state)}")
        self.check(state, move)
        return move

    def accepted(self, state: State) -> str:
        """A sentence that names the moves that are legal here.

        >>> game = headway.load("cross-over")
        >>> game.accepted(game.start())
        'You can enter 1, 2, or 3.'
        """
        self._check_state(state)
        tokens = [self.token(move) for move in self.moves_at(state)]
        return f"You can enter {either(tokens)}." if tokens else "The game is over."
