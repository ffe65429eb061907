"""The public members of the public classes, by introspection: what a user meets after the dot."""

import inspect
from collections.abc import Iterator
from dataclasses import is_dataclass
from enum import Enum
from typing import Any

import headway

CLASSES: dict[str, type] = {name: value for name in headway.__all__ if inspect.isclass(value := getattr(headway, name))}


def members(kind: type) -> set[str]:
    """The names without an underscore that the class, or a class of ours that it derives from, defines."""
    ours = [base for base in kind.__mro__ if base.__module__.partition(".")[0] == "headway"]
    found = {name for base in ours for name in (*vars(base), *vars(base).get("__annotations__", {}))}
    if issubclass(kind, Enum):
        found |= set(kind.__members__)
    return {name for name in found if not name.startswith("_")}


def fields(kind: type) -> set[str]:
    """The members that hold data and cannot have a docstring: of a dataclass, of a NamedTuple or of an enum."""
    if issubclass(kind, Enum):
        return set(kind.__members__)
    if issubclass(kind, tuple):
        return {*getattr(kind, "_fields", ())}
    if is_dataclass(kind):
        return {name for name in kind.__dataclass_fields__ if not name.startswith("_")}
    return set()


def documented(kind: type) -> Iterator[tuple[str, Any]]:
    """The methods and properties, which must each have a docstring of their own."""
    for name in sorted(members(kind) - fields(kind)):
        part = inspect.getattr_static(kind, name)
        yield name, part.__func__ if isinstance(part, classmethod | staticmethod) else part
