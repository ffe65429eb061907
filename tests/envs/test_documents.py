"""The examples of the environments: on their page, and in the docstrings of the public names."""

import inspect
from pathlib import Path

import pytest

import headway.envs
from tests.api.test_examples import FENCED, run

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def test_the_page_runs() -> None:
    blocks = [block for block in FENCED.findall(PAGE.read_text("utf-8")) if ">>>" in block]
    examples = "\n".join(blocks)
    assert run(examples, PAGE.name, {}) == examples.count(">>>") > 0


def test_the_public_names_are_these_and_the_page_shows_them() -> None:
    assert headway.envs.__all__ == ["aec", "jax", "policy", "vector"]
    for name in headway.envs.__all__:
        assert f"headway.envs.{name}(" in PAGE.read_text("utf-8")


@pytest.mark.parametrize("name", headway.envs.__all__)
def test_every_public_name_has_an_example_that_runs(name: str) -> None:
    assert run(inspect.getdoc(getattr(headway.envs, name)) or "", name) > 0
