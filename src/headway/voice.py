"""Who is spoken to: the second person for the viewer whom it concerns, a name for everybody else."""

from typing import NamedTuple

from headway.phrases import player
from headway.rulekit import P1, P2, SPECTATOR

IRREGULAR = {"are": "is", "were": "was", "have": "has", "do": "does", "go": "goes"}
PAST = ("had", "chose", "guessed", "moved", "won", "lost")
"""Verbs that are the same in every person."""


class Voice(NamedTuple):
    """One viewer of a game: a seat or a SPECTATOR, with the players' names if they have any."""

    viewer: int = SPECTATOR
    names: tuple[str | None, str | None] = (None, None)

    def is_you(self, seat: int) -> bool:
        """Is the viewer that seat?"""
        return seat == self.viewer and seat in (P1, P2)

    def name(self, seat: int) -> str:
        """A seat in the middle of a sentence: "you" or "Player 1"."""
        return "you" if self.is_you(seat) else self.names[seat] or player(seat)

    def does(self, seat: int, verb: str) -> str:
        """What a seat does, in the middle of a sentence: "you move", "Player 1 moves"."""
        return f"{self.name(seat)} {verb if self.is_you(seat) else _third_person(verb)}"


def sentence(text: str) -> str:
    """The text as a sentence of its own: it begins with a capital and ends with a full stop."""
    ended = text if text.endswith((".", "!", "?")) else f"{text}."
    return ended[:1].upper() + ended[1:]


def _third_person(verb: str) -> str:
    """ "move" as "moves", "had chosen" as it is; of "do not agree" the first word changes."""
    first, space, rest = verb.partition(" ")
    if first in PAST:
        return verb
    if first in IRREGULAR:
        third = IRREGULAR[first]
    elif first.endswith(("s", "x", "z", "ch", "sh")):
        third = f"{first}es"
    elif first.endswith("y") and first[-2:-1] not in "aeiou":
        third = f"{first[:-1]}ies"
    else:
        third = f"{first}s"
    return f"{third}{space}{rest}"
