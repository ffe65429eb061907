"""What is built on the contract follows the changes: environments, listings, records and the texts of positions."""

import json
from pathlib import Path

import pytest

import headway
from headway.catalogue import own_names
from headway.errors import BadPosition, BadRules
from tests.conftest import Headway

CHANGES = ["lot", "pie", "head_start", "cap"]


def test_openspiel_takes_a_change_as_a_parameter() -> None:
    pytest.importorskip("headway.envs.openspiel")
    import pyspiel

    plain, lot = (pyspiel.load_game(f"headway_cross_over(length=4{more})") for more in ("", ",lot=yes"))
    assert "lot" not in str(plain)
    assert plain.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert lot.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    start = lot.new_initial_state()
    assert sorted(chance for _, chance in start.chance_outcomes()) == [0.5, 0.5]
    with_pie = pyspiel.load_game("headway_cross_over(length=4,pie=yes)").new_initial_state()
    with_pie.apply_action(0)
    assert [with_pie.action_to_string(action) for action in with_pie.legal_actions()] == ["keep", "swap"]


def test_gymnasium_takes_a_change_as_a_rule() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import headway.envs

    assert headway.envs is not None  # it registers the games
    env = gymnasium.make("headway/CrossOver-v0", length=4, cap=2, pie="yes")
    assert env.action_space.n == len(headway.load("cross-over").all_moves) + 2
    env.reset(seed=1)
    env.close()


def test_the_games_are_listed_with_the_changes_that_they_can_have(headway: Headway) -> None:
    listed = {game["name"]: game for game in json.loads(headway("games", "--json").out)}
    assert {name: list(listed[name]["changes"]) for name in own_names()} == dict.fromkeys(own_names(), CHANGES)
    assert "pie" not in listed["cross-over"]["rules"]
    assert headway("games").out.count("--rule pie=no") == 1  # once for all games


def test_a_record_in_the_terminal_is_replayed_with_its_changes(headway: Headway, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    rules = ("--rule", "pie=yes", "--rule", "head_start=1", "--rule", "cap=9")
    headway("play", "cross-over", *rules, "--p1", "random", "--p2", "perfect", "--seed", "1", "--record", record)
    begun = json.loads(record.read_text().splitlines()[0])
    assert begun["rules"] == {"length": 9, "longest_step": 3, "pie": "yes", "head_start": 1, "cap": 9}
    told = headway("replay", record).out
    assert "Head start: Player 2 starts 1 position ahead, at 8." in told
    assert "swap sides" in told


@pytest.mark.parametrize("wrong", ["lot=perhaps", "pie=1", "head_start=-1", "cap=20000", "pies=yes"])
def test_a_wrong_value_is_refused_in_one_line(wrong: str, headway: Headway) -> None:
    refused = headway("play", "cross-over", "--rule", wrong)
    assert refused.status == 2
    assert len(refused.err.splitlines()) == 1


def test_a_misspelled_change_is_guessed() -> None:
    with pytest.raises(BadRules, match=r'There is no rule "headstart"\. Did you mean head_start'):
        headway.load("cross-over", headstart=1)


def test_the_texts_of_positions_keep_their_numbers() -> None:
    """A change has a number far behind the game's own rules, and a text without changes is what it was."""
    assert headway.Table.from_text("10KngceW") == headway.Table(headway.load("cross-over")).play("3").play("2")
    table = headway.Table(headway.load("number-race", length=9, seed=1, cap=30, pie="yes")).play("roll")
    assert headway.Table.from_text(table.text) == table
    with pytest.raises(BadPosition):
        headway.Table.from_text(table.text[:-1] + "0")


def test_the_draws_of_a_lot_are_not_told_as_openings(headway: Headway) -> None:
    told = headway("solve", "cross-over", "--rule", "lot=yes").out
    assert told.startswith("Player 1 wins 50.000 % of the games under best play; chance begins.")
