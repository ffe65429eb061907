"""The presets of the games: fairer than the books' rules, by the solver."""

from dataclasses import replace

import pytest

from headway.catalogue import find, names
from headway.game import Game
from headway.laws import GAME_LAWS
from headway.rulekit import P1
from headway.solver import solve

PRESETS = [(name, title) for name in names() for title in find(name).words.PRESETS]


def unfairness(game: Game) -> float:
    """How far the first mover's chances are from one half; a game that is decided, or never ends, is no contest."""
    solution, start = solve(game), game.start(P1)
    return abs(float(solution.value(start)) - 0.5) if solution.verdict(start) == "chance" else 0.5


@pytest.mark.parametrize(("name", "title"), PRESETS)
def test_a_preset_is_fairer_than_the_book(name: str, title: str) -> None:
    book = find(name)
    assert unfairness(book.variant(book.words.PRESETS[title])) < min(unfairness(book), 0.05)


def test_games_without_luck_and_secrets_have_no_presets() -> None:
    """Under any rules one side wins them, or they never end."""
    assert {name for name, _ in PRESETS} == {
        name for name in names() if find(name).has_chance or find(name).has_secrets
    }


@pytest.mark.parametrize(
    "presets",
    [{"": {"length": 12}}, {"x" * 41: {"length": 12}}, {"same": {}}, {"none": {"length": 0}}, {"b": {"z": 1}}],
)
def test_a_law_finds_a_preset_that_is_none(presets: dict[str, dict[str, object]]) -> None:
    book = find("cross-over")
    wrong = replace(book, words=book.words._replace(PRESETS=presets))
    [law] = [law for law in GAME_LAWS if "preset" in law.sentence]
    assert law.broken(book) is None
    assert law.broken(wrong)
