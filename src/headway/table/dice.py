"""Dice that can be checked: the server commits to a seed before the game, every roll follows from it, and it is shown
after the game.

The commitment is the SHA-256 of the seed's 32 bytes. The roll at a ply is taken from HMAC-SHA-256 with the seed as its
key and the text "ply/try" as its message: the first eight bytes as one big-endian number, modulo the sum of weights. A
number beyond the last whole multiple of that sum is thrown away and the next try taken, so that no face is favoured.

The program of the player whose move the roll follows may add a seed of its own, the client seed; the message is then
"ply/try/client seed". The server does not know it when it commits, so it cannot choose that player's rolls.
"""

from collections.abc import Sequence
from itertools import count
from random import Random

from headway.game import Game, State
from headway.table.events import CLIENT_SEED_DIGITS

NUMBERS = 2**64


def new_seed() -> str:
    """A seed that cannot be guessed."""
    import secrets  # here, as below, so that a game without a server starts at once

    return secrets.token_hex(32)


def new_client_seed() -> str:
    """A seed that a player's program adds to a roll."""
    import secrets

    return secrets.token_hex(CLIENT_SEED_DIGITS // 2)


def commitment(seed: str) -> str:
    """The hash of a seed, which is shown before the game."""
    from hashlib import sha256

    return sha256(bytes.fromhex(seed)).hexdigest()


def roll(game: Game, state: State, seed: str, ply: int, client_seed: str | None = None) -> int:
    """The move of chance in a state, where `ply` moves have been made."""
    moves = game.moves_at(state)
    return moves[face([game.weight(state, move) for move in moves], seed, ply, client_seed)]


def face(weights: Sequence[int], seed: str, ply: int, client_seed: str | None = None) -> int:
    """The index of the face that is rolled after `ply` moves, if the faces have these weights."""
    number = number_below(sum(weights), seed, ply, client_seed)
    for index, weight in enumerate(weights):
        if number < weight:
            return index
        number -= weight
    raise AssertionError("the number is below the sum of the weights")


def number_below(total: int, seed: str, ply: int, client_seed: str | None = None) -> int:
    """A uniform random number from 0 to below `total`."""
    added = "" if client_seed is None else f"/{client_seed}"
    for attempt in count():
        number = int.from_bytes(_digest(seed, f"{ply}/{attempt}{added}")[:8], "big")
        if number < NUMBERS - NUMBERS % total:
            return number % total
    raise AssertionError("counting does not end")


def dealer(seed: str) -> Random:
    """The random numbers with which a board is dealt."""
    return Random(_digest(seed, "deal").hex())


def _digest(seed: str, moment: str) -> bytes:
    import hmac

    return hmac.digest(bytes.fromhex(seed), moment.encode("ascii"), "sha256")
