"""The random numbers of the environments: they agree with JAX's own, and outcomes are drawn by their odds."""

from fractions import Fraction
from functools import partial

import jax
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jax.extend.random import threefry_2x32

from headway.envs.draws import GREATEST_DRAW, draw, key_of, pick, threefry, thresholds

WORDS = st.integers(0, 2**32 - 1)


def test_threefry_gives_the_published_vectors() -> None:
    """Those of Random123's `kat_vectors` for threefry2x32 with 20 rounds."""
    assert threefry((0, 0), (0, 0)) == (0x6B200159, 0x99BA4EFE)
    ones = 0xFFFFFFFF
    assert threefry((ones, ones), (ones, ones)) == (0x1CB996FC, 0xBB002BE7)
    assert threefry((0x13198A2E, 0x03707344), (0x243F6A88, 0x85A308D3)) == (0xC4923A9C, 0x483DF7A0)


@given(WORDS, WORDS, WORDS, WORDS)
def test_a_draw_is_the_same_in_plain_python_numpy_and_jax(high: int, low: int, episode: int, ply: int) -> None:
    expected = draw((high, low), episode, ply)
    one = partial(np.array, dtype=np.uint32)
    assert draw((one([high]), one([low])), one([episode]), one([ply])) == expected
    of_jax = threefry_2x32((np.uint32(high), np.uint32(low)), np.array([ply, episode], np.uint32))
    assert int(of_jax[0]) >> 1 == expected


@pytest.mark.parametrize("seed", [7, 2**31, 2**32 - 1])
def test_a_seed_is_the_key_that_jax_makes_of_it(seed: int) -> None:
    assert key_of(seed) == tuple(jax.random.key_data(jax.random.PRNGKey(seed)).tolist())


def test_every_bit_of_a_seed_counts() -> None:
    """JAX drops those beyond 32 by default."""
    assert key_of(2**32 + 5) == (1, 5)
    assert key_of(2**64 - 1) == (2**32 - 1, 2**32 - 1)
    seeds = [5 + high for high in (0, *(1 << bit for bit in range(32, 200)))]
    assert len({key_of(seed) for seed in seeds}) == len(seeds)


@given(st.lists(st.fractions(0, 10) | st.integers(0, 9), min_size=1).filter(any), st.integers(0, GREATEST_DRAW))
def test_an_outcome_without_odds_is_never_drawn_and_the_others_by_their_share(
    odds: list[int | Fraction], number: int
) -> None:
    assert odds[pick(odds, number)] > 0
    before = -1
    for share, threshold in zip(odds, thresholds(odds), strict=True):
        assert abs((threshold - before) / (GREATEST_DRAW + 1) - share / sum(odds)) <= 1 / (GREATEST_DRAW + 1)
        before = threshold
    assert before == GREATEST_DRAW


@pytest.mark.parametrize("odds", [[1, 1], [1, 2, 3], [Fraction(1, 3), Fraction(2, 3)]])
def test_pick_agrees_with_its_thresholds(odds: list[int | Fraction]) -> None:
    for index, threshold in enumerate(thresholds(odds)):
        assert pick(odds, threshold) == index
