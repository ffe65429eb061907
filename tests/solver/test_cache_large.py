"""A package whose own rules have so many states that they are solved in machine code.

The way to a package is that of tests/games/test_sixth_game.py: a folder with an entry point, found through PYTHONPATH.
"""

import json
import shutil
from pathlib import Path

import pytest

from headway.catalogue import find
from headway.game import Game
from headway.solver import LARGE
from headway.solver.cache import solved
from headway.solver.size import state_count
from tests.conftest import Headway

LENGTH = 18


@pytest.fixture
def long_flag(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Capture the Flag as a package of its own, whose default rules are a longer board; the folder it is in."""
    shutil.copytree(find("capture-the-flag").folder, tmp_path / "long_flag")
    for path in (tmp_path / "long_flag").glob("*.py"):
        text = path.read_text().replace("headway.rulebooks.capture_the_flag", "long_flag")
        path.write_text(text.replace("range(1, 1001)] = 10", f"range(1, 1001)] = {LENGTH}"))
    info = tmp_path / "long_flag-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: long-flag\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[headway.games]\nlong-flag = long_flag\n")
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_a_large_solution_of_the_books_own_rules_is_kept_or_found_again(long_flag: Path) -> None:
    game, same = Game.load("long-flag", "long_flag"), find("capture-the-flag").variant({"length": LENGTH})
    assert game.rules == game.code.Rules()
    assert state_count(game) > max(LARGE.values())
    first, again, expected = solved(game), solved(game), solved(same)
    for table in ((), (0,), (0, 4), (1, 5, 0)):
        state, twin = game.start(), same.start()
        for move in table:
            state, twin = game.play(state, move), same.play(twin, move)
        assert first.value(state) == again.value(state) == expected.value(twin)
        assert first.verdict(state) == again.verdict(state) == expected.verdict(twin)
        assert first.best(state) == again.best(state) == expected.best(twin)
    assert first.certificate == again.certificate == expected.certificate


def test_the_command_solves_it_and_reads_its_solution_again(long_flag: Path, headway: Headway) -> None:
    told = [headway("solve", "long-flag", "--json"), headway("solve", "long-flag", "--json")]
    twin = headway("solve", "capture-the-flag", f"--rule=length={LENGTH}", "--json")
    assert [each.status for each in (*told, twin)] == [0, 0, 0]
    first, again, expected = (json.loads(each.out) for each in (*told, twin))
    for name in ("states", "value", "verdict", "plies", "gap"):
        assert first[name] == again[name] == expected[name]
    assert (first["game"], first["rules"]) == ("long-flag", expected["rules"])
