"""A fingerprint of the code on which results about a game depend: its rules, and our own sources."""

import marshal
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import headway
from headway.game import Code

OURS = Path(str(headway.__file__)).parent
SOLVING = ("", "changes", "solver", "solver/kernels")
"""The folders of our sources that decide what the solution of a game is."""


@cache
def rules_fingerprint(code: Code) -> str | None:
    """Of the functions of a game and what they enclose, and of all sources of the packages that they are from.

    It is the same wherever these lie. None if one encloses something whose contents are not known: more than functions,
    numbers, kinds of states, and tuples of these.
    """
    parts = [each for part in code if isinstance(part, FunctionType) for each in _made_of(part)]
    functions = [part for part in parts if isinstance(part, FunctionType)]
    values = [part for part in parts if not isinstance(part, FunctionType)]
    if not all(isinstance(value, int) or (isinstance(value, type) and issubclass(value, tuple)) for value in values):
        return None
    modules = sorted({function.__module__ for function in functions})
    sources = dict.fromkeys(path for module in modules for path in _sources(module))
    codes = [marshal.dumps(_without_path(function.__code__), 2) for function in functions]
    return sha256(b"".join([*map(_digest, sources), *codes, repr(values).encode()])).hexdigest()[:12]


def fingerprint(code: Code, *ours: str) -> str | None:
    """Of the rules of a game, and of these folders of our own sources: what is known about one holds for the other.

    None if it cannot be said what the rules are made of.
    """
    rules = rules_fingerprint(code)
    own = b"".join(_digest(path) for folder in ours for path in sorted((OURS / folder).glob("*.py")))
    return None if rules is None else sha256(rules.encode() + own).hexdigest()[:16]


def _made_of(part: Any) -> Iterator[Any]:
    """A part of the rules, and what it encloses: of a tuple its entries."""
    if isinstance(part, tuple):
        for entry in part:
            yield from _made_of(entry)
        return
    yield part
    for cell in getattr(part, "__closure__", None) or ():
        yield from _made_of(cell.cell_contents)


def _sources(module: str) -> Iterator[Path]:
    """The sources that a module can be made of: those of its package, with all folders in it, or what lies beside it.

    Of our own modules it is what lies beside them: a rule book is a package, and all else is not part of the rules.
    """
    folder = Path(str(sys.modules[module].__file__)).parent
    package = sys.modules[module.partition(".")[0]]
    if package is headway or not hasattr(package, "__path__"):
        yield from sorted(folder.glob("*.py"))
        return
    for place in package.__path__:
        yield from sorted(Path(place).rglob("*.py"))


def _without_path(code: CodeType) -> CodeType:
    inner = tuple(_without_path(part) if isinstance(part, CodeType) else part for part in code.co_consts)
    return code.replace(co_filename="", co_consts=inner)


@cache
def _digest(path: Path) -> bytes:
    return sha256(path.read_bytes()).digest()
