"""Warnings to a user's program."""

import sys
from warnings import warn

OURS = ("headway", "contextlib")
"""The packages that stand between a user's program and a warning."""


def warn_user(message: str) -> None:
    """Warn at the line of the user's program, however deep in ours the reason is."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals["__name__"].partition(".")[0] in OURS:
        level, frame = level + 1, frame.f_back
    warn(message, stacklevel=level)
