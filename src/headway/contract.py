"""The contract: the functions that a game's folder writes, and the plain answers to those it may leave out."""

import random
import sys
from collections.abc import Callable, Iterable, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, Protocol, TypeVar

from headway.claims import Claim
from headway.errors import BadGame
from headway.voice import Voice

Field = int | tuple[int, ...]
"""The value of one field of a `Rules` or a `State`."""
RuleSet = tuple[Field, ...]
"""A game's own `Rules`, which is a NamedTuple; `fields` gives its values by name."""
State = tuple[Field, ...]
"""A game's own `State`, which is a NamedTuple; `fields` gives its values by name."""
Positions = tuple[tuple[int, ...], tuple[int, ...]]


class Code(NamedTuple):
    """The functions of one `rules.py`, as Python runs them or compiled: a game writes these."""

    Rules: type[RuleSet]
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
    goals: Callable[[RuleSet], Positions]  # the squares that each side makes for; none where it wins otherwise
    deal: Callable[[RuleSet, random.Random], RuleSet]  # a random set-up becomes part of the rules
    weight: Callable[[RuleSet, State, int], int]  # odds of a chance move
    secret: Callable[[RuleSet, State], bool]  # is the move about to be made kept from the other side?
    view: Callable[[RuleSet, State, int], State]  # what that seat, or a SPECTATOR, may see

    @property
    def may_have_secrets(self) -> bool:
        """Does the game write `secret`?"""
        return self.secret is not plain_secret

    @property
    def may_have_chance(self) -> bool:
        """Does a function in the module of `actor` name CHANCE? A law holds every game to that name."""
        functions = vars(sys.modules[self.actor.__module__]).values()
        return any("CHANCE" in _names(part.__code__) for part in functions if isinstance(part, FunctionType))


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
    CLAIMS: tuple[Claim, ...]  # what the book says, and the question of the audit that decides it
    GAP: str  # what stands between a player's entry and the answer to it
    telling: Callable[[RuleSet, State, int, State, Voice], str]  # replaces the derived telling of a move; "" keeps it


class HasLength(Protocol):
    """Rules with the field `length`."""

    @property
    def length(self) -> int: ...


def plain_track(rules: HasLength) -> tuple[int, int]:
    return 0, rules.length


def plain_goals(rules: RuleSet) -> Positions:
    return (), ()


def plain_deal(rules: RuleSet, rng: random.Random) -> RuleSet:
    return rules


def plain_weight(rules: RuleSet, state: State, move: int) -> int:
    return 1


def plain_secret(rules: RuleSet, state: State) -> bool:
    return False


def plain_view(rules: RuleSet, state: State, seat: int) -> State:
    return state


def no_telling(rules: RuleSet, state: State, move: int, after: State, voice: Voice) -> str:
    return ""


def plain_pieces(rules: RuleSet) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return ("P1",), ("P2",)


PLAIN_CODE: Mapping[str, object] = {
    "track": plain_track,
    "goals": plain_goals,
    "deal": plain_deal,
    "weight": plain_weight,
    "secret": plain_secret,
    "view": plain_view,
}

PLAIN_WORDS: Mapping[str, object] = {
    "CHOICES": {},
    "ALSO": {},
    "pieces": plain_pieces,
    "CLAIMS": (),
    "GAP": "",
    "telling": no_telling,
}

Part = TypeVar("Part", Code, Words)


def bind(part: type[Part], module: ModuleType, plain: Mapping[str, object]) -> Part:
    """A module's functions as one value; `BadGame` names what is missing."""
    found = {**plain, **{name: getattr(module, name) for name in part._fields if hasattr(module, name)}}
    missing = [name for name in part._fields if name not in found]
    if missing:
        raise BadGame(f"{module.__name__} lacks {', '.join(missing)}.")
    return part(**found)


def _names(code: CodeType) -> set[str]:
    """The global names and attributes that a function uses, those of the functions inside it included."""
    inner = (_names(part) for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*inner)


def fields(record: RuleSet | State) -> dict[str, Field]:
    """The values of a `Rules` or a `State`, by the names of their fields."""
    named: Any = record
    return dict(named._asdict())


def with_values(record: RuleSet | State, values: Iterable[Field]) -> tuple[Field, ...]:
    """A `Rules` or `State` of the same class with other values, in the order of its fields."""
    kind: Any = type(record)
    made: tuple[Field, ...] = kind._make(values)
    return made
