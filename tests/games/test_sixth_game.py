"""A game of another package is found, checked, played and replayed like our own."""

import json
import shutil
from pathlib import Path

import pytest

from headway import catalogue
from headway.game import Game
from headway.table.random_source import RandomSource, draw
from headway.table.table import Table
from tests.conftest import SIXTH, Headway
from tests.lines import played


def test_it_is_listed_after_our_own(program: Headway, lucky_steps_found: None) -> None:
    listed = json.loads(program("games", "--json").out)
    assert [game["name"] for game in listed][-1] == "lucky-steps"
    assert len(listed) == 6


def test_its_laws_are_checked_over_every_state(program: Headway, lucky_steps_found: None) -> None:
    checked = program("check", "lucky-steps")
    assert checked.status == 0
    assert "FAILED" not in checked.out
    assert "the compiled rules agree" in checked.out
    # 25 places where both are on their way, and 2 movers; to hide, to guess (2 hands), to roll, to decide (3 faces);
    # and 5 places each where one has arrived and the other is to move
    assert "360 states" in checked.out.replace(",", "")


def test_it_is_played_with_its_own_words(program: Headway, lucky_steps_found: None) -> None:
    told = program("play", "lucky-steps", "--p1", "random", "--p2", "random", "--seed", 1)
    assert told.status == 0
    assert "Hide the coin (left or right): [Input Hidden]" in told.out
    assert told.out.endswith("wins!\n")


def test_it_is_replayed_with_its_tokens(program: Headway, lucky_steps_found: None) -> None:
    told = program("replay", "lucky-steps", "--moves", "left, right, 3, take", "--json")
    plies = json.loads(told.out)["plies"]
    assert [ply["by"] for ply in plies] == ["P1", "P2", "CHANCE", "P1"]
    assert plies[-1]["positions"] == {"p1": [3], "p2": [0]}


BROKEN = {
    "raising": ("raise OSError('gone')", "cannot be loaded from raising_game: gone"),
    "lacking": ("x = 1", "lacking_game.rules lacks Rules,"),
}


def install_broken(folder: Path, name: str) -> dict[str, str]:
    """Install a package with a broken game of that name; the environment that finds it."""
    package, info = folder / f"{name}_game", folder / f"{name}_game-1.dist-info"
    package.mkdir()
    info.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(BROKEN[name][0])
    (package / "words.py").write_text("")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-game\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[headway.games]\n{name} = {name}_game\n")
    return {"PYTHONPATH": str(folder)}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_package_costs_one_line(tmp_path: Path, program: Headway, name: str) -> None:
    env = install_broken(tmp_path, name)
    listed = program("games", "--json", env=env)
    assert len(json.loads(listed.out)) == 5
    assert BROKEN[name][1] in listed.err
    assert listed.err.count("\n") == 1
    checked = program("check", name, env=env)
    assert (checked.status, checked.err) == (1, "")
    assert f"FAILED  The game {name}" in checked.out


