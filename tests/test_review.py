"""The review: the parts add up to the result, exactly, and every sentence is true."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headway.catalogue import find, names
from headway.review import Review, review, sentence
from headway.rulekit import CHANCE, P1, P2
from headway.solver import Solution, solve
from headway.table.record import Setting
from headway.table.table import AGREED, RESIGNED, Table
from tests.conftest import Headway, entries
from tests.lines import played, table_of
from tests.test_records import random_table, text_of

SOLUTIONS: dict[str, Solution] = {}


def reviewed(table: Table) -> Review:
    name = table.game.name
    if name not in SOLUTIONS:
        SOLUTIONS[name] = solve(table.game)
    return review(table, SOLUTIONS[name])


@settings(max_examples=60, deadline=None)
@given(
    name=st.sampled_from(names()),
    seed=st.integers(0, 10_000),
    plies=st.integers(0, 80),
    first=st.sampled_from([P1, P2]),
    ending=st.sampled_from([None, (AGREED, None), (RESIGNED, P1), (RESIGNED, P2)]),
)
def test_the_parts_add_up_to_the_result(
    name: str, seed: int, plies: int, first: int, ending: tuple[str, int | None] | None
) -> None:
    table = random_table(name, seed, plies, first)
    if ending is not None and table.result is None:
        table = table.end(*ending)
    found = reviewed(table)
    total = found.start + found.luck - found.given_by(P1) + found.given_by(P2)
    assert float(total - found.result) == pytest.approx(0, abs=1e-12)
    assert all(step.given_away >= 0 for step in found.steps)
    expected = {"P1": 1, "P2": 0, "draw": Fraction(1, 2)}.get(table.result or "")
    if expected is not None:
        assert found.result == expected


def test_chance_gives_as_much_as_it_takes() -> None:
    """The luck of the six faces of a roll, weighed by their odds, is nothing."""
    rolling = played(table_of("number-race"), "roll")
    luck = [reviewed(played(rolling, face)).steps[-1].luck for face in range(1, 7)]
    assert sum(luck) == 0
    assert min(luck) < 0 < max(luck)


def test_a_mistake_is_told_in_a_true_sentence() -> None:
    # in Cross Over only 3 wins, and 1 loses to 3
    found = reviewed(played(table_of("cross-over"), 1))
    (mistake,) = found.mistakes
    assert mistake.given_away == 1
    replies = [found.table.game.token(move) for move in found.solution.best(found.table.state)]
    assert sentence(found, mistake) == f"1 lost to {replies[0]}; 3 won."
    assert found.turning_point == mistake


def test_perfect_play_has_no_mistakes() -> None:
    found = reviewed(played(table_of("cross-over"), 3))
    assert found.mistakes == []
    assert found.turning_point is None


def test_a_secret_and_its_guess_are_luck_between_those_who_mix_well() -> None:
    game = find("predictive-pursuit").variant({"overshoot": "stops"})
    found = review(played(Table(game), 2, 1), solve(game))
    assert found.steps[0].luck == 0
    assert found.steps[1].luck > 0  # the guess was wrong, and Player 1 moved
    assert found.mistakes == []


def test_every_roll_has_its_luck() -> None:
    found = reviewed(random_table("number-race", 3, 60))
    assert all(step.given_away == 0 for step in found.steps)
    assert all(step.luck == 0 for step in found.steps if step.by != CHANCE)


def test_the_command(headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    headway("play", "cross-over", "--record", path, typed=entries(1, 3, 1, 1, 1, "resign"))
    told = headway("review", path)
    assert told.status == 0
    assert "  1. Player 1: 1 lost to " in told.out
    assert "The turning point was move " in told.out
    assert "100 % |o" in told.out
    plain = json.loads(headway("review", path, "--json").out)
    total = plain["start"] + plain["luck"] - plain["given_away"]["p1"] + plain["given_away"]["p2"]
    assert total == pytest.approx(plain["result"], abs=1e-12)
    assert plain["plies"][0]["sentence"].startswith("1 lost to")
    assert plain["plies"][-1]["move"] == "resigned"


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_picture(headway: Headway, tmp_path: Path, kind: str) -> None:
    path, picture = tmp_path / "game.jsonl", tmp_path / f"value.{kind}"
    path.write_bytes(text_of(random_table("number-race", 1, 60)))
    assert headway("review", path, "--plot", picture).status == 0
    assert picture.read_bytes()[:5] in (b"\x89PNG\r", b"<?xml")
    refused = headway("review", path, "--plot", tmp_path / "value.doc")
    assert (refused.status, refused.err.count("\n")) == (2, 1)


def test_an_unfinished_or_torn_record_is_reviewed_as_far_as_it_goes(headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(text_of(played(table_of("cross-over"), 3, 2), Setting()) + b'{"ply": 3, "by"')
    told = headway("review", path)
    assert told.status == 0
    assert "the last line was torn" in told.err
    assert "The game is not finished; this is as far as it goes." in told.out


def test_a_damaged_record_is_reviewed_up_to_the_damage(headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    lines = text_of(played(table_of("cross-over"), 1, 3, 1, 1)).splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], b"?\n", *lines[4:]]))
    told = headway("review", path)
    assert told.status == 0
    assert told.err.startswith(f"headway: {path}, line 4: expected a JSON object")
    assert told.err.endswith("The game is reviewed up to there.\n")
    assert "  1. Player 1: 1 lost to " in told.out
    path.write_bytes(b"?\n")
    assert headway("review", path).status == 2


def test_a_match_is_reviewed_game_by_game(headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    headway("play", "race-to-the-center", "--match", 2, "--p1", "perfect", "--p2", "1", "--seed", 1, "--record", path)
    assert len(json.loads(headway("review", path, "--json").out)["games"]) >= 2
