"""Who is spoken to: the second person for the viewer whom it concerns, a name for everybody else."""

from typing import NamedTuple

from headway.phrases import player
from headway.rulekit import P1, P2, SPECTATOR

IRREGULAR = {"are": "is", "were": "was", "have": "has", "do": "does", "go": "goes"}


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

    def owns(self, seat: int, thing: str) -> str:
        """A thing of a seat's, in the middle of a sentence: "your S1", "Player 1's S1"."""
        return f"your {thing}" if self.is_you(seat) else f"{self.name(seat)}'s {thing}"


def sentence(text: str) -> str:
    """The text as a sentence of its own: it begins with a capital and ends with a full stop."""
    ended = text if text.endswith((".", "!", "?")) else f"{text}."
    return ended[:1].upper() + ended[1:]


def _third_person(verb: str) -> str:
    """ "move" as "moves", "had chosen" as it is; of "do not agree" the first word changes."""
    first, space, rest = verb.partition(" ")
    if first == "had" or first.endswith("ed"):
        return verb
    return f"{IRREGULAR.get(first) or f'{first}s'}{space}{rest}"
