"""JSON text, by the fast serialiser that comes with pydantic."""

from typing import Any

from pydantic_core import to_json


def dumps(value: Any) -> str:
    """A value as compact JSON."""
    return to_json(value).decode()
