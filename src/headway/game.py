"""The contract: a game is a few pure functions over integers, and everything else follows from them.

A game's folder holds `rules.py`, `words.py` and `rulebook.md`. `Code` lists the functions `rules.py` writes and
`Words` those of `words.py`; what a folder leaves out has a plain answer here. `Game` binds the two to one set of
rules and adds what follows. Nothing that follows is ever overridden.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Self, TypeVar

from headway.errors import BadGame, HeadwayError, IllegalMove, UnknownMove, quoted
from headway.phrases import either
from headway.rulekit import OVER, P1, P2
from headway.ruleset import Rule, read_rules, rules_of

RuleSet = Any
"""A game's own `Rules`, a NamedTuple of ints and tuples of ints."""
State = Any
"""A game's own `State`, likewise."""
Positions = tuple[tuple[int, ...], tuple[int, ...]]


class Code(NamedTuple):
    """The functions of one `rules.py`, as Python runs them or compiled: a game writes these."""

    Rules: type
    start: Callable[[RuleSet, int], State]
    actor: Callable[[RuleSet, State], int]  # P1 | P2 | CHANCE | OVER
    legal: Callable[[RuleSet, State, int], bool]  # no move is legal once the game is over
    play: Callable[[RuleSet, State, int], State]  # pure; called with legal moves only
    winner: Callable[[RuleSet, State], int]  # P1 | P2; asked only when OVER
    moves: Callable[[RuleSet], int]  # moves are the ints in range(moves(rules))
    positions: Callable[[RuleSet, State], Positions]
    span: Callable[[RuleSet], tuple[State, State]]  # the least and the greatest value of every number in a state
    # the rest has a plain answer
    track: Callable[[RuleSet], tuple[int, int]]  # the first and the last square
    deal: Callable[[RuleSet, random.Random], RuleSet]  # a random set-up becomes part of the rules
    weight: Callable[[RuleSet, State, int], int]  # odds of a chance move
    secret: Callable[[RuleSet, State], bool]  # is the move about to be made kept from the other side?
    view: Callable[[RuleSet, State, int], State]  # what that seat, or a SPECTATOR, may see


class Words(NamedTuple):
    """The functions of one `words.py`: all the English of a game."""

    TITLE: str
    SUMMARY: str
    RULES: Mapping[str, str]  # a sentence for each rule
    token: Callable[[RuleSet, int], str]  # a move as a player types it
    welcome: Callable[[RuleSet, int], str]  # who moves first is given
    turn: Callable[[RuleSet, State], str]  # what opens a turn, said once
    ask: Callable[[RuleSet, State], str]  # the question itself
    refuse: Callable[[RuleSet, State, int], str]  # why this move is not legal here
    tell: Callable[[RuleSet, State, int, State], str]  # what a move did: state, move, state after
    closing: Callable[[RuleSet, State], str]
    # the rest has a plain answer
    CHOICES: Mapping[str, tuple[str, ...]]  # the names of a rule's values, where they are no numbers
    ALSO: Mapping[str, str]  # other spellings of a token; the empty one is a bare Enter
    pieces: Callable[[RuleSet], tuple[tuple[str, ...], tuple[str, ...]]]  # what the pieces are called on the track
    again: Callable[[RuleSet, State], str]  # the question after a refusal
    GAP: str  # what stands between a player's entry and the answer to it


def plain_track(rules: RuleSet) -> tuple[int, int]:
    return 0, rules.length


def plain_deal(rules: RuleSet, rng: random.Random) -> RuleSet:
    return rules


def plain_weight(rules: RuleSet, state: State, move: int) -> int:
    return 1


def plain_secret(rules: RuleSet, state: State) -> bool:
    return False


def plain_view(rules: RuleSet, state: State, seat: int) -> State:
    return state


def plain_pieces(rules: RuleSet) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return ("P1",), ("P2",)


PLAIN_CODE: Mapping[str, object] = {
    "track": plain_track,
    "deal": plain_deal,
    "weight": plain_weight,
    "secret": plain_secret,
    "view": plain_view,
}

PLAIN_WORDS: Mapping[str, object] = {"CHOICES": {}, "ALSO": {}, "pieces": plain_pieces, "GAP": ""}

Part = TypeVar("Part", Code, Words)


def bind(part: type[Part], module: ModuleType, plain: Mapping[str, object]) -> Part:
    """A module's functions as one value; `BadGame` names what is missing."""
    found = {**plain, **{name: getattr(module, name) for name in part._fields if hasattr(module, name)}}
    missing = [name for name in part._fields if name not in found]
    if missing:
        raise BadGame(f"{module.__name__} lacks {', '.join(missing)}.")
    return part(**found)


