"""The `Rules` and the `State` of a game with more fields.

Each is made once, and has a name in this module that tells what it is made from. By that name it is found again when a
state is unpickled, and when Numba looks for what it has kept on disk.
"""

from collections import namedtuple
from importlib import import_module
from typing import Annotated, Any, get_type_hints

from headway.ruleset import Rule

_namedtuple: Any = namedtuple  # whose fields are known only here
_made: dict[str, Any] = {}


def more_rules(kind: Any, rules: tuple[Rule, ...]) -> Any:
    """A game's `Rules` with these rules as well."""
    made = _with_fields(kind, [rule.name for rule in rules], [rule.default for rule in rules])
    hints = {rule.name: Annotated[int, rule.allowed] for rule in rules}
    made.__annotations__ = {**get_type_hints(kind, include_extras=True), **hints}
    return made


def one_more(kind: Any, name: str) -> Any:
    """A game's `State` with one more whole number, which has that name unless the game has it already."""
    while name in kind._fields:
        name += "_"
    return _with_fields(kind, [name], [])


def _with_fields(kind: Any, names: list[str], defaults: list[Any]) -> Any:
    made_from = f"{kind.__module__}:{kind.__qualname__}".replace(".", "/")
    own = f"{made_from}+{','.join(names)}"
    if own not in _made or _made[own].made_from is not kind:
        every = [*kind._field_defaults.values(), *defaults]
        made: Any = _namedtuple(kind.__name__, (*kind._fields, *names), defaults=every)
        made.__module__, made.__qualname__, made.made_from = __name__, own, kind
        _made[own] = made
    return _made[own]


def __getattr__(own: str) -> Any:
    made_from, plus, names = own.rpartition("+")
    if not plus:
        raise AttributeError(f"module {__name__} has no attribute {own}")
    if own in _made:
        return _made[own]
    module, _, name = made_from.partition(":")
    kind = getattr(import_module(module.replace("/", ".")), name)
    if not kind._field_defaults:  # a `State` has none
        return one_more(kind, names)
    from headway.changes import rule_of

    return more_rules(kind, tuple(map(rule_of, names.split(","))))
