"""A game from somebody else's package is found, checked, played and replayed like our own."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Headway

SIXTH = Path(__file__).parent / "sixth"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Lucky Steps, installed by pip into a folder of its own."""
    source, target = tmp_path_factory.mktemp("source") / "sixth", tmp_path_factory.mktemp("installed")
    shutil.copytree(SIXTH, source)
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target", str(target)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(source)], check=True)
    return {"PYTHONPATH": os.pathsep.join([str(target), os.environ.get("PYTHONPATH", "")])}


def test_it_is_listed_after_our_own(program: Headway, installed: dict[str, str]) -> None:
    listed = json.loads(program("games", "--json", env=installed).out)
    assert [game["name"] for game in listed][-1] == "lucky-steps"
    assert len(listed) == 6


def test_its_laws_are_checked_over_every_state(program: Headway, installed: dict[str, str]) -> None:
    checked = program("check", "lucky-steps", env=installed)
    assert checked.status == 0
    assert "FAILED" not in checked.out
    assert "the compiled rules agree" in checked.out
    # 25 places where both are on their way, and 2 movers; to hide, to guess (2 hands), to roll, to decide (3 faces);
    # and 5 places each where one has arrived and the other is to move
    assert "360 states" in checked.out.replace(",", "")


def test_it_is_played_with_its_own_words(program: Headway, installed: dict[str, str]) -> None:
    told = program("play", "lucky-steps", "--p1", "random", "--p2", "random", "--seed", 1, env=installed)
    assert told.status == 0
    assert "Hide the coin (left or right): [Input Hidden]" in told.out
    assert told.out.endswith("wins!\n")


def test_it_is_replayed_with_its_tokens(program: Headway, installed: dict[str, str]) -> None:
    told = program("replay", "lucky-steps", "--moves", "left, right, 3, take", "--json", env=installed)
    plies = json.loads(told.out)["plies"]
    assert [ply["by"] for ply in plies] == ["P1", "P2", "CHANCE", "P1"]
    assert plies[-1]["positions"] == {"p1": [3], "p2": [0]}


@pytest.mark.parametrize(
    ("rules", "complaint"),
    [("raise OSError('gone')", "cannot be loaded from broken_game: gone"), ("x = 1", "broken_game.rules lacks Rules,")],
)
def test_a_broken_package_costs_one_line(tmp_path: Path, program: Headway, rules: str, complaint: str) -> None:
    package, info = tmp_path / "broken_game", tmp_path / "broken_game-1.dist-info"
    package.mkdir()
    info.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(rules)
    (package / "words.py").write_text("")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[headway.games]\nbroken = broken_game\n")
    env = {"PYTHONPATH": str(tmp_path)}
    listed = program("games", "--json", env=env)
    assert len(json.loads(listed.out)) == 5
    assert complaint in listed.err
    assert listed.err.count("\n") == 1
    checked = program("check", "broken", env=env)
    assert (checked.status, checked.err.count("\n")) == (2, 1)
