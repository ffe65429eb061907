"""`headway replay --svg`: the board as a picture in a file."""

from pathlib import Path

import headway as api
from tests.conftest import Headway

MOVES = ("replay", "cross-over", "--moves", "3, 2, 2")


def test_replay_draws_the_board_after_the_last_move(headway: Headway, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    told = headway(*MOVES, "--svg", picture)
    assert (told.status, told.out, told.err) == (0, headway(*MOVES).out, "")
    table = api.Table(api.load("cross-over")).play("3").play("2").play("2")
    assert picture.read_text("utf-8") == table.svg()
    api.write(table.play("2"), tmp_path / "game.jsonl")
    assert headway("replay", tmp_path / "game.jsonl", "--svg", picture, "--json").status == 0
    assert picture.read_text("utf-8") == table.play("2").svg()
    assert sorted(path.name for path in tmp_path.glob("*.svg*")) == ["board.svg"]


def test_a_picture_that_cannot_be_written_is_refused_in_one_line(headway: Headway, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "such" / "folder.svg", ""):
        told = headway(*MOVES, "--svg", path)
        assert told.status == 2
        assert told.err.startswith("headway: ")
        assert told.err.count("\n") == 1
