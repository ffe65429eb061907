"""No sentence stands in both front ends: what both say is below them, and each says it from there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "headway"
SHORTEST = 4
"""How many words in a row make a sentence; shorter runs are labels ("offer a draw") or the names of fields."""
ALLOWED = {
    # what Headway is, as the heading of the start page and of the menu: a name, as on the README
    "two player games on",
    "player games on a",
    "games on a line",
    # two facts: a name that is not in the catalogue, and a number that no game of a table has
    "there is no game",
}


def test_no_sentence_stands_in_both_front_ends() -> None:
    terminal = runs_of_words(python_strings(PACKAGE / "terminal"))
    web = runs_of_words([*python_strings(PACKAGE / "web"), *script_strings(PACKAGE / "web")])
    assert len(terminal) > 200  # they were found
    assert len(web) > 200
    assert terminal & web == ALLOWED


def test_a_sentence_is_found_in_python_and_in_scripts(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        '"""A docstring that does not count."""\nX = f"The game {1} was saved on the disk."\n'
    )
    (tmp_path / "two.js").write_text("// a comment that does not count\nsay(`${name} was saved on the disk!`);\n")
    python, scripts = runs_of_words(python_strings(tmp_path)), runs_of_words(script_strings(tmp_path))
    assert python == scripts == {"was saved on the", "saved on the disk"}


def python_strings(folder: Path) -> Iterator[str]:
    """Every text of the modules below a folder, without docstrings; of an f-string, the parts between its values."""
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
                yield node.value


def script_strings(folder: Path) -> Iterator[str]:
    """Every text of the scripts below a folder; of a template, the parts between its values."""
    for path in folder.rglob("*.js"):
        code = re.sub(r"//.*", "", path.read_text("utf-8"))
        for quoted, template in re.findall(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', code):
            yield from re.split(r"\$\{[^}]*\}", quoted or template)


def runs_of_words(texts: Iterator[str] | list[str]) -> set[str]:
    """Every run of words, without regard to punctuation and capitals."""
    words = [re.findall(r"[a-z']+", text.lower()) for text in texts]
    return {" ".join(row[at : at + SHORTEST]) for row in words for at in range(len(row) - SHORTEST + 1)}
