"""What all environments of a game have in common: its rules, who moves first, the cap on plies, and observations."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from headway.api.arguments import checked_number, checked_seat, checked_seed
from headway.api.catalogue import load
from headway.contract import Field
from headway.errors import expected
from headway.game import Game, State
from headway.rulekit import P1

RuleValue = int | str | Sequence[int]
"""What a rule may be set to, as `headway.load` takes it."""

MAX_PLIES = 1_000
"""The number of plies after which an episode is truncated, if no other is given."""
MOST_PLIES = 1_000_000


@dataclass(frozen=True)
class Setup:
    """A game as the environments play it. After `max_plies` plies, those of chance included, it is truncated.

    An observation is a list of small whole numbers: the seat it is for, then every number of the state as that seat
    may see it, less the least value it can have. In games with secrets all but the seat are one greater, and 0 stands
    for what is hidden.
    """

    game: Game
    first: int = P1
    max_plies: int = MAX_PLIES

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """For each number of an observation how many values it can have: they begin at 0."""
        hidden = self.game.has_secrets
        return (2, *(high - low + 1 + hidden for low, high in zip(*self._span, strict=True)))

    @cached_property
    def kind(self) -> str:
        """The kind of the numbers of an observation, as NumPy names it: the smallest that holds all sizes."""
        bits = max(self.sizes).bit_length()
        return "int16" if bits < 16 else "int32" if bits < 32 else "int64"

    def observe(self, state: State, seat: int) -> list[int]:
        """What a seat may know of a state."""
        hidden = self.game.has_secrets
        numbers = [seat]
        for number, low, high in zip(_numbers(self.game.view(state, seat)), *self._span, strict=True):
            numbers.append(number - low + hidden if low <= number <= high else 0)
        return numbers

    def mask(self, state: State) -> list[bool]:
        """For each move of the game whether it is legal."""
        return [self.game.legal(state, move) for move in self.game.all_moves]

    def __deepcopy__(self, memo: object) -> "Setup":
        return self  # a value, and OpenSpiel copies states all the time

    @cached_property
    def _span(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        least, greatest = self.game.code.span(self.game.rules)
        return tuple(_numbers(least)), tuple(_numbers(greatest))


def set_up(game: str | Game, rules: Mapping[str, RuleValue], first: int = P1, max_plies: int = MAX_PLIES) -> Setup:
    """The setup that a user asks for: a game, or the name of one and the rules to change; or a refusal."""
    if isinstance(game, Game) and rules:
        raise expected("no rules beside a game that headway.load has given: they are part of it", ", ".join(rules))
    chosen = game if isinstance(game, Game) else load(game).variant(rules)
    return Setup(chosen, int(checked_seat(first)), checked_number(max_plies, "plies", MOST_PLIES))


def checked_seed_from_zero(value: object) -> int | None:
    """A seed of an environment, or None for another game each time. Libraries take none below zero."""
    seed = checked_seed(value)
    if seed is not None and seed < 0:
        raise expected("a seed from 0 up", seed)
    return seed


def _numbers(state: State) -> Iterator[int]:
    """The numbers of a state, one after another."""
    field: Field
    for field in state:
        if isinstance(field, tuple):
            yield from field
        else:
            yield field
