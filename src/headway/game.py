"""A game under one set of rules: the functions of its folder, and everything that is derived from them.

A game's folder holds `rules.py`, `words.py` and `rulebook.md`; `headway.contract` lists their functions. What is
derived is the same for all games: no game overrides it.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Self

from headway.bound import BoundRules
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
from headway.errors import BadGame, GameOver, HeadwayError, IllegalMove, UnknownMove, quoted
from headway.phrases import either
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.ruleset import Rule, Setting, read_rules, rules_of
from headway.typed_text import normalised

MOST_SEARCHED = 20_000
"""How many states are searched for chance or a secret that the code allows. A game that has them shows them sooner."""

Origin = dict[State, tuple[State, int] | None]
"""States that can come up, each with the state and move by which it was first reached; None for a start."""

__all__ = ["Code", "Game", "Origin", "Positions", "RuleSet", "State", "Words"]


class Game(BoundRules):
    """One game under one set of rules.

    >>> game = headway.load("capture-the-flag", length=12)
    >>> game.title, game.settings
    ('Capture the Flag', {'length': 12, 'soldiers': 2, 'longest_step': 2})
    >>> game.track, game.goals, game.pieces
    ((0, 12), ((12,), (0,)), (('S1', 'S2'), ('S3', 'S4')))
    """

    @classmethod
    def load(cls, name: str, package: str) -> Self:
        """The game that a package holds, under the rules of its book."""
        from importlib import import_module

        module = import_module(package)
        if module.__file__ is None:
            raise BadGame(f"{package} is not a package with files.")
        code = bind(Code, import_module(f"{package}.rules"), CODE_DEFAULTS)
        english = import_module(f"{package}.words")
        words = bind(Words, english, {**WORDS_DEFAULTS, "again": getattr(english, "ask", None)})
        game = cls(name, code, words, Path(module.__file__).parent, code.Rules())
        if not (game.folder / "rulebook.md").is_file() or not game.rule_list:
            raise BadGame(f"{package} has no rulebook.md, or no rules.")
        return game

    def __hash__(self) -> int:
        return hash((self.name, self.rules))  # quick, because caches are looked up by the game at every move

    @cached_property
    def how_to_play(self) -> tuple[str, ...]:
        """One to four short lines that say how the game is played under these rules."""
        if self.words.how_to_play is None:
            return default_how_to_play(self.words.SUMMARY, self.track, self.goals)
        return self.words.how_to_play(self.rules)

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.changed.items())
        return f"<Game {self.name}{f': {told}' if told else ''}>"

    # -- the rules and their variants

    @property
    def title(self) -> str:
        """The game's name as people write it."""
        return self.words.TITLE

    @cached_property
    def rulebook(self) -> str:
        """The rules in our own words, with the rulings and the errata."""
        return (self.folder / "rulebook.md").read_text("utf-8")

    @cached_property
    def rule_list(self) -> tuple[Rule, ...]:
        """Every rule that a variant may change."""
        return rules_of(self.code.Rules(), self.words.RULES, self.words.CHOICES)

    @property
    def settings(self) -> dict[str, Setting]:
        """The rules in force, by name, as JSON holds them."""
        values = fields(self.rules)
        return {rule.name: rule.show(values[rule.name]) for rule in self.rule_list}

    @property
    def changed(self) -> dict[str, str]:
        """The rules that differ from the book's, as they are typed; a board is not counted."""
        values = fields(self.rules)
        return {
            rule.name: rule.text(values[rule.name])
            for rule in self.rule_list
            if not rule.is_row and values[rule.name] != rule.default
        }

    @property
    def is_dealt(self) -> bool:
        """Does the game begin with a random set-up?"""
        return self.code.deal is not default_deal

    @cached_property
    def board_rule(self) -> Rule | None:
        """The rule that holds a number for each position, in a game that has one."""
        return next((rule for rule in self.rule_list if rule.is_row), None)

    @property
    def board(self) -> tuple[int, ...] | None:
        """The number on each position from 1 up, in a game that has them."""
        numbers = None if self.board_rule is None else fields(self.rules)[self.board_rule.name]
        return numbers if isinstance(numbers, tuple) else None

    def variant(self, settings: Mapping[str, object], rng: random.Random | None = None) -> "Game":
        """The game under other rules. A board that is not given is dealt by `rng`; without one it is the book's."""
        game = replace(self, rules=read_rules(self.code.Rules(), self.rule_list, settings))
        if game.is_dealt and not game.has_board_in(settings):
            does_not_fit = game.board is not None and len(game.board) != fields(game.rules)["length"]
            if rng is not None or does_not_fit:
                game = replace(game, rules=self.code.deal(game.rules, rng or random.Random(0)))
        return game

    def has_board_in(self, settings: Mapping[str, object]) -> bool:
        """Do the settings include the board, so that none has to be dealt?"""
        return self.board_rule is not None and self.board_rule.name in settings

    # -- states and moves

    @cached_property
    def has_chance(self) -> bool:
        """Does chance act in some state that can come up? Also true where that would take too long to rule out."""
        return self.code.may_have_chance and self._may_reach(lambda state: self.actor(state) == CHANCE)

    @cached_property
    def has_secrets(self) -> bool:
        """Is a move secret in some state that can come up? Also true where that would take too long to rule out."""
        return self.code.may_have_secrets and self._may_reach(
            lambda state: self.actor(state) != OVER and self.secret(state)
        )

    def _may_reach(self, wanted: Callable[[State], bool]) -> bool:
        origin: Origin = {}
        return any(wanted(state) or len(origin) > MOST_SEARCHED for state in self.explore(origin))

    def moves_at(self, state: State) -> list[int]:
        """The legal moves, in the order of their numbers."""
        legal, rules = self.code.legal, self.rules
        return [move for move in self.all_moves if legal(rules, state, move)]

    def play(self, state: State, move: int) -> State:
        """The state after a move; `IllegalMove` says why it is refused."""
        self.check(state, move)
        return self.play_unchecked(state, move)

    def check(self, state: State, move: int) -> None:
        """Refuse a move that is not legal here, with the reason."""
        if move not in self.all_moves:
            raise UnknownMove(f"There is no move {move}.")
        if self.legal(state, move):
            return
        if self.actor(state) == OVER:
            raise GameOver
        raise IllegalMove(self.words.refuse(self.rules, state, move))

    def token(self, move: int) -> str:
        """The move as a player types it."""
        return self.words.token(self.rules, move)

    @cached_property
    def tokens(self) -> dict[str, int]:
        """Every spelling of every move."""
        spelled = {normalised(self.token(move)): move for move in self.all_moves}
        also = {normalised(also): normalised(token) for also, token in self.words.ALSO.items()}
        return {**{also: spelled[token] for also, token in also.items() if token in spelled}, **spelled}

    def parse(self, state: State, text: str) -> int:
        """The legal move that the text means here. A text typed in secret is never repeated in the refusal."""
        move = self.tokens.get(normalised(text))
        if move is None:
            said = "That" if self.secret(state) else quoted(text.strip())
            raise UnknownMove(f"{said} is not a move here. {self.accepted(state)}")
        self.check(state, move)
        return move

    def accepted(self, state: State) -> str:
        """A sentence that names the moves that are legal here."""
        tokens = [self.token(move) for move in self.moves_at(state)]
        return f"You can enter {either(tokens)}." if tokens else "The game is over."

    def reachable(self, most: int | None = None) -> Origin:
        """Every state that can come up, with either side first, and the state and move by which each was reached."""
        origin: Origin = {}
        for _ in self.explore(origin, most):
            pass
        return origin

    def explore(self, origin: Origin, most: int | None = None) -> Iterator[State]:
        """Visit every state that can come up, nearest to the start first; `origin` receives how each was reached."""
        origin.update((self.start(first), None) for first in (P1, P2))
        waiting = list(origin)
        for state in waiting:
            if most is not None and len(origin) > most:
                raise HeadwayError(f"{self.title} has more than {most:,} states under these rules; take smaller ones.")
            yield state
            for move in self.moves_at(state):
                after = self.play_unchecked(state, move)
                if after not in origin:
                    origin[after] = state, move
                    waiting.append(after)

    def perft(self, depth: int, first: int = P1) -> list[int]:
        """How many sequences of moves there are of each length up to `depth`, chance and secrets included."""
        layer = {self.start(first): 1}
        nodes = [1]
        for _ in range(depth):
            following: dict[State, int] = {}
            for state, ways in layer.items():
                for move in self.moves_at(state):
                    after = self.play_unchecked(state, move)
                    following[after] = following.get(after, 0) + ways
            layer = following
            nodes.append(sum(layer.values()))
        return nodes

    def dump(self, state: State) -> dict[str, int | list[int]]:
        """The state as JSON holds it."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in fields(state).items()}

    def undump(self, dumped: Mapping[str, int | list[int]]) -> State:
        """The state that `dump` wrote."""
        start = self.start()
        values = (dumped[name] for name in fields(start))
        return with_values(start, (tuple(value) if isinstance(value, list) else value for value in values))
