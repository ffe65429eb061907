"""Numbers that can be checked by hand, each counted twice: by the program and by `tests/second_opinion.py`."""

from pathlib import Path

import pytest

from headway.catalogue import find
from headway.rulekit import P1, P2
from headway.table.outcome import Result
from headway.table.record import read
from tests.conftest import Headway
from tests.second_opinion import OPINIONS, sequences, situations

PERFT = {
    "number-race": [1, 1, 6, 6, 36, 36, 216],
    "predictive-pursuit": [1, 2, 4, 8, 16, 32, 64],
    "capture-the-flag": [1, 4, 16, 64, 256, 1024, 4096],
    "cross-over": [1, 3, 9, 24, 53, 129, 351],
    "race-to-the-center": [1, 2, 4, 8, 16, 28, 31],
}
STATES = {
    "number-race": 1390,
    "predictive-pursuit": 600,
    "capture-the-flag": 16604,
    "cross-over": 144,
    "race-to-the-center": 62,
}
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


@pytest.mark.parametrize("name", PERFT)
def test_perft_to_depth_six(name: str) -> None:
    for first in (P1, P2):
        assert find(name).perft(6, first) == PERFT[name] == sequences(OPINIONS[name], first + 1, 6)


@pytest.mark.parametrize("name", STATES)
def test_reachable_states(name: str) -> None:
    assert len(find(name).reachable()) == STATES[name] == situations(OPINIONS[name])


@pytest.mark.parametrize("name", PERFT)
def test_a_recorded_playthrough_is_told_as_it_was(name: str, headway: Headway) -> None:
    told = headway("replay", PLAYTHROUGHS / f"{name}.jsonl")
    assert told.out == (PLAYTHROUGHS / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", PERFT)
def test_the_second_opinion_follows_the_playthrough(name: str) -> None:
    table = read(PLAYTHROUGHS / f"{name}.jsonl").table
    said: list[str] = []
    for index, move in enumerate(table.moves):
        situation, words = OPINIONS[name](table.first + 1, said)
        legal = [table.game.token(each) for each in table.game.moves_at(table.states[index])]
        assert sorted(words) == sorted(legal)
        p1, p2 = table.game.positions(table.states[index])
        assert isinstance(situation, tuple)
        assert situation[: len(p1) + len(p2)] == (*p1, *p2)
        said.append(table.game.token(move))
    assert OPINIONS[name](table.first + 1, said)[1] == []
    assert table.result in (Result.P1, Result.P2)
