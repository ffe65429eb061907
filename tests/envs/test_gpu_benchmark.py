"""The benchmark for accelerators runs on the CPU as well, here with few games and plies."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import headway
from benchmarks import gpu

ROOT = Path(__file__).parents[2]
WITH_JAX_ALONE = """
import sys
from importlib.machinery import BuiltinImporter, FrozenImporter, PathFinder
from importlib.util import module_from_spec, spec_from_file_location

ALLOWED = {"jax", "jaxlib", "ml_dtypes", "numpy", "opt_einsum", "scipy"}  # JAX and what it requires


class OfJax:
    @staticmethod
    def find_spec(name, path=None, target=None):
        package = name.partition(".")[0]
        if package in {*ALLOWED, "headway", *sys.stdlib_module_names} or package.startswith("_sysconfigdata"):
            return PathFinder.find_spec(name, path, target)


sys.meta_path[:] = BuiltinImporter, FrozenImporter, OfJax
sys.path[:] = [folder for folder in sys.path if folder != sys.argv[2]]
spec = spec_from_file_location("gpu", sys.argv[1])
gpu = module_from_spec(spec)
spec.loader.exec_module(gpu)
gpu.NAMES, gpu.PLIES, gpu.ROUNDS = gpu.NAMES[:1], 2, 1
gpu.main(4)
against = gpu.headway.envs.jax("cross-over", opponent="random")
print(gpu.jax.jit(lambda key: against.step(against.init(key), 0))(gpu.jax.random.PRNGKey(1))._ply)
"""
"""Run the script of the first argument where nothing can be imported but JAX, and our package by no path of its own;
then play against an opponent.
"""


def test_it_needs_nothing_but_jax_and_numpy() -> None:
    script, source = str(ROOT / "benchmarks" / "gpu.py"), str(ROOT / "src")
    ran = subprocess.run([sys.executable, "-c", WITH_JAX_ALONE, script, source], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    title, *lines, last, plies = ran.stdout.splitlines()
    assert title.startswith("4 games at once on ")
    assert [line.partition(":")[0] for line in lines] == ["headway cross-over"]
    assert {*gpu.NAMES} == {game.name for game in headway.games()}
    assert last == "pgx is not installed here, so there is no comparison with it"
    assert plies == "2"  # the action, and the opponent's answer


@pytest.mark.skipif(jax.default_backend() != "cpu", reason="there is an accelerator")
def test_in_the_bench_it_runs_where_it_is_named_and_refuses_a_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmarks", "gpu"])
    with pytest.raises(SystemExit, match=r"^gpu: JAX finds no accelerator here; [^\n]+$"):
        runpy.run_module("benchmarks", run_name="__main__")
    names = runpy.run_module("benchmarks.__main__", run_name="bench")
    assert {*names["NAMED"]} - {*names["ALL"]} == {"gpu"}


def test_it_prints_a_line_for_each_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"NAMES": ("cross-over",), "PEERS": ("tic_tac_toe",), "PLIES": 16, "ROUNDS": 1}.items():
        monkeypatch.setattr(gpu, name, value)
    gpu.main(256)
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
