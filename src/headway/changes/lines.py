"""What the changes of a game add to the lines that say how it is played, and to its welcome."""

from collections.abc import Sequence
from itertools import combinations, pairwise

FULL = 4
"""How many lines a how-to-play has at most (`headway.laws`)."""


def on_few_lines(sentences: Sequence[str]) -> tuple[str, ...]:
    """The sentences in their order, each on a line of its own; more than four share lines, which are kept short."""
    if len(sentences) <= FULL:
        return tuple(sentences)
    parted = (
        [" ".join(sentences[start:end]) for start, end in pairwise((0, *cuts, len(sentences)))]
        for cuts in combinations(range(1, len(sentences)), FULL - 1)
    )
    return tuple(min(parted, key=lambda lines: max(map(len, lines))))


def with_line(told: str, line: str) -> str:
    """A welcome with one more line at its end; an empty one adds nothing."""
    if not line:
        return told
    return f"{told}{line}\n" if told.endswith("\n") else f"{told}\n{line}"
