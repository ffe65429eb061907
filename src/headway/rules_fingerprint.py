"""A fingerprint of the rules of a game: it changes with everything that they are made of, and with nothing else."""

import marshal
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import headway
from headway.contract import Code, names_in

PLAIN = (int, float, str, type(None))
"""Values that their text tells."""


@cache
def rules_fingerprint(code: Code) -> str | None:
    """Of the functions of a game and all that they are made of, and of all sources of the packages that they are from.

    It is the same wherever these lie. None if one encloses something whose contents are not known: more than functions,
    numbers, text, None, kinds of states, and tuples of these; or if one has no source.
    """
    parts = list[Any]()
    for part in code:
        if isinstance(part, FunctionType):
            _take_apart(part, parts)
    functions = [part for part in parts if isinstance(part, FunctionType)]
    values = [part for part in parts if not isinstance(part, FunctionType)]
    if not all(isinstance(value, PLAIN) or (isinstance(value, type) and issubclass(value, tuple)) for value in values):
        return None
    modules = sorted({str(function.__module__) for function in functions})
    if any(getattr(sys.modules.get(module), "__file__", None) is None for module in modules):
        return None
    sources = dict.fromkeys(path for module in modules for path in _sources(module))
    codes = [marshal.dumps(_without_path(function.__code__), 2) for function in functions]
    return sha256(b"".join([*map(digest, sources), *codes, repr(values).encode()])).hexdigest()[:12]


def _take_apart(part: Any, parts: list[Any]) -> None:
    """Add a part of the rules, what it encloses, its defaults, and what it calls by name; of a tuple its entries."""
    if isinstance(part, tuple):
        for entry in part:
            _take_apart(entry, parts)
    elif not isinstance(part, FunctionType):
        parts.append(part)
    elif not any(part is each for each in parts):
        parts.append(part)
        for cell in part.__closure__ or ():
            _take_apart(cell.cell_contents, parts)
        _take_apart((part.__defaults__ or (), tuple((part.__kwdefaults__ or {}).values())), parts)
        # its source may have been edited since it was read, and names may have been given other values
        for value in map(part.__globals__.get, sorted(names_in(part.__code__))):
            if isinstance(value, FunctionType):
                is_part = _package(value) == _package(part)
            else:
                is_part = all(isinstance(entry, PLAIN) for entry in (value if isinstance(value, tuple) else (value,)))
            if is_part:
                _take_apart(value, parts)


def _package(function: FunctionType) -> str:
    return str(function.__module__).partition(".")[0]


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
def digest(path: Path) -> bytes:
    """Of the contents of a file."""
    return sha256(path.read_bytes()).digest()
