"""Why a game was won by its rules, told to one viewer."""

from functools import lru_cache

from headway.game import Game, State
from headway.phrases import both
from headway.rulekit import P1
from headway.voice import Voice, sentence


@lru_cache(maxsize=20_000)
def tell_ending(game: Game, state: State, voice: Voice) -> str:
    """Why a finished game was won, in the game's own sentence or a derived one; empty if neither says why.

    Derived is which of the winner's pieces is on one of its goals. If the loser has a piece on a goal as well, that
    does not tell why one of them won.
    """
    if own := game.words.ending(game.rules, state, voice):
        return own
    winner, voice = game.side(state, game.winner(state)), voice_of_sides(game, state, voice)
    if _arrived(game, state, 1 - winner):
        return ""
    arrived = _arrived(game, state, winner)
    places = game.positions(state)[winner]
    reached = [f"{piece_in_words(game, winner, piece, voice)} reached position {places[piece]}" for piece in arrived]
    return sentence(both(reached)) if reached else ""


def _arrived(game: Game, state: State, side: int) -> list[int]:
    """The pieces of a side that are on one of its goals."""
    return [piece for piece, place in enumerate(game.positions(state)[side]) if place in game.goals[side]]


def voice_of_sides(game: Game, state: State, voice: Voice) -> Voice:
    """The voice for what is told of the sides: each is called by the player who has it in a state."""
    return voice if game.side(state, P1) == P1 else voice.exchanged()


def piece_in_words(game: Game, seat: int, piece: int, voice: Voice) -> str:
    """A piece by its name; a player's only piece is the player."""
    if len(game.pieces[seat]) == 1:
        return voice.name(seat)
    name = game.pieces[seat][piece]
    return f"your {name}" if voice.is_you(seat) else name
