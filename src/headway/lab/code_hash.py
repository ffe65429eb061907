"""The hash of the code that a row was made by, and the key of a row: what tells whether it is known already."""

import json
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

import headway
from headway.game import Game
from headway.lab.variant_list import Variant


@cache
def code_hash(folder: Path) -> str:
    """The hash of what decides a row: the rules and words of a game, which are in a folder, and our own sources."""
    return sha256(b"".join(_digest(path) for path in [*_sources(folder), *_own()])).hexdigest()[:16]


def key_of(variant: Variant) -> str:
    """The key of a variant: a hash of the game, its rules, how it was dealt, what is asked about it, and the code."""
    game = variant.game
    known: list[object] = [game.name, game.settings, variant.deal, variant.seed, code_of(game)]
    if variant.rate is not None:
        known.append(variant.rate)
    return sha256(json.dumps(known).encode()).hexdigest()[:32]


def code_of(game: Game) -> str:
    """The hash of the code that a row of a game is made by: that of this machine, wherever the game was loaded."""
    return code_hash(Path(str(sys.modules[game.code.play.__module__].__file__)).parent)


@cache
def _own() -> tuple[Path, ...]:
    """Our own sources, without the rule books and what is above the lab."""
    root = Path(str(headway.__file__)).parent
    packages = ("", "changes", "lab", "policies", "solver", "solver/kernels", "table")
    return tuple(path for package in packages for path in _sources(root / package))


def _sources(folder: Path) -> Iterable[Path]:
    return sorted(folder.glob("*.py"))


@cache
def _digest(path: Path) -> bytes:
    return sha256(path.read_bytes()).digest()
