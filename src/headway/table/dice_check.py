"""Whether the dice of a game follow from the seed that its server had committed to, and what is said of it.

The page checks the dice in the browser, so that players need not trust the server; it takes the sentences from here.
"""

from collections.abc import Iterator

from headway.game import State
from headway.phrases import count
from headway.rulekit import CHANCE
from headway.table.apply import undealt
from headway.table.dice import commitment, dealer, roll
from headway.table.match import MatchGame
from headway.table.table import Table

WRONG_SEED = "The seed does not match the commitment that was published before the game."
WRONG_BOARD = "The board was not dealt from the seed."
WRONG_CLIENT_SEED = "The roll at ply {ply} was not made with the seed that this program had added to it."
WRONG_MOVE = "The record has another move at ply {ply} than this program had sent."
WRONG_ROLL = "The seed gives another roll at ply {ply} than the record has."
NOTHING_KEPT = "The commitment is the one that the server names now: this program has kept none from before the end."


def right_dice(rolls: int) -> str:
    """That the dice are as they must be."""
    return f"The seed matches the commitment, and the record has the {count(rolls, 'roll')} that follow from it."


def chance_moves(table: Table) -> Iterator[tuple[int, State]]:
    """The index of each move of chance, and the state before it."""
    return ((index, state) for index, state in enumerate(table.states[:-1]) if table.by(index) == CHANCE)


def dice_flaw(played: MatchGame, committed: str, seed: str) -> str | None:
    """What is wrong with the dice of a game, given the seed and the commitment to it; None if nothing is."""
    table = played.table
    if commitment(seed) != committed:
        return WRONG_SEED
    if played.begun.is_dealt and table.game.variant(undealt(table.game), dealer(seed)).rules != table.game.rules:
        return WRONG_BOARD
    for index, state in chance_moves(table):
        if roll(table.game, state, seed, index, played.client_seeds.get(index)) != table.moves[index]:
            return WRONG_ROLL.format(ply=index + 1)
    return None
