"""What a model answered: the move in it, or why there is none. Nothing is guessed from prose."""

import json
import re
from enum import Enum
from typing import NamedTuple

from headway.errors import HeadwayError
from headway.game import Game, State

FLAT_OBJECT = re.compile(r"\{[^{}]*\}")


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


def read_answer(text: str, game: Game, state: State) -> Reading:
    """The move in an answer: that of the last `{"move": ...}` in it."""
    found = last_move(text)
    if found is None:
        return Reading(Outcome.UNPARSABLE, wrong='There is no {"move": "..."} in the answer.')
    try:
        return Reading(Outcome.LEGAL, game.parse(state, found))
    except HeadwayError as error:
        return Reading(Outcome.ILLEGAL, wrong=str(error))


def last_move(text: str) -> str | None:
    """The value of "move" in the last JSON object of a text that has one; an object inside another one counts."""
    for candidate in reversed(FLAT_OBJECT.findall(text)):
        if '"move"' not in candidate:
            continue
        try:
            move = json.loads(candidate)["move"]
        except (ValueError, KeyError):
            continue
        if isinstance(move, str):
            return move
        if isinstance(move, int) and not isinstance(move, bool):
            return str(move)
    return None
