"""The examples: in the docstrings of all public names, in docs/python.md, in the README and in the notebook."""

import doctest
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import headway

ROOT = Path(__file__).parents[2]
OPTIONS = doctest.ELLIPSIS


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an example writes goes to a folder of its own."""
    monkeypatch.chdir(tmp_path)


def public_objects() -> Iterator[tuple[str, Any]]:
    """Every public name, and the public methods and properties that the classes of ours define."""
    yield "headway", headway
    for name in headway.__all__:
        value = getattr(headway, name)
        if name.startswith("_"):
            continue
        yield name, value
        if inspect.isclass(value) and value.__module__.startswith("headway.api"):
            for member, part in vars(value).items():
                documented = inspect.isfunction(part) or hasattr(part, "fget") or hasattr(part, "func")
                if not member.startswith("_") and documented:
                    yield f"{name}.{member}", part


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
    assert run(inspect.getdoc(OBJECTS[name]) or "", name) > 0


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
