"""Games by their names."""

from collections.abc import Sequence
from random import Random
from warnings import warn

from headway import catalogue
from headway.api.arguments import checked_seed
from headway.errors import expected
from headway.game import Game


def load(name: str, /, *, seed: int | None = None, **rules: int | str | Sequence[int]) -> Game:
    """The game of that name, under the rules of its book or with some of them changed.

    A game that begins with a random set-up is dealt by the seed; without one it has the set-up of its book.

    >>> headway.load("capture-the-flag", length=12)
    <Game capture-the-flag: length=12>
    >>> headway.load("number-race", board=[3, 1, 2, 6]).board
    (3, 1, 2, 6)
    >>> headway.load("cross-over", lenght=12)
    Traceback (most recent call last):
    headway.errors.BadRules: There is no rule "lenght". Did you mean length? The rules are: length, longest_step, ...
    """
    if not isinstance(name, str):
        raise expected("the name of a game", name)
    checked_seed(seed)
    settings = {rule: value if isinstance(value, str) else _listed(value) for rule, value in rules.items()}
    return catalogue.find(name).variant(settings, None if seed is None else Random(seed))


def _listed(value: int | Sequence[int]) -> int | list[int]:
    return list(value) if isinstance(value, Sequence) else value


def games() -> list[Game]:
    """All games that are installed, under the rules of their books. One that cannot be loaded is a warning.

    >>> [game.title for game in headway.games()][:2]
    ['Capture the Flag', 'Cross Over']
    """
    found, broken = catalogue.games()
    for error in broken:
        warn(str(error), stacklevel=2)
    return found
