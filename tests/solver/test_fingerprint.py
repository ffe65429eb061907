"""What a solution is kept under changes with everything that the rules are made of, and with nothing else."""

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import headway
from headway.catalogue import find
from headway.lab.code_hash import code_of
from headway.rules_fingerprint import rules_fingerprint
from headway.solver.cache import place, solved
from tests.conftest import path_with
from tests.graph_games import LOST, WON, choice, graph_game

PRINT = """
from headway.game import Game
from headway.solver.cache import solved, place
game = Game.load("far-race", "far_race")
print(place(game).name, solved(game).verdict(game.start()))
"""


SWEEP = """
from headway import lab
from headway.game import Game
rows = lab.sweep(Game.load("far-race", "far_race"), {"length": "4,5"}, out="{path}")
print(*(row.verdict_p1_first for row in rows), len(lab.read("{path}")))
"""


def far_race(folder: Path, winner: str) -> None:
    """Cross Over as a package of its own, whose rules ask a module in a folder of theirs who has won."""
    package = folder / "far_race"
    if not package.exists():
        shutil.copytree(find("cross-over").folder, package)
        (package / "inner").mkdir()
        for path in package.glob("*.py"):
            path.write_text(path.read_text().replace("headway.rulebooks.cross_over", "far_race"))
        rules = (package / "rules.py").read_text()
        (package / "rules.py").write_text(rules + "\n\nfrom far_race.inner.helper import winner  # noqa: E402, F811\n")
    (package / "inner" / "helper.py").write_text(f"def winner(rules, state):\n    return {winner}\n")


def printed(folder: Path, program: str = PRINT) -> list[str]:
    """The file of the solution and the verdict, or what another program prints, in a process of its own."""
    env = os.environ | {"PYTHONPATH": path_with(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-c", program], env=env, check=True, capture_output=True, text=True
    ).stdout.split()


def test_a_module_that_the_rules_use_was_edited(tmp_path: Path) -> None:
    far_race(tmp_path / "one", "0")
    first, verdict = printed(tmp_path / "one")
    assert verdict == "P1"
    far_race(tmp_path / "one", "1")
    second, verdict = printed(tmp_path / "one")
    assert second != first
    assert verdict == "P2"
    far_race(tmp_path / "two", "1")  # elsewhere the same
    assert printed(tmp_path / "two") == [second, "P2"]


def test_a_sweep_measures_again_after_the_rules_were_edited(tmp_path: Path) -> None:
    sweep = SWEEP.replace("{path}", str(tmp_path / "rows.csv"))
    far_race(tmp_path, "0")
    assert printed(tmp_path, sweep) == ["P1", "P1", "2"]
    assert printed(tmp_path, sweep) == ["P1", "P1", "2"]  # from the file
    far_race(tmp_path, "1")
    assert printed(tmp_path, sweep) == ["P2", "P2", "4"]  # the old rows stay, and are not taken for these
    far_race(tmp_path, "0")
    assert printed(tmp_path, sweep) == ["P1", "P1", "4"]


def test_what_is_not_made_of_code_alone_is_not_kept() -> None:
    """Two games of the tests have the same functions and the same rules, and differ in what the functions enclose."""
    one, other = graph_game(choice(0, WON)), graph_game(choice(0, LOST))
    assert place(one) is None
    assert [solved(game).verdict(game.start()) for game in (one, other)] == ["P1", "P2"]


def test_the_lab_knows_code_by_the_same_fingerprint() -> None:
    game, other = headway.load("cross-over"), headway.load("number-race")
    assert code_of(game) != code_of(other)
    assert rules_fingerprint(game.code) == rules_fingerprint(game.variant({"length": 12}).code)


@pytest.mark.parametrize("change", [{"lot": "yes"}, {"pie": "yes"}, {"head_start": 1}, {"cap": 30}])
def test_a_changed_game_is_kept_by_what_its_change_is_made_of(change: dict[str, Any]) -> None:
    plain, changed = headway.load("cross-over"), headway.load("cross-over", **change)
    assert rules_fingerprint(changed.code) not in {None, rules_fingerprint(plain.code)}


SOURCE = """
FACES = (1, {face})
def helper(rules, state): return {odds}
def weight(rules, state, move, least={least}): return FACES[0] * helper(rules, state) + least
"""


def test_what_was_loaded_counts_beside_what_lies_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A source may be edited after it was imported, and a test may give a name another value."""
    path = tmp_path / "edited_rules.py"
    path.write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    module, found = import_module("edited_rules"), set[str | None]()
    for face, odds, least in ((2, 3, 0), (2, 4, 0), (3, 4, 0), (3, 4, 1)):
        exec(SOURCE.format(face=face, odds=odds, least=least), vars(module))
        found.add(rules_fingerprint(find("number-race").code._replace(weight=module.weight)))
    assert len(found - {None}) == 4


def test_without_a_source_there_is_no_fingerprint() -> None:
    names: dict[str, Any] = {"__name__": "typed_at_a_prompt"}
    exec(SOURCE.format(face=2, odds=3, least=0), names)
    assert rules_fingerprint(find("number-race").code._replace(weight=names["weight"])) is None
