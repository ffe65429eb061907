"""Colour: each side's pieces in its own, where the terminal has it. It is never the only sign of a side."""

import os
from typing import NamedTuple, TextIO

RESET = "\033[0m"


class Palette(NamedTuple):
    """The codes that begin the colour of Player 1, of Player 2 and of neutral pieces; empty for no colour."""

    codes: tuple[str, str, str]

    def paint(self, seat: int, text: str) -> str:
        """The text in the colour of a side."""
        return f"{self.codes[seat]}{text}{RESET}" if self.codes[seat] and text else text


PLAIN = Palette(("", "", ""))
COLOURS = Palette(("\033[1;36m", "\033[1;35m", "\033[1m"))
"""Bold cyan, bold magenta and plain bold: all are legible on a dark and on a light background."""


def palette_for(stream: TextIO, plain: bool = False) -> Palette:
    """The colours for a stream: none if plain, NO_COLOR, a dumb terminal or no terminal; FORCE_COLOR insists."""
    if plain or os.environ.get("NO_COLOR"):
        return PLAIN
    if os.environ.get("FORCE_COLOR"):
        return COLOURS
    return COLOURS if stream.isatty() and os.environ.get("TERM") != "dumb" else PLAIN
