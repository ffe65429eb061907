"""What a program written with Headway sees is typed: no expression of it is `Any`, and mypy finds its mistakes."""

import inspect
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import headway
from headway.game import Game
from tests.api import user_program

PROGRAM = """
from random import Random

from headway.catalogue import find, games, names
from headway.contract import fields
from headway.game import Game
from headway.rulekit import P1, SPECTATOR

book = find(names()[0])
game = book.variant({"length": 12}, Random(1))
state = game.start(P1)
move = game.parse(state, game.token(game.moves_at(state)[0]))
game.check(state, move)
after = game.play(state, move)
same: bool = after == game.play_unchecked(state, move) == game.undump(game.dump(after))
facts: list[bool] = [game.legal(state, move), game.secret(state), game.is_start(state)]
facts += [game.is_dealt, game.has_chance, game.has_secrets]
facts += [game.has_choice, game.has_draws]
numbers: list[int] = [game.actor(state), game.weight(state, move), game.winner(state), len(game.all_moves)]
texts: list[str] = [game.name, game.title, game.rulebook, game.accepted(state), str(game.folder), *game.tokens]
lines: list[str] = [*game.how_to_play, game.svg()]
squares: list[tuple[int, ...]] = [*game.positions(state), *game.goals, game.track]
settings: list[int | str | list[int]] = [*game.settings.values(), *game.changed.values()]
values: list[int | tuple[int, ...]] = [*fields(game.rules).values(), *fields(game.view(state, SPECTATOR)).values()]
given = game.has_board_in({"length": 12})
rules: list[str] = [rule.name for rule in (*game.rule_list, *game.change_list) if rule != game.board_rule]
sides: list[int] = [game.side(state, P1), len(game.plain.rule_list)]
names_of_pieces, board, counts = game.pieces, game.board, game.perft(3)
origin = game.reachable(1000)
visited = [state for state in game.explore(origin)]
found, broken = games()
code, words, loaded = game.code, game.words, Game.load("a", "b") if same else None
"""


WRONG = """
import headway
table = headway.Table(headway.load('cross-over')).play(2.5)
move: int = headway.solve(table.game).best(table)[0]
if table.result == 'draw': headway.lod('x')
"""
MISTAKES = [(3, "arg-type"), (4, "assignment"), (5, "comparison-overlap"), (5, "attr-defined")]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What mypy says of three programs beside an installed Headway, without what a plain install does not have."""
    folder = tmp_path_factory.mktemp("typed")
    (folder / "program.py").write_text(PROGRAM)
    (folder / "wrong.py").write_text(WRONG)
    shutil.copy(user_program.__file__, folder)
    venv.create(folder / "env", symlinks=True)
    (packages,) = folder.glob("env/lib/python*/site-packages")
    (packages / "headway.pth").write_text(str(Path(headway.__file__).parents[1]))
    env = {name: value for name, value in os.environ.items() if name not in ("MYPYPATH", "PYTHONPATH")}
    options = ["--strict", "--disallow-any-expr", "--config-file=", "--cache-dir", os.devnull]
    command = [sys.executable, "-m", "mypy", *options, "--python-executable", str(folder / "env" / "bin" / "python")]
    programs = sorted(path.name for path in folder.glob("*.py"))
    done = subprocess.run([*command, *programs], cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    return done.stdout.splitlines()


def test_no_expression_of_a_program_is_any(told: list[str]) -> None:
    assert [line for line in told if not line.startswith("wrong.py:")] == [
        f"Found {len(MISTAKES)} errors in 1 file (checked 3 source files)"
    ]


def test_mistakes_of_a_program_are_found(told: list[str]) -> None:
    for (line, code), found in zip(MISTAKES, told, strict=False):
        assert found.startswith(f"wrong.py:{line}: error: ")
        assert found.endswith(f"[{code}]")


def test_the_program_uses_all_that_is_public() -> None:
    public = [name for name, _ in inspect.getmembers(Game) if not name.startswith("_")]
    assert [name for name in public if not re.search(rf"\.{name}\b", PROGRAM)] == []
