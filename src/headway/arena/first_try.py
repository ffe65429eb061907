"""First tries: an answer without a legal move, which is written down before the question is asked once more.

So a run that is killed during the second try goes on with it, and the first one is not asked again.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from headway.arena.ledger import BadLedger, Entry

TRY = "try"
"""What only the entry of a first try has."""


class FirstTry(NamedTuple):
    """What was answered, as it is repeated when the question is asked once more, and what was wrong with it."""

    text: str
    wrong: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0


def _not_kept(first: FirstTry) -> None:
    """What is told is not written down."""


@dataclass(frozen=True)
class Tries:
    """The first try of a question if it is `known` already, and `keep`, which writes one down."""

    known: FirstTry | None = None
    keep: Callable[[FirstTry], None] = _not_kept


def first_try_entry(first: FirstTry) -> Entry:
    """What a ledger keeps of a first try."""
    return {TRY: 1, **first._asdict(), "seconds": round(first.seconds, 3)}


def is_first_try(entry: Entry) -> bool:
    """Is it the entry of a first try? All others are answers or games."""
    return TRY in entry


def answers_in(entries: Sequence[Entry]) -> list[Entry]:
    """The entries but for first tries."""
    return [entry for entry in entries if not is_first_try(entry)]


def first_tries_in(entries: Sequence[Entry], key: Callable[[Entry], Hashable]) -> dict[Hashable, FirstTry]:
    """The first tries that no answer follows, by the key of their questions."""
    found = dict[Hashable, FirstTry]()
    for entry in entries:
        found.pop(key(entry), None)
        if is_first_try(entry):
            found[key(entry)] = _first_try(entry)
    return found


def _first_try(entry: Entry) -> FirstTry:
    kinds = {"text": str, "wrong": str, "prompt_tokens": int, "completion_tokens": int, "seconds": int | float}
    if entry[TRY] != 1 or not all(isinstance(entry.get(name), kind) for name, kind in kinds.items()):
        raise BadLedger("The ledger has a first try that is not one.")
    return FirstTry(**{name: entry[name] for name in kinds})
