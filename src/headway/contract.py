"""The contract: what a game's folder defines, and the defaults of what it may leave out."""

import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, Protocol, TypeVar

from headway.claims import Claim
from headway.errors import BadGame
from headway.phrases import player, positions
from headway.voice import Voice

Field = int | tuple[int, ...]
"""The value of one field of a `Rules` or a `State`."""
RuleSet = tuple[Field, ...]
"""A game's own `Rules`, which is a NamedTuple; `fields` gives its values by name."""
State = tuple[Field, ...]
"""A game's own `State`, which is a NamedTuple; `fields` gives its values by name."""
Positions = tuple[tuple[int, ...], ...]
"""The squares of Player 1's pieces, those of Player 2's, and in some games those of neutral pieces."""
NEUTRAL = 2
"""Where among the positions, and the names, those of neutral pieces are; these belong to neither side."""
Pieces = tuple[tuple[str, ...], ...]
"""What the pieces are called, in the order of their positions."""
Goals = tuple[tuple[int, ...], tuple[int, ...]]
"""The squares that Player 1 makes for, and those that Player 2 does."""


def default_side(rules: RuleSet, state: State, seat: int) -> int:
    return seat


class Code(NamedTuple):
    """The functions of a game's `rules.py`, interpreted or compiled.

    `may_have_secrets` and its like say what the code rules out under all rules; what there is under certain rules,
    `Game.has_secrets` and its like derive.
    """

    Rules: type[RuleSet]
    start: Callable[[RuleSet, int], State]
    actor: Callable[[RuleSet, State], int]  # P1 | P2 | CHANCE | OVER
    legal: Callable[[RuleSet, State, int], bool]  # no move is legal once the game is over
    play: Callable[[RuleSet, State, int], State]  # pure; called with legal moves only
    winner: Callable[[RuleSet, State], int]  # P1 | P2 | DRAW; called only when OVER
    moves: Callable[[RuleSet], int]  # moves are the ints in range(moves(rules))
    positions: Callable[[RuleSet, State], Positions]
    span: Callable[[RuleSet], tuple[State, State]]  # the least and the greatest value of every number in a state
    # optional: CODE_DEFAULTS has the rest
    track: Callable[[RuleSet], tuple[int, int]]  # the first and the last square
    goals: Callable[[RuleSet], Goals]  # the squares that each side makes for; none if it wins in another way
    deal: Callable[[RuleSet, random.Random], RuleSet]  # a random set-up becomes part of the rules
    weight: Callable[[RuleSet, State, int], int]  # odds of a chance move
    secret: Callable[[RuleSet, State], bool]  # is the move about to be made hidden from the other side?
    view: Callable[[RuleSet, State, int], State]  # what that seat, or a SPECTATOR, may see
    side: Callable[[RuleSet, State, int], int] = default_side  # whose pieces and goals a seat has: its own, or swapped

    @property
    def may_have_secrets(self) -> bool:
        """Does the game define `secret`?"""
        return self.secret is not default_secret

    @property
    def may_have_chance(self) -> bool:
        """Does the module of `actor` use the name CHANCE in a function? A law requires that of games with chance."""
        return _is_named(self.actor, "CHANCE")

    @property
    def may_have_draws(self) -> bool:
        """Does the module of `winner` use the name DRAW in a function? A law requires that of games with draws."""
        return _is_named(self.winner, "DRAW")


class Words(NamedTuple):
    """The functions and constants of a game's `words.py`: all its English."""

    TITLE: str
    SUMMARY: str
    RULES: Mapping[str, str]  # a sentence for each rule
    token: Callable[[RuleSet, int], str]  # a move as a player types it
    welcome: Callable[[RuleSet, int], str]  # given who moves first
    turn: Callable[[RuleSet, State], str]  # what opens a turn, said once
    ask: Callable[[RuleSet, State], str]  # the question itself
    refuse: Callable[[RuleSet, State, int], str]  # why this move is not legal here
    tell: Callable[[RuleSet, State, int, State], str]  # what a move did: state, move, state after
    closing: Callable[[RuleSet, State], str]
    # optional: WORDS_DEFAULTS has the rest
    CHOICES: Mapping[str, tuple[str, ...]]  # the names of a rule's values, if they are not numbers
    ALSO: Mapping[str, str]  # other spellings of a token; the empty one is a bare Enter
    pieces: Callable[[RuleSet], Pieces]  # what the pieces are called on the track
    again: Callable[[RuleSet, State], str]  # the question after a refusal; `ask` by default
    CLAIMS: tuple[Claim, ...]  # what the book says, and the question of the audit that decides it
    how_to_play: Callable[[RuleSet], tuple[str, ...]] | None  # one to four short lines; derived by default
    PRESETS: Mapping[str, Mapping[str, object]]  # fairer rule sets than the book's, by what they are called
    GAP: str  # what separates a player's entry from the answer to it
    telling: Callable[[RuleSet, State, int, State, Voice], str]  # replaces the derived telling of a move; "" keeps it
    ending: Callable[[RuleSet, State, Voice], str]  # replaces the derived reason for the end of a game; "" keeps it
    standing: Callable[[RuleSet, State, Voice], str]  # what the board does not show as a turn begins: points, coins


