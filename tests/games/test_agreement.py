"""What Numba has compiled of a game's rules is found by other processes, and never taken for that of other rules."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from headway.agreement import disagreement
from headway.catalogue import find
from tests.solver.test_fingerprint import far_race, printed

FAR_RACE = """
from headway.game import Game
games = [Game.load("far-race", "far_race").variant({"length": 3})]
"""

CHANGED = """
import headway
games = [headway.load("cross-over", length=3, **each) for each in ({"lot": "yes"}, {"pie": "yes"})]
"""

ODDS = """
def odds(number):
    return lambda rules, state, move: number
"""

MADE = """
from dataclasses import replace
import headway
race = headway.load("number-race", length=3)
games = [replace(race, code=race.code._replace(weight=odds(number))) for number in (1, 2)]
"""

CHECK = """
from headway.agreement import answers, disagreement
from headway.compiled import compiled_with
for game in games:
    wrong = [state for state in game.reachable() if disagreement(game, state)]
    stats = compiled_with(game, answers).stats
    print(len(wrong), sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""
"""For each game: in how many states its compiled rules disagree, and whether they were found on disk or not."""
FOUND, COMPILED = ["0", "1", "0"], ["0", "0", "1"]


@pytest.fixture(autouse=True)
def _nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))


def test_a_module_that_the_rules_use_was_edited(tmp_path: Path) -> None:
    far_race(tmp_path, "0")
    assert printed(tmp_path, FAR_RACE + CHECK) == COMPILED
    assert printed(tmp_path, FAR_RACE + CHECK) == FOUND
    far_race(tmp_path, "1")
    assert printed(tmp_path, FAR_RACE + CHECK) == COMPILED
    far_race(tmp_path, "0")
    assert printed(tmp_path, FAR_RACE + CHECK) == FOUND


def test_the_same_source_with_other_changes_or_numbers(tmp_path: Path) -> None:
    (tmp_path / "odds.py").write_text(ODDS)
    program = CHANGED + CHECK + "from odds import odds" + MADE + CHECK
    assert printed(tmp_path, program) == COMPILED * 4
    assert printed(tmp_path, program) == FOUND * 4


def test_what_is_made_at_a_prompt_is_compiled_anew(tmp_path: Path) -> None:
    program = ODDS + MADE + "games = games[:1]" + CHECK
    assert printed(tmp_path, program) == COMPILED
    assert printed(tmp_path, program) == COMPILED


@pytest.mark.parametrize(
    ("changes", "told"),
    [  # numbers of machine code have 64 bits, so these are 4 times the seat or the move
        (
            {"legal": lambda rules, state, move: (move + 4611686018427387904) * 4 > 0},
            "legal(0) is True interpreted and False compiled",
        ),
        (
            {"side": lambda rules, state, seat: (seat + 4611686018427387904) * 4},
            "side(0) is 18446744073709551616 interpreted and 0 compiled",
        ),
    ],
)
def test_what_differs_is_named_with_what_it_was_called_with(changes: dict[str, Any], told: str) -> None:
    game = find("cross-over")
    assert disagreement(replace(game, code=game.code._replace(**changes)), game.start()) == told
