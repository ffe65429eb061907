"""Random numbers: repeated with a seed, not to be foreseen without one."""

from pathlib import Path

from headway.rulekit import CHANCE
from headway.table.random_source import RandomSource, draw
from headway.table.record import read
from tests.conftest import Headway
from tests.lines import played, table_of


def test_the_same_seed_gives_the_same_luck_at_each_moment_and_no_seed_gives_another() -> None:
    assert RandomSource(7).at(1, 2).random() == RandomSource(7).at(1, 2).random() != RandomSource(7).at(1, 3).random()
    assert RandomSource().at(1).random() != RandomSource().at(1).random()


def test_chance_follows_its_weights() -> None:
    rolling = played(table_of("number-race"), "roll")
    assert rolling.actor == CHANCE
    rng = RandomSource(1).at()
    faces = [draw(rolling.game, rolling.state, rng) for _ in range(6000)]
    # each face is a binomial of 6000 rolls at 1/6: 1000 with a deviation of 29, so six of them stay within 180
    assert all(820 < faces.count(face) < 1180 for face in range(6))


def test_a_seeded_game_goes_on_as_it_would_have(tmp_path: Path, headway: Headway) -> None:
    options = ["play", "number-race", "--seed", 5, "--p2", "random"]
    whole, parted = tmp_path / "whole.jsonl", tmp_path / "parted.jsonl"
    headway(*options, "--record", whole, typed="\n" * 100)
    headway(*options, "--record", parted, typed="\n" * 3)
    headway("resume", parted, typed="\n" * 100)
    assert whole.read_text() == parted.read_text()
    assert read(whole).match.is_over


def test_without_a_seed_the_record_holds_nothing_that_tells_the_future(tmp_path: Path, headway: Headway) -> None:
    path = tmp_path / "game.jsonl"
    headway("play", "number-race", "--record", path, typed="\n\n")
    assert "seed" not in path.read_text()
