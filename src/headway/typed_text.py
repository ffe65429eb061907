"""Text that people type."""

from collections.abc import Iterable


def normalised(text: str) -> str:
    """The text without regard to capitals and spacing: what people type is compared in this form."""
    return " ".join(text.split()).casefold()


def normalised_name(text: str) -> str:
    """The same of a name, in which a space, a dash and an underscore are alike: "Longest step" is `longest_step`."""
    return normalised(text.replace("_", " ").replace("-", " "))


def known_name(typed: str, names: Iterable[str]) -> str:
    """The one of the names that is typed, in any spelling; what is typed as it is, if it is none of them."""
    every = list(names)
    if typed in every:
        return typed
    wanted = normalised_name(typed)
    return next((name for name in every if normalised_name(name) == wanted), typed)
