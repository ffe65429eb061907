"""The solutions of games, kept in the user's cache folder.

A file has a checksum in its first line, and then the solution. A damaged file is written again. If the folder grows too
large, the files are removed that were not read for the longest time; what a killed process left half written goes, too.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from headway import __version__
from headway.game import Game
from headway.solver import solve
from headway.solver.fingerprint import SOLVING, fingerprint
from headway.solver.solution import Solution
from headway.solver.solution_file import pack, unpack

MOST_BYTES = 1 << 30
"""The size of the folder. A solution that would take more than a quarter of it is not kept."""
ENDING, HALF = ".solution", ".part"
LONGEST_WRITE = 3600.0
"""Seconds after which a half-written file is taken to be abandoned."""


def solved(game: Game, progress: Callable[[str], None] = lambda doing: None, exact: bool = False) -> Solution:
    """The solution of a game, in exact fractions if these are wanted, read from the cache if it was solved before."""
    path = place(game, exact)
    kept = path and _read(game, path)
    if not kept:
        kept = solve(game, progress=progress, exact=exact)
        if path:
            _write(kept, path)
    return kept


def place(game: Game, exact: bool = False) -> Path | None:
    """The file for the solution of a game: named after the game, its rules, our version, and the sources of both.

    None if it is not known what the rules are made of.
    """
    from platformdirs import user_cache_path

    sources = fingerprint(game.code, *SOLVING)
    if sources is None:
        return None
    key = sha256(repr((sources, game.settings, __version__)).encode()).hexdigest()[:16]
    return user_cache_path("headway") / f"{game.name}-{key}{'-exact' if exact else ''}{ENDING}"


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
    half = path.with_name(f"{path.name}.{os.getpid()}{HALF}")
    with suppress(OSError):  # without a cache everything still works, only slower
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            half.write_bytes(sha256(packed).hexdigest().encode() + b"\n" + packed)
            half.replace(path)
        finally:
            half.unlink(missing_ok=True)
        _make_room(path.parent)


def _make_room(folder: Path) -> None:
    """Remove what a killed process left, and what was not read for the longest time, until the folder is small enough.

    What is being written is counted, and stays.
    """
    kept, now = 0, time.time()
    for path in folder.glob(f"*{ENDING}.*{HALF}"):
        status = path.stat()
        if now - status.st_mtime > LONGEST_WRITE:
            path.unlink(missing_ok=True)
        else:
            kept += status.st_size
    files = [(path.stat(), path) for path in folder.glob(f"*{ENDING}")]
    for status, path in sorted(files, key=lambda file: file[0].st_mtime, reverse=True):
        kept += status.st_size
        if kept > MOST_BYTES:
            path.unlink(missing_ok=True)
