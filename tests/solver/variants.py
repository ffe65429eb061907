"""Variants of the five games, one for each kind of difficulty; and what a refusal says of their size."""

import re

from headway.catalogue import names

VARIANTS: list[tuple[str, dict[str, object]]] = [
    *((name, {}) for name in names()),
    ("predictive-pursuit", {"overshoot": "stops"}),
    ("predictive-pursuit", {"forced": "unblockable"}),
    ("predictive-pursuit", {"forced": "unblockable", "longest_step": 1}),
    ("predictive-pursuit", {"longest_step": 3, "overshoot": "stops", "length": 5}),
    ("capture-the-flag", {"soldiers": 3, "length": 4}),
    ("capture-the-flag", {"longest_step": 3}),
    ("cross-over", {"longest_step": 1}),
    ("race-to-the-center", {"reply": "always"}),
    ("race-to-the-center", {"reply": "never"}),
    ("number-race", {"board": "3,3,3"}),
]


def named_length(refusal: object) -> int:
    found = re.search(r"The largest length that fits is (\d+)\.", str(refusal))
    assert found is not None
    return int(found[1])