Each = TypeVar("Each", int, str)


class HasLength(Protocol):
    """Rules with the field `length`."""

    @property
    def length(self) -> int: ...


def default_track(rules: HasLength) -> tuple[int, int]:
    return 0, rules.length


def default_goals(rules: RuleSet) -> Goals:
    return (), ()


def default_deal(rules: RuleSet, rng: random.Random) -> RuleSet:
    return rules


def default_weight(rules: RuleSet, state: State, move: int) -> int:
    return 1


def default_secret(rules: RuleSet, state: State) -> bool:
    return False


def default_view(rules: RuleSet, state: State, seat: int) -> State:
    return state


def default_telling(rules: RuleSet, state: State, move: int, after: State, voice: Voice) -> str:
    return ""


def default_ending(rules: RuleSet, state: State, voice: Voice) -> str:
    return ""


def default_standing(rules: RuleSet, state: State, voice: Voice) -> str:
    return ""


def default_pieces(rules: RuleSet) -> Pieces:
    return ("P1",), ("P2",)


def default_how_to_play(summary: str, track: tuple[int, int], goals: Goals) -> tuple[str, ...]:
    """How to play, as far as it follows from the contract: the summary, the track, and the goals, if any."""
    first, last = track
    lines = [summary, f"The track has the positions {first} to {last}."]
    if goals[0] and goals[0] == goals[1]:
        lines.append(f"Both players make for {positions(goals[0])}.")
    else:
        made_for = [f"{player(seat)} makes for {positions(own)}." for seat, own in enumerate(goals) if own]
        lines += [" ".join(made_for)] if made_for else []
    return tuple(lines)


def neutral(groups: tuple[tuple[Each, ...], ...]) -> tuple[Each, ...]:
    """Of positions or names, those of the neutral pieces."""
    return groups[NEUTRAL] if len(groups) > NEUTRAL else ()


CODE_DEFAULTS: Mapping[str, object] = {
    "track": default_track,
    "goals": default_goals,
    "deal": default_deal,
    "weight": default_weight,
    "secret": default_secret,
    "view": default_view,
    "side": default_side,
}
WORDS_DEFAULTS: Mapping[str, object] = {
    "CHOICES": {},
    "ALSO": {},
    "pieces": default_pieces,
    "CLAIMS": (),
    "how_to_play": None,
    "PRESETS": {},
    "GAP": "",
    "telling": default_telling,
    "ending": default_ending,
    "standing": default_standing,
}

Part = TypeVar("Part", Code, Words)


def bind(part: type[Part], module: ModuleType, defaults: Mapping[str, object]) -> Part:
    """What a module defines of a part of the contract, with the defaults; `BadGame` names what is missing."""
    found = {**defaults, **{name: getattr(module, name) for name in part._fields if hasattr(module, name)}}
    missing = [name for name in part._fields if name not in found]
    if missing:
        raise BadGame(f"{module.__name__} lacks {', '.join(missing)}.")
    return part(**found)


def fields(record: RuleSet | State) -> dict[str, Field]:
    """The values of a `Rules` or a `State`, by the names of their fields."""
    named: Any = record
    return dict(named._asdict())


def with_values(record: RuleSet | State, values: Iterable[Field]) -> tuple[Field, ...]:
    """A `Rules` or `State` of the same class with other values, in the order of its fields."""
    kind: Any = type(record)
    made: tuple[Field, ...] = kind._make(values)
    return made


def with_enclosed(function: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """A function, and the functions that it encloses, those that they enclose, and so on."""
    yield function
    for cell in getattr(function, "__closure__", None) or ():
        if isinstance(cell.cell_contents, FunctionType):
            yield from with_enclosed(cell.cell_contents)


def _is_named(function: Callable[..., int], name: str) -> bool:
    """Does the module of a function use a name in one of its functions, or that of a function which it encloses?"""
    modules = {part.__module__ for part in with_enclosed(function)}
    functions = (part for module in modules for part in vars(sys.modules[module]).values())
    return any(name in names_in(part.__code__) for part in functions if isinstance(part, FunctionType))


def names_in(code: CodeType) -> set[str]:
    """The global names and attributes that a function uses, including those in the functions inside it."""
    inner = (names_in(part) for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*inner)