def test_broken_packages_do_not_stop_the_check_of_all_games(
    tmp_path: Path, headway: Headway, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here on short tracks; tests/games/test_laws.py checks the five games of the books."""
    for name in BROKEN:
        install_broken(tmp_path, name)
    monkeypatch.syspath_prepend(tmp_path)
    found, broken = catalogue.games()
    monkeypatch.setattr(catalogue, "games", lambda: ([game.variant({"length": 4}) for game in found], broken))
    checked = headway("check")
    assert (checked.status, checked.err) == (1, "")
    assert all(f"FAILED  The game {name}" in checked.out for name in BROKEN)
    assert checked.out.count("FAILED") == len(BROKEN)  # nothing is wrong with the others
    lines = checked.out.splitlines()
    assert [line.split()[0] for line in lines if not line.startswith((" ", "FAILED"))] == catalogue.own_names()


def package(folder: Path, name: str, **changes: tuple[str, str]) -> dict[str, str]:
    """Lucky Steps as a package of another name, with something replaced in some of its files."""
    shutil.copytree(SIXTH / "lucky_steps", folder / "lucky_steps")
    for file, (old, new) in changes.items():
        path = folder / "lucky_steps" / f"{file}.py"
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))
    info = folder / "lucky_steps-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lucky-steps\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[headway.games]\n{name} = lucky_steps\n")
    return {"PYTHONPATH": str(folder)}


def test_a_law_that_fails_is_shown_with_its_line_of_play(tmp_path: Path, program: Headway) -> None:
    env = package(tmp_path, "lucky-steps", rules=("seat != state.mover", "seat == 7"))
    checked = program("check", "lucky-steps", env=env)
    assert checked.status == 1
    assert "FAILED  a secret is hidden from all but its owner" in checked.out
    assert 'reached with --first p1 --moves ""' in checked.out


def test_a_name_is_found_however_its_author_writes_it(tmp_path: Path, program: Headway) -> None:
    env = package(tmp_path, "Lucky_Steps")
    assert "lucky-steps" in program("games", env=env).out
    assert program("rules", "Lucky_Steps", env=env).out.startswith("# Lucky Steps")


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"words": ('RULES = {"length": "How far it is."}', "RULES = {}")}, "have no sentence for the rule length"),
        ({"rules": ("HIDE, GUESS", "raise SystemExit(3)\nHIDE, GUESS")}, "cannot be loaded from lucky_steps: 3"),
    ],
)
def test_a_sloppy_package_does_not_take_the_others_down(
    tmp_path: Path, program: Headway, changes: dict[str, tuple[str, str]], complaint: str
) -> None:
    listed = program("games", "--json", env=package(tmp_path, "lucky-steps", **changes))
    assert (listed.status, len(json.loads(listed.out))) == (0, 5)
    assert complaint in listed.err


def test_a_game_that_fails_while_it_is_played_is_no_traceback(tmp_path: Path, program: Headway) -> None:
    env = package(tmp_path, "lucky-steps", words=('return "Hide the coin (left or right): "', "return 1 // 0"))
    told = program("play", "lucky-steps", env=env)
    assert told.status == 1
    assert told.err.startswith("headway: Something is wrong in Headway or in the game: ZeroDivisionError(")
    assert told.err.count("\n") == 1


def test_words_cannot_tell_a_secret_at_the_table(tmp_path: Path, program: Headway) -> None:
    """Whatever the words of a game would say, they are given only what both players may see."""
    leaky = ('return f"{player(1 - state.mover)}, which hand', 'return f"It is {TOKENS[state.value % 7]}. Which hand')
    env = package(tmp_path, "lucky-steps", words=leaky)
    told = [program("play", "lucky-steps", typed=f"{hand}\n", env=env).out for hand in ("left", "right")]
    assert told[0] == told[1]


def test_a_secret_that_a_bare_enter_means_is_hidden_too(tmp_path: Path, program: Headway) -> None:
    env = package(tmp_path, "lucky-steps", words=("TOKENS = (", 'ALSO = {"": "left"}\nTOKENS = ('))
    options = ["play", "lucky-steps", "--p1", "random", "--limit", 1]
    shown = {program(*options, "--seed", seed, env=env).out.split("The limit")[0] for seed in range(8)}
    assert len(shown) == 1


def test_chance_follows_the_weights_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(SIXTH)
    game = Game.load("lucky-steps", "lucky_steps")
    rolling = played(Table(game), "left", "right").state
    rng = RandomSource(1).at()
    faces = [game.token(draw(game, rolling, rng)) for _ in range(6000)]
    # binomials of 6000 at 3/6, 2/6 and 1/6: 3000, 2000 and 1000, with deviations of 39 at most
    for face, expected in (("1", 3000), ("2", 2000), ("3", 1000)):
        assert abs(faces.count(face) - expected) < 240
