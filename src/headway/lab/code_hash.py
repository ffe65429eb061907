"""The hash of the code that made a row, and the key of a row, by which a measured variant is recognised."""

import json
from hashlib import sha256

from headway.game import Game
from headway.lab.variant_list import Variant
from headway.solver.fingerprint import SOLVING, fingerprint


def key_of(variant: Variant) -> str:
    """The key of a variant: a hash of the game, its rules, how it was dealt, what is asked about it, and the code."""
    game = variant.game
    known: list[object] = [game.name, dict(sorted(variant.settings.items())), variant.deal, variant.seed, code_of(game)]
    if variant.rate is not None:
        known.append(variant.rate)
    return sha256(json.dumps(known).encode()).hexdigest()[:32]


def code_of(game: Game) -> str:
    """The hash of the code that a row of a game is made by: that of this machine, wherever the game was loaded.

    It is empty for a game that is made of more than code, which no other process can load.
    """
    return fingerprint(game.code, *SOLVING, "lab", "policies", "table") or ""
