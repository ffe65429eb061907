"""Refusals have one name each, and what their messages are made of."""

import ast
import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from headway.errors import HeadwayError, install_hint

SOURCE = Path(__file__).parents[1] / "src" / "headway"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a virtual environment in which this program runs; its pip is not on the path."""
    folder = tmp_path / "headway"
    pip = folder / ".venv" / "bin" / "pip"
    pip.parent.mkdir(parents=True)
    pip.touch()
    monkeypatch.setattr(sys, "executable", str(pip.with_name("python")))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(folder)
    return folder


def installed_from(monkeypatch: pytest.MonkeyPatch, origin: object) -> None:
    """Let the installed package say where it came from, as pip writes it (PEP 610); None for a package index."""
    text = None if origin is None else json.dumps(origin)
    monkeypatch.setattr("importlib.metadata.distribution", lambda name: SimpleNamespace(read_text=lambda file: text))


def test_an_editable_checkout_is_named_by_its_folder(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed_from(monkeypatch, {"url": checkout.as_uri(), "dir_info": {"editable": True}})
    assert install_hint("fast") == ".venv/bin/pip install -e '.[fast]'"
    monkeypatch.chdir(Path(__file__).parent)
    assert install_hint("fast") == f"{checkout}/.venv/bin/pip install -e '{checkout}[fast]'"


def test_a_folder_that_was_installed_is_installed_again(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed_from(monkeypatch, {"url": checkout.as_uri(), "dir_info": {}})
    assert install_hint("web") == ".venv/bin/pip install '.[web]'"


def test_an_installed_package_is_named_by_its_name(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for origin in (None, {"url": "file:///wheels/headway-1-py3-none-any.whl", "archive_info": {}}):
        installed_from(monkeypatch, origin)
        assert install_hint("lab") == ".venv/bin/pip install 'headway[lab]'"


def test_the_pip_that_the_shell_finds_needs_no_path(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed_from(monkeypatch, None)
    (checkout / ".venv" / "bin" / "pip").chmod(0o755)
    monkeypatch.setenv("PATH", str(checkout / ".venv" / "bin"))
    assert install_hint("lab") == "pip install 'headway[lab]'"
    (checkout / ".venv" / "bin" / "pip").unlink()  # an environment without pip
    assert install_hint("lab") == "pip install 'headway[lab]'"


def test_every_refusal_has_a_type_of_its_own() -> None:
    """`HeadwayError` is the family: it has no name, is never raised itself, and each kind has a name of its own."""
    assert not hasattr(HeadwayError, "name")
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != HeadwayError.__name__, f"{path}:{node.lineno} makes one without a name"
            if isinstance(node, ast.ClassDef) and HeadwayError.__name__ in [ast.unparse(base) for base in node.bases]:
                own = [ast.unparse(part) for part in node.body if isinstance(part, ast.Assign)]
                assert any(part.startswith("name = ") for part in own), f"{path}: {node.name} has no name"


def test_an_error_over_http_has_a_name_of_a_refusal() -> None:
    text = (SOURCE / "web" / "http" / "errors.py").read_text("utf-8")
    assert not re.findall(r'"[a-z]+-[a-z]+"', text.replace('"retry-after"', ""))


def test_the_name_of_a_refusal_is_written_once_in_its_class() -> None:
    """In all of the program: what needs a name elsewhere takes it from the class."""
    text = "".join(path.read_text("utf-8") for path in sorted(SOURCE.rglob("*.py")))
    names = re.findall(r'^    name = "([a-z]+(?:-[a-z]+)+)"$', text, re.MULTILINE)
    assert {"stale-ply", "too-large", "wrong-token"} < set(names)
    assert {name: text.count(f'"{name}"') for name in names} == dict.fromkeys(names, 1)
