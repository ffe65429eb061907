"""The laws about a game as a whole, each tried once."""

from collections.abc import Callable
from typing import NamedTuple

from headway.claims import flaw
from headway.errors import HeadwayError
from headway.game import Game
from headway.typed_text import normalised

MOST_LINES, LONGEST_LINE = 4, 100
"""The size of a how-to-play."""
LINES_OF_CHANGES = 2
"""How many lines more the changes of a game may take (`headway.changes`), where its own have no room for them."""
LONGEST_TITLE = 40
"""The size of the title of a preset."""


class GameLaw(NamedTuple):
    """A sentence, and a function that says what is wrong in a game that breaks it."""

    sentence: str
    broken: Callable[[Game], str | None]


def undecidable_claim(game: Game) -> str | None:
    """Why the audit could not decide one of the book's claims; None if it can decide all."""
    book = game.variant({})
    tokens = [book.token(move) for move in book.all_moves]
    return next((wrong for claim in game.words.CLAIMS if (wrong := flaw(claim, tokens)) is not None), None)


def _spellings_stand_for_moves(game: Game) -> str | None:
    for also, token in game.words.ALSO.items():
        move = game.tokens.get(normalised(token))
        if move is None or game.tokens.get(normalised(also)) != move:
            return f'"{also}" stands for "{token}", which is not a token'
    return None


def _how_to_play_is_short(game: Game) -> str | None:
    lines = game.how_to_play
    most = MOST_LINES if game.plain is game else MOST_LINES + LINES_OF_CHANGES
    if not isinstance(lines, tuple) or not 1 <= len(lines) <= most:
        return f"how_to_play gives {lines!r}, not a tuple of one to {most} lines"
    for line in lines:
        if not isinstance(line, str) or not line.strip() or "\n" in line or len(line) > LONGEST_LINE:
            return f"{line!r} is not a line of 1 to {LONGEST_LINE} characters"
    return None


def _presets_are_rule_sets(game: Game) -> str | None:
    book = game.variant({})
    for title, rules in game.words.PRESETS.items():
        if not title.strip() or "\n" in title or len(title) > LONGEST_TITLE:
            return f"{title!r} is not a title of 1 to {LONGEST_TITLE} characters"
        try:
            preset = game.variant(rules)
        except HeadwayError as error:
            return f"{title}: {error}"
        if preset.rules == book.rules:
            return f"{title} has the rules of the book"
    return None


GAME_LAWS = (
    GameLaw("another spelling of a token stands for a move", _spellings_stand_for_moves),
    GameLaw("how to play is said in one to four short lines", _how_to_play_is_short),
    GameLaw("every preset is a rule set of the game, other than the book's", _presets_are_rule_sets),
    GameLaw("every claim of the book asks a question that the audit answers", undecidable_claim),
)
