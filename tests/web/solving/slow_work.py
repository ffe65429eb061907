"""Work for a process that leaves a line in a file when it begins, and ends when another file is there."""

import time
from collections.abc import Callable
from pathlib import Path


def work(folder: Path, name: str, progress: Callable[[str], None]) -> str:
    with (folder / "begun").open("a") as begun:
        begun.write(f"{name}\n")
    while not ((folder / "all").exists() or (folder / name).exists()):
        time.sleep(0.01)
    return name


def begun(folder: Path) -> list[str]:
    """The names of the work that has begun, in order."""
    path = folder / "begun"
    return path.read_text().splitlines() if path.exists() else []
