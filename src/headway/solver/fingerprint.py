"""A fingerprint of the code on which results about a game depend: its rules, and our own sources."""

from hashlib import sha256
from pathlib import Path

import headway
from headway.game import Code
from headway.rules_fingerprint import digest, rules_fingerprint

OURS = Path(str(headway.__file__)).parent
SOLVING = ("", "changes", "solver", "solver/kernels")
"""The folders of our sources that decide what the solution of a game is."""


def fingerprint(code: Code, *ours: str) -> str | None:
    """Of the rules of a game, and of these folders of our own sources: what is known about one holds for the other.

    None if it cannot be said what the rules are made of.
    """
    rules = rules_fingerprint(code)
    own = b"".join(digest(path) for folder in ours for path in sorted((OURS / folder).glob("*.py")))
    return None if rules is None else sha256(rules.encode() + own).hexdigest()[:16]
