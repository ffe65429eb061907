"""The intents: what a seat may want to do in a match, as typed values. `decide` turns them into events."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from headway.table.distinct import distinct
from headway.table.events import Proposal


@distinct
class Play(NamedTuple):
    """Make a move, as a player types it; `ply` is how many moves the player has seen."""

    move: str
    ply: int
    client_seed: str | None = None  # the part of the player's program in a roll that follows


@distinct
class Offer(NamedTuple):
    """Propose something."""

    what: Proposal
    is_agreed: bool = False  # at one keyboard, where both players see the question
    dice: str | None = None  # for a game that begins


@distinct
class Accept(NamedTuple):
    """Agree to what the other side has proposed."""

    what: Proposal
    dice: str | None = None  # for a game that begins


@distinct
class Decline(NamedTuple):
    """Decline what the other side has proposed, or withdraw one's own proposal."""

    what: Proposal


@distinct
class Resign(NamedTuple):
    """Give the game up."""


@distinct
class Forfeit(NamedTuple):
    """A program failed to move, and loses the game."""

    why: str


@distinct
class NextGame(NamedTuple):
    """Begin the next game of a match: under the rules that were dealt for it, or with the dice that deal them."""

    rules: Mapping[str, Any] | None = None
    dice: str | None = None


@distinct
class Sit(NamedTuple):
    """Give a seat to another player: to a computer after a person has left, or back to the person."""

    seat: int
    player: str


@distinct
class TakeName(NamedTuple):
    """Be called by a name from now on, or by none."""

    name: str | None


@distinct
class AskHints(NamedTuple):
    """Be shown what the moves are worth, until the end of the game."""


Intent = AskHints | TakeName | Play | Offer | Accept | Decline | Resign | Forfeit | NextGame | Sit
