"""The examples in the docstrings of `headway.lab`: every public name and member has one, and it runs."""

import inspect
from pathlib import Path

import pytest

import headway
from headway.errors import HeadwayError
from tests.api.members import documented, fields, members
from tests.api.test_examples import run

NAMES = {name: getattr(headway.lab, name) for name in headway.lab.__all__}
CLASSES = {name: kind for name, kind in NAMES.items() if inspect.isclass(kind) and not issubclass(kind, Exception)}
OBJECTS = {
    "lab": headway.lab,
    **{name: kind for name, kind in NAMES.items() if name != "BadRows"},
    **{f"{name}.{member}": part for name, kind in CLASSES.items() for member, part in documented(kind)},
}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", OBJECTS)
def test_every_public_name_has_an_example_that_runs(name: str) -> None:
    own = inspect.getdoc(OBJECTS[name])
    assert own, "it has no docstring"
    assert run(own, name) > 0


@pytest.mark.parametrize("name", CLASSES)
def test_every_field_is_explained_in_the_docstring_of_its_class(name: str) -> None:
    for field in fields(CLASSES[name]):
        if name != "Status":  # its members are its values
            assert f"`{field}`" in (inspect.getdoc(CLASSES[name]) or "")


def test_the_public_names_are_these() -> None:
    types = ["BadRows", "Candidate", "Mean", "OverBoards", "Repair", "Row", "Status", "Tried", "Variants"]
    functions = ["mean_over_boards", "measure", "plot", "read", "repair", "report", "sweep", "variants"]
    assert sorted(headway.lab.__all__) == sorted([*types, *functions])
    assert dir(headway.lab) == sorted(headway.lab.__all__)
    assert issubclass(headway.lab.BadRows, HeadwayError)
    assert members(headway.lab.Variants) == {"boards", "game", "seed", "values"}
    assert members(headway.lab.OverBoards) == {"boards", "figures", "game", "rules"}
    assert {"cells", "from_cells"} < members(headway.lab.Row)
    with pytest.raises(AttributeError, match=r"module 'headway\.lab' has no attribute 'swep'"):
        headway.lab.swep  # type: ignore[attr-defined]  # noqa: B018
