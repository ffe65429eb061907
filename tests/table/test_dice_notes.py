"""What a player's program keeps of a game with dice, and what it finds after the game."""

from typing import Any

import pytest

from headway.table.dice import commitment, number_below
from headway.table.dice_check import WRONG_CLIENT_SEED, WRONG_MOVE, WRONG_ROLL, WRONG_SEED, right_dice
from headway.table.dice_notes import DiceNotes

SEED, OTHER_SEED = "5e" * 32, "ab" * 32
FACES = [["1", 1], ["2", 2]]


def rolled(seed: str, ply: int, client_seed: str | None) -> str:
    return "122"[number_below(3, seed, ply, client_seed)]


def played(notes: DiceNotes) -> dict[str, Any]:
    """The answer of an honest server after a game of two turns, the first of them by this program."""
    client_seed = notes.seed_for(0, "roll")
    notes.on_ply(2)
    first = {"ply": 1, "faces": FACES, "rolled": rolled(SEED, 1, client_seed), "client_seed": client_seed}
    second = {"ply": 3, "faces": FACES, "rolled": rolled(SEED, 3, None)}
    return {"seed": SEED, "moves": ["roll", first["rolled"], "roll", second["rolled"]], "rolls": [first, second]}


@pytest.fixture
def notes() -> DiceNotes:
    return DiceNotes(commitment(SEED))


def test_an_honest_game_is_right(notes: DiceNotes) -> None:
    dice = played(notes)
    notes.on_ply(4)
    assert notes.verdict(dice) == right_dice(2)


def test_a_seed_that_was_changed_in_the_game_is_found(notes: DiceNotes) -> None:
    dice = played(notes)
    assert notes.verdict({**dice, "seed": OTHER_SEED}) == WRONG_SEED


def test_a_seed_of_the_program_that_was_replaced_or_left_out_is_found(notes: DiceNotes) -> None:
    dice = played(notes)
    first, second = dice["rolls"]
    left_out = {name: value for name, value in first.items() if name != "client_seed"}
    for changed in ({**first, "client_seed": "00" * 16}, left_out):
        assert notes.verdict({**dice, "rolls": [changed, second]}) == WRONG_CLIENT_SEED.format(ply=2)


def test_a_move_of_the_program_that_was_changed_or_removed_is_found(notes: DiceNotes) -> None:
    dice = played(notes)
    for moves in (["pass", *dice["moves"][1:]], []):
        assert notes.verdict({**dice, "moves": moves}) == WRONG_MOVE.format(ply=1)


def test_a_roll_that_does_not_follow_from_the_seed_is_found(notes: DiceNotes) -> None:
    dice = played(notes)
    first, second = dice["rolls"]
    other = "1" if second["rolled"] == "2" else "2"
    changed = {**dice, "rolls": [first, {**second, "rolled": other}], "moves": [*dice["moves"][:3], other]}
    assert notes.verdict(changed) == WRONG_ROLL.format(ply=4)
    assert notes.verdict({**dice, "moves": [*dice["moves"][:3], other]}) == WRONG_ROLL.format(ply=4)


def test_a_move_that_was_refused_or_taken_back_is_not_expected(notes: DiceNotes) -> None:
    dice = played(notes)
    notes.seed_for(4, "pass")
    notes.on_ply(5)  # a move that the same player has made elsewhere,
    notes.on_refusal()  # so this one is refused
    assert notes.verdict(dice) == right_dice(2)
    seed = notes.seed_for(6, "pass")
    notes.on_ply(7)
    notes.on_ply(6)  # taken back
    assert notes.verdict(dice) == right_dice(2)
    assert notes.seed_for(6, "roll") == seed  # and a roll that follows is the same
