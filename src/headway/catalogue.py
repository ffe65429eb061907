"""Which games there are: those of this package and of every other that names some in the group `headway.games`."""

from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import EntryPoint, PackageNotFoundError, distribution, entry_points

from headway.errors import BadGame, HeadwayError, UnknownGame, nearest, quoted
from headway.game import Game

GROUP = "headway.games"


def find(name: str) -> Game:
    """The game of that name; `UnknownGame` names the nearest there is."""
    wanted = "-".join(name.replace("_", " ").replace("-", " ").lower().split())
    for entry in _entries():
        if entry.name == wanted:
            return _load(entry)
    known = names()
    raise UnknownGame(f"There is no game {quoted(name)}.{nearest(wanted, known)} The games are: {', '.join(known)}.")


def names() -> list[str]:
    """The names of all games, our own first."""
    return list(dict.fromkeys(entry.name for entry in _entries()))


def games() -> tuple[list[Game], list[BadGame]]:
    """All games that can be loaded, and what is wrong with the others."""
    found, broken = [], []
    for name in names():
        try:
            found.append(find(name))
        except BadGame as error:
            broken.append(error)
    return found, broken


def _entries() -> Iterator[EntryPoint]:
    """Our own games first: reading one distribution is much faster than scanning all, and nobody shadows them."""
    with suppress(PackageNotFoundError):  # run from its source alone
        yield from distribution("headway").entry_points.select(group=GROUP)
    yield from entry_points(group=GROUP)


def _load(entry: EntryPoint) -> Game:
    try:
        return Game.load(entry.name, entry.value)
    except HeadwayError as error:
        raise BadGame(f"The game {entry.name} does not keep the contract: {error}") from error
    except Exception as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadGame(f"The game {entry.name} cannot be loaded from {entry.value}: {reason}") from error
