"""No sentence stands in both front ends: what both say is below them, and each says it from there.

What each front end says for itself is how it is used: prompts and the help of commands in the terminal; headings,
buttons, labels and troubles with a connection in the browser; and what the server's own routes refuse. Labels of up to
three words ("how to play", "offer a draw") may be the same by chance or by intention, so they are not compared: four
words in a row are the fewest that name a thing and say something of it.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "headway"
SHORTEST = 4
"""How many words in a row make a sentence; shorter runs are labels or the names of fields."""


def test_no_sentence_stands_in_both_front_ends() -> None:
    terminal = runs_of_words(python_strings(PACKAGE / "terminal"))
    pages = runs_of_words(page_strings(PACKAGE / "web"))
    web = runs_of_words([*python_strings(PACKAGE / "web"), *script_strings(PACKAGE / "web")])
    assert len(terminal) > 200  # they were found
    assert len(web) > 200
    assert len(pages) > 5
    assert terminal & (web | pages) == set()


def test_a_sentence_is_found_in_python_in_scripts_and_in_pages(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        '"""A docstring that does not count."""\nX = f"The game {1} was saved on the disk."\n'
    )
    (tmp_path / "two.js").write_text("// a comment that does not count\nsay(`${name} was saved on the disk!`);\n")
    (tmp_path / "three.html").write_text(
        '<!-- a comment that does not count --><meta content="was saved on the"><p class="saved">saved on the disk</p>'
    )
    python, scripts = runs_of_words(python_strings(tmp_path)), runs_of_words(script_strings(tmp_path))
    assert python == scripts == runs_of_words(page_strings(tmp_path)) == {"was saved on the", "saved on the disk"}


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


def page_strings(folder: Path) -> Iterator[str]:
    """Every text of the HTML pages below a folder: between their tags, and the values of attributes."""
    for path in folder.rglob("*.html"):
        page = re.sub(r"<!--.*?-->", "", path.read_text("utf-8"), flags=re.DOTALL)
        yield from re.split(r"<[^>]*>", page)
        for tag in re.findall(r"<[^>]*>", page):
            yield from re.findall(r'"([^"]*)"', tag)


def runs_of_words(texts: Iterator[str] | list[str]) -> set[str]:
    """Every run of words, without regard to punctuation and capitals."""
    words = [re.findall(r"[a-z']+", text.lower()) for text in texts]
    return {" ".join(row[at : at + SHORTEST]) for row in words for at in range(len(row) - SHORTEST + 1)}
