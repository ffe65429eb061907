"""Computers as opponents of a person: which of them differ in a game, and what a player is called in a sentence."""

from headway.errors import printable
from headway.game import Game
from headway.players import COMPUTERS, ENGINE, HUMAN, RANDOM, READER

DEFAULT_LEVEL = "3"


def computers_for(game: Game) -> tuple[str, ...]:
    """The computers that play a game differently: the reader only if it has secrets, one if all moves are forced."""
    if not game.has_choice:
        return (RANDOM,)
    return tuple(name for name in COMPUTERS if name != READER or game.has_secrets)


def player_in_words(name: str) -> str:
    """Who plays, by the name in a record: "a person", "the computer, level 5", "the engine ./program"."""
    from headway.table.telling import computer_name  # when it is first needed: it takes a moment to load

    if name == HUMAN:
        return "a person"
    if name.startswith(ENGINE):
        return f"the engine {printable(name.removeprefix(ENGINE))}"
    return f"the computer, {printable(computer_name(name))}"
