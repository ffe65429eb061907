"""Lines that fit the terminal: broken at spaces, and in rows of numbers after a comma."""

import os
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headway.progress import LONGEST_BAR, SHORTEST_BAR, with_bar
from headway.terminal.output import hanging, progress_line, wrap_line
from headway.time_left import TimeLeft

WORDS = st.text("abc,/-.0123456789", min_size=1, max_size=30)
NO_NUMBERS = re.compile("[^0-9,]")


def test_numbers_and_paths_stay_whole() -> None:
    path = "/a/very/long/folder/that/does/not/fit/into/one/line/.venv/bin/headway"
    assert wrap_line(f"It has up to 4,000,000 positions; see {path} --help now", 40) == "\n".join(
        ["It has up to 4,000,000 positions; see", path, "--help now"]
    )


def test_a_board_that_does_not_fit_is_broken_between_its_numbers() -> None:
    assert wrap_line("Board: [1,2,3,4,5,6]", 14) == "Board:\n[1,2,3,4,5,6]"
    assert wrap_line("Board: [1,2,3,4,5,6].", 12) == "Board: [1,2,\n3,4,5,6]."
    assert wrap_line("board=1,2,3,4, first", 12) == "board=1,2,3,\n4, first"


def test_an_item_of_a_list_hangs_over_what_follows_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Tried:\n  length from 7 to 12\n  2 rules, any number of steps: 124 tried, 2 fair"
    assert hanging(text) == text  # in a file
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr("headway.terminal.output.get_terminal_size", lambda: os.terminal_size((40, 24)))
    assert hanging(text).splitlines() == [
        "Tried:",
        "  length from 7 to 12",
        "  2 rules, any number of steps: 124",
        "    tried, 2 fair",
    ]


def test_a_narrow_terminal_shows_how_far_the_work_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr("headway.terminal.output.get_terminal_size", lambda: os.terminal_size((30, 24)))
    with progress_line() as show:
        show("1 rule, 1 step to 2 rules, 84 steps: 47 %, about 45 s left")
        show("6 variants: 16 %")
    assert capsys.readouterr().err.split("\r\033[K") == [
        "",
        "…teps: 47 %, about 45 s left",
        "6 variants: [#--------] 16 %",
        "",
    ]


def test_columns_and_indents_are_kept() -> None:
    assert wrap_line("  undo    take back the last move", 24) == "  undo    take back the\n          last move"
    assert wrap_line("- one item of a list", 12) == "- one item\n  of a list"
    assert wrap_line("below; [ ] is a goal", 9) == "below;\n[ ] is a\ngoal"
    assert wrap_line("How far? ", 5) == "How\nfar? "


@given(st.lists(WORDS), st.integers(10, 60), st.integers(0, 8))
def test_only_rows_of_numbers_are_broken_and_no_line_is_too_long(words: list[str], width: int, indent: int) -> None:
    lines = wrap_line(" ".join(words), width, indent).split("\n")
    told = [word for line in lines for word in line.split()]
    assert "".join(told) == "".join(words)
    assert list(filter(NO_NUMBERS.search, told)) == list(filter(NO_NUMBERS.search, words))
    assert all(len(line) <= width or len(line.split()) == 1 for line in lines)
    assert all(line.startswith(" " * indent) for line in lines[1:])


@pytest.mark.parametrize("room", [20, 30, 40, 50, 60, 80, 200])
def test_a_bar_fits_the_terminal(room: int) -> None:
    for percent in (0, 38, 99, 100):
        told = f"314 variants: {percent} %, about 21 s left"
        shown = with_bar(told, room)
        if room < len(told) + len("[] ") + SHORTEST_BAR:
            assert shown == told
            continue
        assert shown.replace(shown[shown.index("[") : shown.index("]") + 2], "") == told
        bar = shown[shown.index("[") + 1 : shown.index("]")]
        assert len(shown) <= room
        assert SHORTEST_BAR <= len(bar) <= LONGEST_BAR
        assert bar == "#" * bar.count("#") + "-" * bar.count("-")
        assert bar.count("#") == percent * len(bar) // 100


def test_a_bar_is_drawn_for_work_of_which_it_is_known_how_much_there_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("headway.terminal.output.get_terminal_size", lambda: os.terminal_size((60, 24)))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with progress_line() as show:
        TimeLeft(show, "314 variants").tell(1, 4)
        show("looking at 314 variants")
        show("a rate of 1 % is no share of the work")
    *shown, removed = capsys.readouterr().err.split("\r\033[K")[1:]
    bar = "#" * (LONGEST_BAR // 4) + "-" * (LONGEST_BAR - LONGEST_BAR // 4)
    assert shown == [
        f"314 variants: [{bar}] 25 %",
        "looking at 314 variants",
        "a rate of 1 % is no share of the work",
    ]
    assert removed == ""
