"""Work for a process that leaves a line in a file when it begins, and ends when another file is there."""

import time
from collections.abc import Callable
from pathlib import Path

from headway.game import Game
from headway.web.solving.solution_cache import solve_packed


def work(folder: Path, name: str, progress: Callable[[str], None]) -> str:
    with (folder / "begun").open("a") as begun:
        begun.write(f"{name}\n")
    while not ((folder / "all").exists() or (folder / name).exists()):
        time.sleep(0.01)
    return name


def solve_slowly(folder: Path, game: Game, progress: Callable[[str], None]) -> bytes:
    """Solve a game once it may be, as work that is named after its length."""
    work(folder, str(game.settings["length"]), progress)
    return solve_packed(game, progress)


def begun(folder: Path) -> list[str]:
    """The names of the work that has begun, in order."""
    path = folder / "begun"
    return path.read_text().splitlines() if path.exists() else []