@dataclass(frozen=True)
class Game:
    """One game under one set of rules."""

    name: str
    code: Code
    words: Words
    folder: Path
    rules: RuleSet

    @classmethod
    def load(cls, name: str, package: str) -> Self:
        """The game that a package holds, under the rules of its book."""
        from importlib import import_module

        module = import_module(package)
        if module.__file__ is None:
            raise BadGame(f"{package} is no package with files.")
        code = bind(Code, import_module(f"{package}.rules"), PLAIN_CODE)
        spoken = import_module(f"{package}.words")
        words = bind(Words, spoken, {**PLAIN_WORDS, "again": getattr(spoken, "ask", None)})
        return cls(name, code, words, Path(module.__file__).parent, code.Rules())

    # -- the rules and their variants

    @property
    def title(self) -> str:
        return self.words.TITLE

    @cached_property
    def rulebook(self) -> str:
        """The rules in our own words, with the rulings and the errata."""
        return (self.folder / "rulebook.md").read_text("utf-8")

    @cached_property
    def rule_list(self) -> tuple[Rule, ...]:
        """Every rule that a variant may change."""
        return rules_of(self.code.Rules, self.words.RULES, self.words.CHOICES)

    @property
    def settings(self) -> dict[str, Any]:
        """The rules in force, by name, as JSON holds them."""
        return {rule.name: rule.show(getattr(self.rules, rule.name)) for rule in self.rule_list}

    @property
    def changed(self) -> dict[str, str]:
        """The rules that differ from the book's, as they are typed; a board is not counted."""
        book, rules = self.code.Rules(), [rule for rule in self.rule_list if not rule.is_board]
        values = {rule.name: getattr(self.rules, rule.name) for rule in rules}
        return {
            rule.name: rule.text(values[rule.name]) for rule in rules if values[rule.name] != getattr(book, rule.name)
        }

    @property
    def is_dealt(self) -> bool:
        """Does the game begin with a random set-up?"""
        return self.code.deal is not plain_deal

    def variant(self, settings: Mapping[str, object], rng: random.Random | None = None) -> "Game":
        """The game under other rules. A board that is not given is dealt by `rng`, or is the book's own."""
        rules = read_rules(self.code.Rules, self.rule_list, settings)
        if self.is_dealt and "board" not in settings:
            if rng is not None:
                rules = self.code.deal(rules, rng)
            elif "length" in settings and rules.length != self.code.Rules().length:
                rules = self.code.deal(rules, random.Random(0))
        return replace(self, rules=rules)

    # -- the functions of the rules, with the rules filled in

    def start(self, first: int = P1) -> State:
        return self.code.start(self.rules, first)

    def actor(self, state: State) -> int:
        return self.code.actor(self.rules, state)

    def legal(self, state: State, move: int) -> bool:
        return self.code.legal(self.rules, state, move)

    def play_unchecked(self, state: State, move: int) -> State:
        return self.code.play(self.rules, state, move)

    def winner(self, state: State) -> int:
        return self.code.winner(self.rules, state)

    def secret(self, state: State) -> bool:
        return self.code.secret(self.rules, state)

    def view(self, state: State, seat: int) -> State:
        return self.code.view(self.rules, state, seat)

    def weight(self, state: State, move: int) -> int:
        return self.code.weight(self.rules, state, move)

    def positions(self, state: State) -> Positions:
        return self.code.positions(self.rules, state)

    @cached_property
    def all_moves(self) -> range:
        return range(self.code.moves(self.rules))

    @cached_property
    def track(self) -> tuple[int, int]:
        return self.code.track(self.rules)

    # -- what follows

    def moves_at(self, state: State) -> list[int]:
        """The legal moves, in the order of their numbers."""
        legal, rules = self.code.legal, self.rules
        return [move for move in self.all_moves if legal(rules, state, move)]

    def play(self, state: State, move: int) -> State:
        """The state after a move; `IllegalMove` says why there is none."""
        self.check(state, move)
        return self.play_unchecked(state, move)

    def check(self, state: State, move: int) -> None:
        """Refuse a move that is not legal here, with the reason."""
        if self.legal(state, move):
            return
        if self.actor(state) == OVER:
            raise IllegalMove("The game is over.")
        if move not in self.all_moves:
            raise UnknownMove(f"There is no move {move}.")
        raise IllegalMove(self.words.refuse(self.rules, state, move))

    def token(self, move: int) -> str:
        """The move as a player types it."""
        return self.words.token(self.rules, move)

    @cached_property
    def tokens(self) -> dict[str, int]:
        """Every spelling of every move."""
        spelled = {_folded(self.token(move)): move for move in self.all_moves}
        also = {also: spelled[_folded(token)] for also, token in self.words.ALSO.items() if _folded(token) in spelled}
        return {**also, **spelled}

    def parse(self, state: State, text: str) -> int:
        """The legal move that the text means here. A text typed in secret is never repeated in the refusal."""
        move = self.tokens.get(_folded(text))
        if move is None:
            said = "That" if self.secret(state) else quoted(text.strip())
            raise UnknownMove(f"{said} is not a move here. {self.accepted(state)}")
        self.check(state, move)
        return move

    def accepted(self, state: State) -> str:
        """A sentence that names the moves that are legal here."""
        tokens = [self.token(move) for move in self.moves_at(state)]
        return f"You can enter {either(tokens)}." if tokens else "The game is over."

    def reachable(self, most: int | None = None) -> dict[State, tuple[State, int] | None]:
        """Every state that can come up, whoever moves first; with each, the state and move it was first reached by."""
        origin: dict[State, tuple[State, int] | None] = {self.start(first): None for first in (P1, P2)}
        waiting = list(origin)
        for state in waiting:
            for move in self.moves_at(state):
                after = self.play_unchecked(state, move)
                if after not in origin:
                    origin[after] = state, move
                    waiting.append(after)
            if most is not None and len(origin) > most:
                raise HeadwayError(f"{self.title} has more than {most:,} states under these rules; take smaller ones.")
        return origin

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

    def dump(self, state: State) -> dict[str, Any]:
        """The state as JSON holds it."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in state._asdict().items()}

    def undump(self, plain: Mapping[str, Any]) -> State:
        """The state that `dump` wrote."""
        kind: Any = type(self.start())
        return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()})


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
