"""The rules as machine code: Numba compiles each game's `rules.py` as it stands. Needs the extra `fast`."""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CellType, FunctionType
from typing import Any

import numpy as np
from numba import njit, typeof
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import overload

from headway import rulekit
from headway.contract import RuleSet, State, fields, with_values
from headway.game import Code, Game
from headway.rules_fingerprint import rules_fingerprint

INTERPRETED = {"start", "deal", "span", "goals"}
"""The functions that are not compiled: they run once and fix the shapes of rules and states for the others."""
INNER: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""The options for functions that only machine code calls: to let Python call them nearly doubles the time."""


@overload(rulekit.put)
def _compiled_put(items: Any, index: Any, value: Any) -> Callable[..., Any]:
    def put(items: Any, index: Any, value: Any) -> Any:
        return tuple_setitem(items, index, value)  # type: ignore[call-arg]

    return put


@cache
def compiled(code: Code) -> Code:
    """The functions of a game compiled by Numba, each when it is first called, which only machine code can do."""
    known = dict[FunctionType, Any]()
    return code._replace(
        **{
            name: _compile(part, known)
            for name, part in code._asdict().items()
            if isinstance(part, FunctionType) and name not in INTERPRETED
        }
    )


def _compile(function: FunctionType, known: dict[FunctionType, Any]) -> Any:
    """The compiled function; those of its module that it calls, and those that it encloses, are compiled too."""
    if function in known:
        return known[function]
    names, cells = dict(function.__globals__), [CellType() for _ in function.__closure__ or ()]
    twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__, tuple(cells))
    known[function] = found = njit(twin, **INNER)  # its names are looked up when it is first called
    for name in function.__code__.co_names:
        part = names.get(name)
        if isinstance(part, FunctionType) and part.__globals__ is function.__globals__ and name not in INTERPRETED:
            names[name] = _compile(part, known)
    for cell, enclosed in zip(cells, function.__closure__ or (), strict=True):
        part = enclosed.cell_contents
        cell.cell_contents = _compile(part, known) if isinstance(part, FunctionType) else part
    return found


def machine_rules(rules: RuleSet) -> RuleSet:
    """The rules with each tuple as an array: of a tuple, Numba compiles a branch for every entry."""
    values: list[Any] = [np.array(value) if isinstance(value, tuple) else value for value in rules]
    return with_values(rules, values)


@cache
def interpreted_with(code: Code, function: FunctionType) -> Callable[..., Any]:
    """A function whose open names stand for the functions of a game's rules."""
    return FunctionType(function.__code__, {**function.__globals__, **code._asdict()}, function.__name__)


@cache
def compiled_with(game: Game, function: FunctionType) -> Any:
    """A function whose open names stand for the functions of a game's rules, in machine code with these."""
    return _compiled_with(game.code, function, _shape(game.rules), _shape(game.start()))


@cache
def _compiled_with(code: Code, function: FunctionType, *shapes: str) -> Any:
    """The same for rules and states of these shapes. Numba keeps it on disk, if it can be said what it is made of.

    It is kept under a name that tells all of that: Numba does not see that a function which it calls has changed. The
    shapes are part of the name because processes that keep two of them under one name can mix them up.
    """
    rules = rules_fingerprint(code)
    sources = [Path(each).read_bytes() for each in (function.__code__.co_filename, __file__, rulekit.__file__)]
    mark = sha256(repr((rules, shapes, sources)).encode()).hexdigest()[:16]
    named = function.__code__.replace(co_name=f"{function.__name__}_{mark}")
    twin = FunctionType(named, {**function.__globals__, **compiled(code)._asdict()}, named.co_name)
    twin.__qualname__ = named.co_name
    return njit(cache=rules is not None)(twin)


def _shape(record: RuleSet | State) -> str:
    """The names and the types of the fields of a `Rules` or a `State`."""
    return f"{typeof(record)} {list(fields(record))}"  # type: ignore[no-untyped-call]
