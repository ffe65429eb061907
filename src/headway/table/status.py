"""What is to be done now, told to one viewer: whose turn it is, or how the game ended."""

from functools import lru_cache

from headway.game import Game, State
from headway.rulekit import CHANCE, P1, P2
from headway.table.ending import tell_ending
from headway.table.outcome import Reason, Result
from headway.table.table import Table
from headway.voice import Voice, sentence

DRAWN = "The game is a draw."
AGREED = f"{DRAWN} Both players agreed."
UNFINISHED = "The game is unfinished. The limit on moves is reached."


def status(table: Table, voice: Voice) -> str:
    """Whose turn it is and what is to be done, or how and why the game ended, in one line for a viewer."""
    if table.result is None:
        return tell_turn(table.game, table.state, table.chooser, voice)
    return tell_result(table.game, table.state, table.result, table.reason, voice)


def tell_result(game: Game, state: State, result: Result, reason: Reason | None, voice: Voice) -> str:
    """How and why a game ended in a state."""
    winner = result.winner
    if result is Result.DRAW:
        return AGREED if reason is Reason.AGREED else f"{DRAWN} {tell_ending(game, state, voice)}".strip()
    if winner is None:
        return UNFINISHED
    if reason is Reason.RULES:
        why = tell_ending(game, state, voice)
    else:
        why = sentence(voice.does(1 - winner, "resigned" if reason is Reason.RESIGNED else "forfeited"))
    return f"{sentence(voice.does(winner, 'win'))} {why}".strip()


@lru_cache(maxsize=20_000)
def tell_turn(game: Game, state: State, chooser: int | None, voice: Voice) -> str:
    """Whose turn it is and what is to be done; `chooser` is the seat whose secret is open."""
    actor = game.actor(state)
    if actor == CHANCE:
        return "Chance decides how the game begins." if game.is_start(state) else "The die is rolling."
    if voice.is_you(actor):
        return _task(game, state, chooser, voice)
    if chooser is not None:
        doing = "is to guess"
    elif game.secret(state):
        doing = "is choosing in secret"
    else:
        doing = f"is to {_roll(game, state) or 'move'}"
    return sentence(f"{voice.name(actor)} {doing}")


def tell_standing(game: Game, state: State, voice: Voice) -> str:
    """How the game stands where a turn begins, if the game says more of that than its board shows; else empty."""
    if game.actor(state) not in (P1, P2):
        return ""
    return game.words.standing(game.rules, game.view(state, voice.viewer), voice)


def _task(game: Game, state: State, chooser: int | None, voice: Voice) -> str:
    if chooser is not None:
        return f"Your turn: guess what {voice.does(chooser, 'have chosen')}."
    if game.secret(state):
        return "Your turn: choose in secret."
    if roll := _roll(game, state):
        return f"Your turn: {roll}."
    moves = game.moves_at(state)
    return "Your turn: choose a move." if len(moves) > 1 else f"Your turn: your only move is {game.token(moves[0])}."


def _roll(game: Game, state: State) -> str:
    """The token of a player's only move if chance acts next, as in "Player 1 is to roll"; empty otherwise."""
    moves = game.moves_at(state)
    is_roll = len(moves) == 1 and game.actor(game.play_unchecked(state, moves[0])) == CHANCE
    return game.token(moves[0]) if is_roll else ""
