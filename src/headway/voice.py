"""How a viewer is spoken to: "you" for the viewer's own seat, names for the other players."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from headway.errors import BadArgument, BadName, quoted
from headway.phrases import both, player
from headway.rulekit import CHANCE, OVER, P1, P2, SPECTATOR

IRREGULAR = {"are": "is", "were": "was", "have": "has", "do": "does", "go": "goes"}
PAST = ("had", "chose", "guessed", "moved", "reached", "won", "lost", "resigned", "forfeited")
"""Verbs that are the same in every person."""
VIEWERS = (P1, P2, CHANCE, OVER, SPECTATOR)
"""Who may look at a table: a seat, a spectator, or what `actor` gives where no seat acts."""
LONGEST_NAME = 24
RESERVED_NAMES = ("you", player(P1), player(P2), "computer", "the computer")

Names = tuple[str | None, str | None]
"""What the players are called, by seat; a player without a name is Player 1 or Player 2."""
NAMELESS: Names = (None, None)
THE_COMPUTER = "the computer"
"""What sentences call a computer player who has no name."""


class Voice(NamedTuple):
    """One viewer of a game: a seat or a SPECTATOR, with the players' names if they have any."""

    viewer: int = SPECTATOR
    names: Names = NAMELESS

    def is_you(self, seat: int) -> bool:
        """Is the viewer that seat?"""
        return seat == self.viewer and seat in (P1, P2)

    def name(self, seat: int) -> str:
        """A seat in the middle of a sentence: "you" or "Player 1"."""
        return "you" if self.is_you(seat) else self.names[seat] or player(seat)

    def whose(self, seat: int) -> str:
        """What belongs to a seat, in the middle of a sentence: "your", "Player 1's"."""
        return "your" if self.is_you(seat) else f"{self.name(seat)}'s"

    def exchanged(self) -> "Voice":
        """The voice for what is told of two sides that the players have swapped."""
        viewer = 1 - self.viewer if self.viewer in (P1, P2) else self.viewer
        one, two = (self.names[seat] or player(seat) for seat in (P1, P2))
        return Voice(viewer, (two, one))

    def does(self, seat: int, verb: str) -> str:
        """What a seat does, in the middle of a sentence: "you move", "Player 1 moves"."""
        return f"{self.name(seat)} {verb if self.is_you(seat) else _third_person(verb)}"

    def plays(self, seat: int, pieces: Iterable[str]) -> str:
        """Which pieces a seat has, in the middle of a sentence: "you play S1 and S2"."""
        return self.does(seat, f"play {both(pieces)}")


SPECTATING = Voice()
"""The voice for a spectator, of players without names."""


def tell_owners(pieces: Sequence[Sequence[str]], players: Sequence[int], voice: Voice = SPECTATING) -> str:
    """Which seat plays which pieces, given the seats that play the sides; empty while each plays its own."""
    if players[P1] == P1:
        return ""
    told = [voice.plays(players[side], pieces[side]) for side in (P1, P2) if pieces[side]]
    return sentence("; ".join(told)) if told else ""


def voice_of(viewer: int, names: object = NAMELESS) -> Voice:
    """The voice for a viewer that a user names, with the names of the players, which readers must tell apart."""
    one, two = called = checked_names(names)
    if one is not None and two is not None and _as_read(one) == _as_read(two):
        raise BadName(f"Both players would be called {quoted(one)}; give two names that can be told apart.")
    return Voice(checked_viewer(viewer), called)


def checked_viewer(viewer: int) -> int:
    """A seat, or any other actor or spectator, who is told no secrets."""
    if viewer not in VIEWERS:
        raise BadArgument("A viewer is headway.Actor.P1 or headway.Actor.P2, or is left out for a spectator.")
    return int(viewer)


def checked_names(names: object) -> Names:
    """A name, or None, for each of the two players."""
    if not isinstance(names, tuple | list) or len(names) != 2:
        raise BadArgument('Give two names, or None for a player without one: names=("Ada", "Grace").')
    one, two = (None if name is None else checked_name(name) for name in names)
    return one, two


def checked_name(name: object) -> str:
    """What a player wants to be called, without spaces around it; refused if it is not a short line of text."""
    if not isinstance(name, str):
        raise BadName("A name must be a text.")
    stripped = name.strip()
    if not stripped:
        raise BadName("A name has at least one letter.")
    if len(stripped) > LONGEST_NAME:
        raise BadName(f"That name is too long: it has {len(stripped)} letters, and a name at most {LONGEST_NAME}.")
    if not stripped.isprintable():
        raise BadName(f"A name has printable letters on one line, unlike {quoted(stripped)}.")
    return stripped


def check_kept_names(names: Names) -> None:
    """Refuse a name that no player can have taken, for what is in it: `checked_name` would refuse or change it."""
    for name in names:
        if name is not None and checked_name(name) != name:
            raise BadName("A name has no spaces around it.")


def chosen_name(name: object, other: str | None = None) -> str:
    """A name that a player may take beside the other's; refused if readers would take it for another player's."""
    checked = checked_name(name)
    if other is not None and _as_read(checked) == _as_read(other):
        raise BadName("That is the other player's name.")
    if _as_read(checked) in map(_as_read, RESERVED_NAMES):
        raise BadName(f"{quoted(checked)} would be taken for another player; choose another name.")
    return checked


def _as_read(name: str) -> str:
    """A name without what readers overlook: capitals, spaces, signs and forms of letters; signs alone stay."""
    from unicodedata import normalize

    plain = normalize("NFKC", name).casefold()
    return "".join(filter(str.isalnum, plain)) or plain


def sentence(text: str) -> str:
    """The text as a sentence of its own: it begins with a capital and ends with a full stop."""
    return capitalised(text if text.endswith((".", "!", "?")) else f"{text}.")


def capitalised(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


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
