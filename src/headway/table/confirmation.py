"""What a player is asked before doing what may end the game at once, so that a slip does not end it."""

from headway.table.events import HUMAN, Proposal
from headway.voice import sentence

RESIGN = "resign"
DRAW = Proposal.DRAW.value
GIVE_UP = "do you give the game up"
OFFER_DRAW = "do you offer a draw, which may end the game at once"


def to_confirm(players: tuple[str, str], seat: int) -> dict[str, str]:
    """By what the player of a seat may want, what to ask the player first, in the middle of a sentence.

    A computer answers an offer of a draw at once; a person is asked, and the other player can still withdraw it.
    """
    asked = {RESIGN: GIVE_UP}
    return asked if players[1 - seat] == HUMAN else {**asked, DRAW: OFFER_DRAW}


def questions(players: tuple[str, str], seat: int) -> dict[str, str]:
    """The same as questions of their own."""
    return {wanted: sentence(f"{asked}?") for wanted, asked in to_confirm(players, seat).items()}
