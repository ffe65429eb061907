"""Public names of a package that are loaded when they are first used: to import the package takes no time."""

from collections.abc import Mapping, Sequence
from importlib import import_module


def load_name(package: dict[str, object], homes: Mapping[str, Sequence[str]], name: str) -> object:
    """A name of a package from its module, for the package's `__getattr__`; `homes` lists the names of each module.

    `package` is the dictionary of the package, which keeps the name. Raises the `AttributeError` of Python for others.
    """
    for module, names in homes.items():
        if name in names:
            found: object = getattr(import_module(module), name)
            package[name] = found
            return found
    raise AttributeError(f"module {package['__name__']!r} has no attribute {name!r}")
