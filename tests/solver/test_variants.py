"""A sample of the variants of the five games is solved and proved; `make variants` tries larger ones, and all rules."""

from random import Random

import pytest

from headway.catalogue import find, own_names
from headway.solver.size import state_count
from tools.variants import tried, variants

MOST = 3_000
SAMPLE = 25


@pytest.mark.parametrize("name", own_names())
def test_every_variant_of_a_sample_is_proved(name: str) -> None:
    every = list(variants(find(name), Random(1), MOST))
    for game in Random(1).sample(every, min(SAMPLE, len(every))):
        found = tried(game, lambda doing: None)
        assert found.gap <= 1e-9, game
        assert 0 < found.states <= state_count(game) < MOST
