"""The sections of a rule book, and which of them are the rules."""

import re
from typing import NamedTuple

RULES = ("How it is played", "Rulings")
"""The titles of the sections that are the rules. The others comment on the book, and give away how to play well."""


class Section(NamedTuple):
    """A section: its title, and its text below that."""

    title: str
    text: str


def sections(book: str) -> tuple[str, tuple[Section, ...]]:
    """The text before the first section, which has the title of the book, and the sections."""
    opening, *parts = re.split(r"(?m)^## ", book)
    split = (part.partition("\n") for part in parts)
    return opening, tuple(Section(title, text) for title, _, text in split)


def rules_only(book: str) -> str:
    """The opening and the sections that are the rules; all of a book that has no such sections."""
    opening, found = sections(book)
    told = [f"## {title}\n{text}" for title, text in found if title in RULES]
    return "".join([opening, *told]).strip() if told else book.strip()
