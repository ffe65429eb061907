"""The dice of a server, against the formula of docs/protocol.md."""

import hashlib
import hmac
from fractions import Fraction

import pytest

from headway.table.dice import commitment, new_seed, number_below, roll
from tests.lines import played, table_of
from tests.table.matches import CLIENT_SEED, DICE


def by_the_book(total: int, seed: str, ply: int, added: str = "") -> tuple[int, int]:
    """The number below `total`, and how many tries it took, written from the document alone."""
    tries = 0
    while True:
        digest = hmac.new(bytes.fromhex(seed), f"{ply}/{tries}{added}".encode(), hashlib.sha256).hexdigest()
        tries += 1
        number = int(digest[:16], 16)
        if Fraction(number, total) < 2**64 // total:
            return number % total, tries


def test_a_commitment_is_the_hash_of_the_seed() -> None:
    seed = new_seed()
    assert len(bytes.fromhex(seed)) == 32
    assert commitment(seed) == hashlib.sha256(bytes.fromhex(seed)).hexdigest()
    assert new_seed() != seed


@pytest.mark.parametrize("total", [1, 6, 7, 2**63 + 1])
def test_a_number_follows_from_the_seed_and_the_ply(total: int) -> None:
    expected = [by_the_book(total, DICE, ply) for ply in range(60)]
    assert [number_below(total, DICE, ply) for ply in range(60)] == [number for number, _ in expected]
    added = [by_the_book(total, DICE, ply, f"/{CLIENT_SEED}")[0] for ply in range(60)]
    assert [number_below(total, DICE, ply, CLIENT_SEED) for ply in range(60)] == added
    assert total == 1 or added != [number for number, _ in expected]
    if total > 2**63:  # about half of the numbers are rejected
        assert max(tries for _, tries in expected) > 2


def test_a_roll_is_the_face_that_the_number_falls_on() -> None:
    rolling = played(table_of("number-race"), "roll")
    faces = [roll(rolling.game, rolling.state, DICE, ply) for ply in range(600)]
    assert faces == [by_the_book(6, DICE, ply)[0] for ply in range(600)]
    assert set(faces) == set(range(6))
