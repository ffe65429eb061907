"""What a player's program keeps of a game in which a server rolls the dice, to check the game after its end."""

from typing import Any

from headway.table.dice import commitment, face, new_client_seed
from headway.table.dice_check import WRONG_CLIENT_SEED, WRONG_MOVE, WRONG_ROLL, WRONG_SEED, right_dice


class DiceNotes:
    """The commitment that the program received first, the seeds that it added, and the moves that it made.

    The pages keep the same in the browser (dice_notes.js). A move that was refused or taken back is not kept; a seed
    is, because the program adds the same one again.
    """

    def __init__(self, committed: str) -> None:
        self._commitment = committed
        self._client_seeds: dict[int, str] = {}  # by the ply of the roll
        self._moves: dict[int, str] = {}  # by the number of plies before the move
        self._sent: tuple[int, str] | None = None  # the last move that was sent, with that number

    def seed_for(self, ply: int, move: str | None) -> str:
        """The seed to send with a move that is made after `ply` plies; None for a text that will be refused."""
        self._sent = None if move is None else (ply, move)
        return self._client_seeds.setdefault(ply + 1, new_client_seed())

    def on_refusal(self) -> None:
        """Forget the move that was sent last."""
        if self._sent is not None:
            self._moves.pop(self._sent[0], None)
            self._sent = None

    def on_ply(self, ply: int) -> None:
        """Note that the game has this many plies now: the move that was sent is made, or moves were taken back."""
        if self._sent is not None and ply > self._sent[0]:
            self._moves[self._sent[0]] = self._sent[1]
        self._moves = {before: move for before, move in self._moves.items() if before < ply}

    def verdict(self, dice: dict[str, Any]) -> str:
        """Whether a finished game is as this program has seen it, given the server's answer to `/dice`."""
        seed, moves = dice["seed"], dice["moves"]
        if commitment(seed) != self._commitment:
            return WRONG_SEED
        for before, move in self._moves.items():
            if moves[before : before + 1] != [move]:
                return WRONG_MOVE.format(ply=before + 1)
        for roll in dice["rolls"]:
            ply, client_seed = roll["ply"], roll.get("client_seed")
            if self._client_seeds.get(ply, client_seed) != client_seed:
                return WRONG_CLIENT_SEED.format(ply=ply + 1)
            tokens, weights = zip(*roll["faces"], strict=True)
            if not tokens[face(weights, seed, ply, client_seed)] == roll["rolled"] == moves[ply]:
                return WRONG_ROLL.format(ply=ply + 1)
        return right_dice(len(dice["rolls"]))
