"""The words that open a turn, where they tell more than whose turn it is: what is in a purse, for example."""

from functools import lru_cache
from random import Random

from headway.game import Game, State
from headway.rulekit import OVER, P1, P2, SPECTATOR

TRIED_PLIES = 50


def turn_words(game: Game, state: State) -> str:
    """What a game says when this turn opens, as everyone may know it; empty if it only names the player."""
    return _words(game, state) if _tell_more(game) else ""


@lru_cache(maxsize=1000)
def _tell_more(game: Game) -> bool:
    """Do the words that open the turns of one player change in the course of a game? Random play shows it."""
    rng, state = Random(0), game.start()
    known: dict[int, str] = {}
    for _ in range(TRIED_PLIES):
        actor = game.actor(state)
        if actor == OVER:
            state = game.start()
            continue
        words = _words(game, state)
        if words and known.setdefault(actor, words) != words:
            return True
        state = game.play_unchecked(state, rng.choice(game.moves_at(state)))
    return False


def _words(game: Game, state: State) -> str:
    if game.actor(state) not in (P1, P2):
        return ""
    return game.words.turn(game.rules, game.view(state, SPECTATOR)).strip()
