"""The examples of the environments: on their page, and in the docstrings of the public names."""

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import headway
import headway.envs
from headway.envs.gymnasium_env import HeadwayEnv
from headway.envs.openspiel import chance_action, spiel_game
from headway.laws.of_games import ARGUMENTS
from tests.api.test_examples import FENCED, run

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def test_the_page_runs() -> None:
    import torch  # which takes every process of the tests a second

    torch.set_num_threads(1)  # several wait for each other on a busy machine
    examples = "\n".join(FENCED.findall(PAGE.read_text("utf-8")))
    assert run(examples, PAGE.name, {}) == examples.count(">>>") > 0


def test_the_public_names_are_these_and_the_page_shows_them() -> None:
    assert headway.envs.__all__ == ["aec", "jax", "policy", "vector"]
    for name in headway.envs.__all__:
        assert f"headway.envs.{name}(" in PAGE.read_text("utf-8")


def test_no_rule_can_be_called_like_an_argument() -> None:
    """`headway check` refuses a game with such a rule, which could not be set by its name."""
    takers = [headway.load, spiel_game, HeadwayEnv, *(getattr(headway.envs, name) for name in headway.envs.__all__)]
    for taker in takers:
        assert {*inspect.signature(taker).parameters} - {"rules"} <= ARGUMENTS


@pytest.mark.parametrize(
    "public", [*(getattr(headway.envs, name) for name in headway.envs.__all__), spiel_game, chance_action]
)
def test_every_public_name_has_an_example_that_runs(public: Any) -> None:
    assert run(inspect.getdoc(public) or "", public.__name__) > 0


@pytest.mark.parametrize(
    ("library", "call"),
    [
        ("pettingzoo", "headway.envs.aec('cross-over')"),
        ("gymnasium", "headway.envs.vector('cross-over')"),
        ("jax", "headway.envs.jax('cross-over')"),
    ],
)
def test_a_library_that_is_missing_is_one_line(library: str, call: str) -> None:
    program = f"""
import sys
sys.modules[{library!r}] = None
import headway.envs
try:
    {call}
except headway.errors.HeadwayError as error:
    print(error)
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert told.stderr == ""
    assert told.stdout.startswith(f"This environment needs {library}: ")
    assert told.stdout.count("\n") == 1
