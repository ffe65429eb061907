"""The tables of the arena in terminals of 80 and of 40 columns: no line is too long, and no figure is broken."""

import re
from pathlib import Path

import pytest

from tools.terminal import Terminal

GAME = "race-to-the-center"
FIGURE = re.compile(r"[\d.]+ % \([\d.]+ to [\d.]+\)")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def lines_of(*command: object, columns: int) -> list[str]:
    """What a command leaves on a terminal."""
    terminal = Terminal("arena", *command, columns=columns)
    assert terminal.wait() == 0
    lines = terminal.raw.decode().replace("\r\n", "\n").rstrip("\n").split("\n")
    return [line.rpartition("\033[K")[2] for line in lines]  # without the progress line


@pytest.mark.parametrize("columns", [80, 40])
def test_the_tables_fit_and_every_figure_is_on_one_line(columns: int) -> None:
    played = lines_of("play", "perfect", "5", "random", "--game", GAME, "--games", 4, columns=columns)
    audited = lines_of("audit", "reader", GAME, "--controls", 0, columns=columns)
    compared = lines_of("compare", f"arena/reader-{GAME}.jsonl", "perfect", "random", columns=columns)
    for lines in (played, audited, compared):
        assert max(len(line) for line in lines if ".jsonl" not in line) <= columns  # a path stays whole
        assert all(line.strip(" ") for line in lines)
    assert sum(len(FIGURE.findall(line)) for line in played) == 3 + 2 * 3  # of each agent, and two of each match
    for name in ("rating", "decisions", "value lost by one", "share", "luck-adjusted", "exactly", "unfinished"):
        assert any(name in line for line in played)
    assert sum("as Player 1" in line and "against" in line for line in audited) == 1
    assert sum(line.split()[0].startswith("level") for line in audited) == (9 if columns == 80 else 18)
    assert [line.split()[:3] for line in compared if "against" in line][:3] == [
        ["1", "against", "2"], ["1", "against", "3"], ["2", "against", "3"],
    ]  # fmt: skip
