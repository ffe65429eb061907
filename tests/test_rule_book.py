"""The sections of rule books, as data."""

import pytest

from headway.catalogue import find, names
from headway.rule_book import RULES, rules_only, sections


@pytest.mark.parametrize("name", names())
def test_a_rule_book_is_its_opening_and_its_sections(name: str) -> None:
    book = find(name).rulebook
    opening, found = sections(book)
    assert opening.startswith(f"# {find(name).title}\n")
    assert opening + "".join(f"## {title}\n{text}" for title, text in found) == book
    assert {section.title for section in found} == {*RULES, "Errata", "Variants"}
    assert [section.title for section in sections(rules_only(book))[1]] == list(RULES)


def test_a_book_without_sections_of_rules_is_told_whole() -> None:
    assert rules_only("# A\n\n## Other\n\nText.\n") == "# A\n\n## Other\n\nText."
    assert rules_only("# A\nText.\n") == "# A\nText."
