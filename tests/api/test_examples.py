"""The examples: in the docstrings of all public names, in docs/python.md, in the README and in the notebook."""

import doctest
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import headway
from tests.api.members import CLASSES, documented, fields

ROOT = Path(__file__).parents[2]
OPTIONS = doctest.ELLIPSIS


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an example writes goes to a folder of its own."""
    monkeypatch.chdir(tmp_path)


def public_objects() -> Iterator[tuple[str, Any]]:
    """The package, every public name, and every public method and property of the classes."""
    yield "headway", headway
    for name in headway.__all__:
        if not name.startswith("_"):
            yield name, getattr(headway, name)
    for name, kind in CLASSES.items():
        for member, part in documented(kind):
            yield f"{name}.{member}", part
    yield "errors", headway.errors  # one example for all its classes
    for module in (headway.laws, headway.phrases, headway.rulekit):
        for name in module.__all__:
            if callable(part := getattr(module, name)):
                yield f"{module.__name__.partition('.')[2]}.{name}", part


OBJECTS = dict(public_objects())


def run(text: str, name: str, names: dict[str, Any] | None = None) -> int:
    """Run the examples in a text; the number of them. What they define is put among the names."""
    known = {"headway": headway} if names is None else names
    test = doctest.DocTestParser().get_doctest(text, known, name, None, None)
    told: list[str] = []
    outcome = doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=told.append, clear_globs=False)
    known.update(test.globs)
    assert not outcome.failed, "".join(told)
    return outcome.attempted


@pytest.mark.parametrize("name", OBJECTS)
def test_every_public_name_has_an_example_that_runs(name: str) -> None:
    own = OBJECTS[name].__doc__
    assert own, "it has no docstring"
    assert run(inspect.cleandoc(own), name) > 0


@pytest.mark.parametrize("name", CLASSES)
def test_every_field_is_explained_and_shown_in_the_docstring_of_its_class(name: str) -> None:
    kind = CLASSES[name]
    parts = doctest.DocTestParser().parse(inspect.getdoc(kind) or "")
    prose = "".join(part for part in parts if isinstance(part, str))
    shown = "".join(f"{part.source}{part.want}" for part in parts if isinstance(part, doctest.Example))
    for field in fields(kind):
        assert re.search(rf"`{field}`", prose), f"{field} is not explained"
        assert re.search(rf"\b{field}\b", shown), f"{field} is in no example"


def test_what_has_no_docstring_or_example_is_found() -> None:
    class Lacking:
        """Has one member with an example, and one without anything."""

        def shown(self) -> None:
            """Nothing.

            >>> 1
            1
            """

        def hidden(self) -> None: ...

    Lacking.__module__ = "headway.lacking"
    assert [name for name, _ in documented(Lacking)] == ["hidden", "shown"]
    assert dict(documented(Lacking))["hidden"].__doc__ is None


FENCED = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# (\S+\.py)\n")


def test_the_tour_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    blocks = FENCED.findall(page)
    files = {named[1]: block for block in blocks if (named := FILE.match(block))}
    assert list(files) == ["face_to_face/rules.py", "face_to_face/words.py"]
    for name, text in {**files, "face_to_face/__init__.py": "", "face_to_face/rulebook.md": "# Face to Face\n"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for heading in ("Load", "Play", "Solve", "Hint", "Review", "Simulate", "Add a game"):
        assert f"\n## {heading}\n" in page
    examples = "\n".join(block for block in blocks if not FILE.match(block))
    assert examples.count(">>>") == page.count(">>>")
    assert run(examples, "docs/python.md") == examples.count(">>>")


def test_the_example_of_the_readme_runs_and_is_the_game_of_its_picture() -> None:
    (example,) = FENCED.findall((ROOT / "README.md").read_text("utf-8"))
    names: dict[str, Any] = {}
    assert run(example, "README.md", names) == example.count(">>>")
    assert names["table"].svg() == (ROOT / "docs" / "board.svg").read_text("utf-8")
