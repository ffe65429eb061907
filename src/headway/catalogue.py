"""The installed games: the folders of `headway.rulebooks`, and those that packages register as entry points."""

from functools import cache
from pathlib import Path

from headway import rulebooks as own_games
from headway.errors import BadGame, HeadwayError, UnknownGame, nearest, quoted
from headway.game import Game
from headway.typed_text import normalised_name

GROUP = "headway.games"


def find(name: str) -> Game:
    """The game of that name; `UnknownGame` suggests the nearest name."""
    wanted = _dashed(name)
    package = _own_games().get(wanted) or _others_games().get(wanted)
    if package is None:
        known = names()
        raise UnknownGame(f"{no_such_game(name, nearest(wanted, known))} The games are: {', '.join(known)}.")
    return _load(wanted, package)


def no_such_game(name: str, guess: str) -> str:
    """That no game has this name, with a guess (`nearest`) which is meant."""
    return f"There is no game {quoted(name)}.{guess}"


def names() -> list[str]:
    """The names of all games, our own first."""
    return list(_own_games() | _others_games())


def own_names() -> list[str]:
    """The names of the games that are part of Headway."""
    return list(_own_games())


def games() -> tuple[list[Game], list[BadGame]]:
    """All games that can be loaded, and the errors of the others."""
    found, broken = [], []
    for name in names():
        try:
            found.append(find(name))
        except BadGame as error:
            broken.append(error)
    return found, broken


@cache
def _own_games() -> dict[str, str]:
    """Our own games and their packages. They are entry points as well, but a folder is read much faster."""
    folders = sorted(rules.parent.name for rules in Path(own_games.__path__[0]).glob("*/rules.py"))
    return {folder.replace("_", "-"): f"{own_games.__name__}.{folder}" for folder in folders}


def _others_games() -> dict[str, str]:
    """The games that packages register as entry points, ours among them."""
    from importlib.metadata import entry_points

    return {_dashed(entry.name): entry.value for entry in entry_points(group=GROUP)}


def _dashed(name: str) -> str:
    """A game's name in small letters with dashes, from any spelling of it."""
    return normalised_name(name).replace(" ", "-")


@cache  # a server finds a game for every new table, and reading its folder takes long
def _load(name: str, package: str) -> Game:
    try:
        return Game.load(name, package)
    except UnknownGame as error:
        raise BadGame(f"The game {name} cannot be loaded: {error}") from error
    except HeadwayError as error:
        raise BadGame(f"The game {name} does not keep the contract: {error}") from error
    except (Exception, SystemExit) as error:  # a package may raise anything while it is imported
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadGame(f"The game {name} cannot be loaded from {package}: {reason}") from error
