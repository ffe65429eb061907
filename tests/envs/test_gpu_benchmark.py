"""The benchmark for accelerators runs on the CPU as well, here with few games and plies."""

import re
import sys

import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import gpu


def test_it_prints_a_line_for_each_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["gpu.py", "256"])
    for name, value in {"NAMES": ("cross-over",), "PEERS": ("tic_tac_toe",), "PLIES": 16, "ROUNDS": 1}.items():
        monkeypatch.setattr(gpu, name, value)
    gpu.main()
    title, *lines = capsys.readouterr().out.splitlines()
    assert title.startswith("256 games at once on ")
    told = [re.fullmatch(r"(.+): \d+\.\d\d billion plies/s, (\d+\.\d) plies a game", line) for line in lines]
    assert [line and line[1] for line in told] == ["headway cross-over", "pgx tic_tac_toe"]
    assert told[1]
    assert 5 <= float(told[1][2]) <= 9  # so long is a game of tic-tac-toe


def test_the_moves_that_it_chooses_are_legal_and_each_is_chosen() -> None:
    masks = np.random.default_rng(1).random((4096, 5)) < 0.6
    masks[:, 2] |= ~masks.any(axis=1)
    actions = np.asarray(
        gpu.chosen(jnp.asarray(masks), gpu.hashed(jnp.arange(4096, dtype=jnp.uint32), jnp.int32(3), 1))
    )
    assert masks[np.arange(4096), actions].all()
    assert set(actions.tolist()) == set(range(5))
