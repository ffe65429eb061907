"""The solutions of games, kept in the user's cache folder.

A file has a checksum in its first line, and then the solution. A damaged file is written again. If the folder grows too
large, the files are removed that were not read for the longest time.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from headway import __version__
from headway.game import Game
from headway.solver import solve
from headway.solver.solution import Solution
from headway.solver.solution_file import pack, unpack

MOST_BYTES = 1 << 30
"""The size of the folder. A solution that would take more than a quarter of it is not kept."""
ENDING = ".solution"


def solved(game: Game, progress: Callable[[str], None] = lambda doing: None) -> Solution:
    """The solution of a game, read from the cache if it was solved before."""
    path = place(game)
    kept = _read(game, path)
    if kept is None:
        kept = solve(game, progress=progress)
        _write(kept, path)
    return kept


def place(game: Game) -> Path:
    """The file for the solution of a game: named after the game, its rules, our version, and the sources of both."""
    from platformdirs import user_cache_path

    own = Path(__file__).parent
    parts = (own.rglob("*.py"), own.parent.glob("*.py"), (own.parent / "changes").glob("*.py"))
    sources = [game.folder / "rules.py", *(path for part in parts for path in sorted(part))]
    known = b"".join(path.read_bytes() for path in sources) + repr((game.settings, __version__)).encode()
    key = sha256(known).hexdigest()[:16]
    return user_cache_path("headway") / f"{game.name}-{key}{ENDING}"


def _read(game: Game, path: Path) -> Solution | None:
    try:
        checksum, _, packed = path.read_bytes().partition(b"\n")
        if sha256(packed).hexdigest().encode() != checksum:
            return None
        os.utime(path)  # it was read just now
        return unpack(game, packed)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(solution: Solution, path: Path) -> None:
    packed = pack(solution)
    if len(packed) > MOST_BYTES // 4:
        return
    half = path.with_name(f"{path.name}.{os.getpid()}.part")
    with suppress(OSError):  # without a cache everything still works, only slower
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            half.write_bytes(sha256(packed).hexdigest().encode() + b"\n" + packed)
            half.replace(path)
        finally:
            half.unlink(missing_ok=True)
        _make_room(path.parent)


def _make_room(folder: Path) -> None:
    """Remove what was not read for the longest time, until the folder is small enough."""
    files = [(path.stat(), path) for path in folder.glob(f"*{ENDING}")]
    kept = 0
    for status, path in sorted(files, key=lambda file: file[0].st_mtime, reverse=True):
        kept += status.st_size
        if kept > MOST_BYTES:
            path.unlink(missing_ok=True)
