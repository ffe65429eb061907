"""The examples in the docstrings of `headway.policies`: every public name and member has one, and it runs."""

import inspect

import pytest

import headway
from tests.api.members import documented, fields
from tests.api.test_examples import run

NAMES = {name: getattr(headway.policies, name) for name in headway.policies.__all__}
CLASSES = {name: kind for name, kind in NAMES.items() if inspect.isclass(kind) and not issubclass(kind, Exception)}
OBJECTS = {
    "policies": headway.policies,
    **{name: kind for name, kind in NAMES.items() if name != "BadPolicy"},
    **{f"{name}.{member}": part for name, kind in CLASSES.items() for member, part in documented(kind)},
}
INHERITED = {"odds", "game", "name", "policy", "rate"}
"""Members that are shown in the docstring of `Policy` or of the class."""


@pytest.mark.parametrize("name", OBJECTS)
def test_every_public_name_has_an_example_that_runs(name: str) -> None:
    own = inspect.getdoc(OBJECTS[name])
    assert own, "it has no docstring"
    assert run(own, name) > 0 or name.rpartition(".")[2] in INHERITED


@pytest.mark.parametrize("name", CLASSES)
def test_every_field_is_explained_in_the_docstring_of_its_class(name: str) -> None:
    for field in fields(CLASSES[name]):
        assert f"`{field}`" in (inspect.getdoc(CLASSES[name]) or "")
