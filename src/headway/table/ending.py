"""Why a game was won or drawn by its rules, told to one viewer."""

from functools import lru_cache

from headway.contract import NEUTRAL
from headway.game import Game, State
from headway.phrases import both
from headway.rulekit import DRAW, P1
from headway.voice import Voice, sentence


@lru_cache(maxsize=20_000)
def tell_ending(game: Game, state: State, voice: Voice) -> str:
    """Why a finished game was won or drawn, in the game's own sentence or a derived one; empty if neither says why.

    Derived is which piece is on one of the winner's goals: one of its own, or a neutral one. If the loser
    has a piece on a goal as well, that does not tell why one of them won. Why a game is drawn is not derived.
    """
    if own := game.words.ending(game.rules, state, voice):
        return own
    winner, voice = game.side(state, game.winner(state)), voice_of_sides(game, state, voice)
    if winner == DRAW or _arrived(game, state, 1 - winner):
        return ""
    positions = game.positions(state)
    arrived = _arrived(game, state, winner)
    reached = [
        f"{piece_in_words(game, side, piece, voice)} reached position {positions[side][piece]}"
        for side, piece in arrived
    ]
    return sentence(both(reached)) if reached else ""


def _arrived(game: Game, state: State, side: int) -> list[tuple[int, int]]:
    """The pieces of a side, and the neutral ones, that are on one of the side's goals: each by its side and number."""
    return [
        (whose, piece)
        for whose, places in enumerate(game.positions(state))
        for piece, place in enumerate(places)
        if whose in (side, NEUTRAL) and place in game.goals[side]
    ]


def voice_of_sides(game: Game, state: State, voice: Voice) -> Voice:
    """The voice for what is told of the sides: each is called by the player who has it in a state."""
    return voice if game.side(state, P1) == P1 else voice.exchanged()


def piece_in_words(game: Game, seat: int, piece: int, voice: Voice) -> str:
    """A piece by its name; a player's only piece is the player."""
    if seat == NEUTRAL:
        return f"the {game.pieces[seat][piece]}"
    if len(game.pieces[seat]) == 1:
        return voice.name(seat)
    name = game.pieces[seat][piece]
    return f"your {name}" if voice.is_you(seat) else name
