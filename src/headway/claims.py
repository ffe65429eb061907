"""What a rule book claims of its game, and the questions of the audit that decide it."""

from collections.abc import Container
from enum import StrEnum
from typing import NamedTuple


class Question(StrEnum):
    """A question that the audit answers for a rule set; its value is its name in `headway audit --json`."""

    ENDS = "ends"  # does every game end?
    BREAKS = "breaks"  # can every defence be broken?
    DECISION = "decision"  # does a player ever have a choice?
    COUNTS = "counts"  # does some move give something away wherever there is a choice?
    SKILL = "skill"  # can a player win more than half of the games against a random one?
    BLOCKS = "blocks"  # can a player's pieces take a move away from the other?
    MEETS = "meets"  # can a piece land where one of the other side stands?
    FEWER = "fewer"  # is a move sometimes, or always, not open to the side to move?
    STUCK = "stuck"  # can a player be unable to move any piece?
    STILL = "still"  # can a move of chance move no piece?
    PASSES = "passes"  # can a piece go past the end of the track?
    BOTH_ARRIVE = "both arrive"  # can a game end with both sides on one square?
    FORCE_BOTH = "force both"  # can a side force both to arrive, and win?
    FIRST = "first"  # is it better to have the first move of the game?
    SECOND = "second"  # is the second ever ahead on a turn on which both can reach a goal?
    MOVE = "move"  # does a certain move ever become legal?


class Claim(NamedTuple):
    """A sentence of a rule book, and the question that decides whether it is true."""

    sentence: str
    question: Question
    move: str = ""  # the token that is asked about, with Question.MOVE
    is_rule: bool = False  # a rule, of which the question is whether it ever applies
    part: str = ""  # the words of the sentence that the question decides, if it does not decide all of it

    @property
    def asks(self) -> str:
        """The question with its move, as a finding of the audit names it: "ends", "move skip"."""
        return f"{self.question} {self.move}" if self.move else str(self.question)


def flaw(claim: object, tokens: Container[str]) -> str | None:
    """Why the audit could not decide a claim of a game with these tokens; None if it can."""
    if not isinstance(claim, Claim) or not isinstance(claim.question, Question):
        return f"{claim!r} is not a Claim with a Question"
    if (claim.question is Question.MOVE) != bool(claim.move):
        return f'the claim "{claim.sentence}" must name a move exactly if it asks Question.MOVE'
    if claim.part not in claim.sentence:
        return f'"{claim.part}" is not a part of the claim "{claim.sentence}"'
    if claim.move and claim.move not in tokens:
        return f'the claim "{claim.sentence}" is about "{claim.move}", which is not a move of the game'
    return None
