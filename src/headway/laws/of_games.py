"""The laws about a game as a whole, each tried once."""

from collections.abc import Callable
from typing import NamedTuple

from headway.claims import flaw
from headway.errors import HeadwayError
from headway.game import Game
from headway.typed_text import normalised

MOST_LINES, LONGEST_LINE = 4, 100
"""The size of a how-to-play."""
LONGEST_WITH_CHANGES = 160
"""How long a line may be where sentences on the changes of a game share it (`headway.changes`): two lines of a terminal
of 80 columns. Seven sentences on four lines are about 110 characters a line on average, and a sentence is not broken.
"""
LONGEST_TITLE = 40
"""The size of the title of a preset."""
ARGUMENTS = frozenset(
    {"game", "name", "seed", "first", "max_plies", "exact", "opponent", "seat", "render_mode", "num_envs"}
    | {"autoreset_mode", "choose", "self"}
)
"""What `headway.load` and the environments take beside the rules, which are given by their names as well."""


class GameLaw(NamedTuple):
    """A sentence, and a function that says what is wrong in a game that breaks it."""

    sentence: str
    broken: Callable[[Game], str | None]


def undecidable_claim(game: Game) -> str | None:
    """Why the audit could not decide one of the book's claims; None if it can decide all.

    >>> headway.laws.undecidable_claim(headway.load("cross-over")) is None
    True
    """
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
    longest = LONGEST_LINE if game.plain is game else LONGEST_WITH_CHANGES
    if not isinstance(lines, tuple) or not 1 <= len(lines) <= MOST_LINES:
        return f"how_to_play gives {lines!r}, not a tuple of one to {MOST_LINES} lines"
    for line in lines:
        if not isinstance(line, str) or not line.strip() or "\n" in line or len(line) > longest:
            return f"{line!r} is not a line of 1 to {longest} characters"
    return None


def _rules_are_no_arguments(game: Game) -> str | None:
    wrong = [rule.name for rule in game.rule_list if rule.name in ARGUMENTS]
    return f"there is a rule {wrong[0]}, which is an argument of headway.load or of an environment" if wrong else None


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
    GameLaw("no rule is called like another argument of headway.load or of an environment", _rules_are_no_arguments),
    GameLaw("every preset is a rule set of the game, other than the book's", _presets_are_rule_sets),
    GameLaw("every claim of the book asks a question that the audit answers", undecidable_claim),
)
