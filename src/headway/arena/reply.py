"""What a model answered: the move in it, or why there is none. Nothing is guessed from prose."""

import json
import re
from enum import Enum
from typing import Any, NamedTuple

from headway.errors import HeadwayError, UnknownMove, quoted
from headway.game import Game, State

MOVE = "move"
OPENING = re.compile(r'\{(?=\s*")')
"""Where a JSON object that is not empty may begin."""
DECODER = json.JSONDecoder(parse_int=str)
MOST_WORK = 20_000_000
"""The most characters that are read in vain: an answer may be full of objects that begin and do not end."""
TOO_DEEP = 50_000
"""The characters that count as read where objects are nested too deeply."""


class Outcome(Enum):
    """What came of a question: a `LEGAL` move, or one of the failures, which are counted apart.

    An answer is `ILLEGAL` if it names a move that is not legal here, and `UNPARSABLE` if it names none; `TRUNCATED` if
    it was cut off before that, and `REFUSED` if the model would not answer. Where there was none, the agent has
    `FAILED`.

    >>> found = headway.arena.play([lambda observation: "9", "random"], headway.load("cross-over"), games=2)
    >>> set(found.entrants[0].outcomes)
    {<Outcome.ILLEGAL: 'illegal'>}
    >>> [outcome.value for outcome in headway.arena.Outcome]
    ['legal', 'illegal', 'unparsable', 'truncated', 'refused', 'failed']
    """

    LEGAL = "legal"
    ILLEGAL = "illegal"
    """The answer names a move that is not legal here, or no move of this game."""
    UNPARSABLE = "unparsable"
    """The answer has no JSON object with a move."""
    TRUNCATED = "truncated"
    """The answer was cut off at the limit on its length, and has no move before that."""
    REFUSED = "refused"
    """The model would not answer."""
    FAILED = "failed"
    """There was no answer: the program or the server failed or took too long."""


class Reading(NamedTuple):
    """What was read from an answer: a legal `move`, or else a sentence that says what is `wrong`."""

    outcome: Outcome
    move: int | None = None
    wrong: str = ""


def read_answer(text: str, game: Game, state: State, *, list_moves: bool = False) -> Reading:
    """The move in an answer: that of the last `{"move": ...}` in it.

    What is wrong is said without naming the moves that are legal, unless `list_moves`.
    """
    found = _last_object(text)
    if found is None:
        return Reading(Outcome.UNPARSABLE, wrong='There is no {"move": "..."} in the answer.')
    move = found[MOVE]
    if not isinstance(move, str):
        return Reading(Outcome.UNPARSABLE, wrong='The last {"move": ...} in the answer does not name a move.')
    try:
        return Reading(Outcome.LEGAL, game.parse(state, move))
    except UnknownMove as error:
        return Reading(Outcome.ILLEGAL, wrong=str(error) if list_moves else f"{quoted(move)} is not a move.")
    except HeadwayError as error:
        wrong = f"{quoted(move)} is not legal in this position."
        return Reading(Outcome.ILLEGAL, wrong=str(error) if list_moves else wrong)


def _last_object(text: str) -> dict[str, Any] | None:
    """The last JSON object of a text that has a move. What is inside such an object is part of it."""
    found: dict[str, Any] | None = None
    at, left = 0, MOST_WORK
    while (begins := OPENING.search(text, at)) is not None:
        try:
            value, at = DECODER.raw_decode(text, begins.start())
        except json.JSONDecodeError as error:
            # the error itself counts the lines up to where it is, which is quicker than to read them
            at, left = begins.end(), left - (error.pos - begins.start()) - error.pos // 16
        except RecursionError:
            at, left = begins.end(), left - TOO_DEEP
        else:
            found = _last_inside(value) or found
        if left < 0:
            return None
    return found


def _last_inside(value: object) -> dict[str, Any] | None:
    """The last object with a move in a JSON value; one inside another such object does not count."""
    parts = [value]
    while parts:
        part = parts.pop()
        if isinstance(part, dict) and MOVE in part:
            return part
        if isinstance(part, dict | list):
            parts += part.values() if isinstance(part, dict) else part
    return None
