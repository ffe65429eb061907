"""The laws hold for every game with each change and with all of them together, and in machine code too."""

import doctest
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import headway
from headway import laws
from headway.catalogue import own_names
from headway.game import Game
from headway.rulekit import CHANCE, OVER, P1
from headway.solver import LARGE, solve
from headway.solver.backend import MachineCode
from headway.solver.cache import place
from headway.solver.size import state_count

SIXTH = Path(__file__).parents[1] / "sixth"
SMALL: dict[str, dict[str, Any]] = {
    "capture-the-flag": {"length": 3},
    "cross-over": {"length": 5},
    "number-race": {"length": 3},
    "predictive-pursuit": {"length": 3},
    "race-to-the-center": {"length": 6},
}
EACH: list[dict[str, Any]] = [
    {"lot": "yes"},
    {"pie": "yes"},
    {"head_start": 2},
    {"cap": 5},
    {"pie": "yes", "head_start": 1, "cap": 4},
]
TOGETHER: dict[str, Any] = {"lot": "yes", "pie": "yes", "cap": 6}
NAMES = own_names()


def failures(game: Game) -> list[str]:
    return [f"{finding.law}: {finding.failure}" for finding in laws.check(game).findings if finding.failure]


@pytest.mark.parametrize("changes", EACH, ids=lambda changes: "+".join(changes))
@pytest.mark.parametrize("name", NAMES)
def test_the_laws_hold_with_a_change(name: str, changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "find_spec", lambda name: None)  # machine code is compared below, once for each game
    game = headway.load(name, **SMALL[name], **changes)
    assert failures(game) == []
    running = [state for state in game.reachable() if game.actor(state) != OVER]
    assert game.has_chance == any(game.actor(state) == CHANCE for state in running)
    assert game.has_secrets == any(game.secret(state) for state in running)


@pytest.mark.parametrize("name", NAMES)
def test_the_laws_hold_with_the_changes_together_and_in_machine_code(name: str) -> None:
    game = headway.load(name, **SMALL[name], **TOGETHER)
    report = laws.check(game)
    assert [finding.failure for finding in report.findings if finding.failure] == []
    assert not any(finding.is_skipped for finding in report.findings)


def test_the_laws_hold_for_a_sixth_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(SIXTH)
    monkeypatch.setattr(laws, "find_spec", lambda name: None)
    assert failures(Game.load("lucky-steps", "lucky_steps").variant({"length": 3, **TOGETHER})) == []


@pytest.mark.parametrize("name", NAMES)
def test_without_changes_the_game_is_what_it_was(name: str) -> None:
    book = headway.load(name)
    off = headway.load(name, lot="no", pie="no", head_start=0, cap=0)
    assert off == book
    assert off.code is book.code
    assert off.words is book.words
    assert type(off.rules) is type(book.rules)
    assert not {change.name for change in book.change_list} & set(off.settings)


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_game_is_equal_to_itself_and_survives_pickling(name: str) -> None:
    game = headway.load(name, **TOGETHER)
    again, state = pickle.loads(pickle.dumps((game, game.start())))
    assert (again, state) == (game, game.start()) == (headway.load(name, **TOGETHER), game.start())
    assert type(state) is type(game.start())
    assert again.plain == headway.load(name)
    assert game.variant({}) == headway.load(name)


def test_each_change_has_a_solution_of_its_own_in_the_cache() -> None:
    games = [headway.load("cross-over"), *(headway.load("cross-over", **changes) for changes in EACH)]
    assert len({place(game) for game in games}) == len(games)


def test_a_rule_of_the_game_keeps_its_name() -> None:
    """A game may have a rule called cap; then the change of that name is not offered."""
    book = headway.load("cross-over")
    assert "cap" in [change.name for change in book.change_list]
    has_cap: Any = type("Rules", (), {"_fields": ("length", "cap")})

    class Rules(has_cap):  # type: ignore[misc]
        def __new__(cls) -> Any:
            return book.rules

    game = replace(book, code=book.code._replace(Rules=Rules))
    assert "cap" not in [change.name for change in game.change_list]


def test_a_large_game_is_solved_in_machine_code() -> None:
    """Too large to be explored in Python; the plain game, which is small enough, tells what the value must be."""
    plain, pie = headway.load("cross-over", length=100), headway.load("cross-over", length=100, pie="yes")
    assert state_count(plain) <= LARGE[MachineCode.MISSING] < state_count(pie)
    known, start = solve(plain), plain.start()
    after = [float(known.value(plain.play(start, move))) for move in plain.moves_at(start)]
    assert float(solve(pie).value(pie.start(P1))) == max(min(each, 1 - each) for each in after)


def test_a_game_without_changes_does_not_read_their_code() -> None:
    program = "import headway, sys; headway.play(headway.load('cross-over', length=5)); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert "headway.rulebooks.cross_over.rules" in told.split()
    assert not [module for module in told.split() if module.startswith("headway.changes")]


def test_the_page_about_changes_is_true() -> None:
    page = Path(__file__).parents[2] / "docs" / "changes.md"
    outcome = doctest.testfile(str(page), module_relative=False)
    assert (outcome.attempted > 0, outcome.failed) == (True, 0)
