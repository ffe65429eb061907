"""The questions that an agent can be asked about a game: every position where a player has a choice.

Positions that look alike to the player are one question. Each comes with what every legal move gives away, exactly; the
most that a move can lose is what is at stake.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random

from headway.api.solution import Solution
from headway.game import Game, State
from headway.progress import Progress
from headway.rulekit import CHANCE, P1, P2
from headway.table.table import Table
from headway.tolerances import PROVEN

Value = Fraction | float
"""A chance of winning, or a part of one; fractions are exact."""
CONTROLS = 20
"""How many questions without anything at stake are asked, to see whether an agent answers those worse."""
MOST_ASKED = 400
"""With more questions at stake, this many are asked: some of each stratum."""
STRATA = FEWEST_ASKED = 8
"""From each stratum at least one question is asked."""


@dataclass(frozen=True)
class Question:
    """A choice of a seat at a table. `lost` has for each legal move what it gives away, in the order of `moves`.

    The `number` tells the questions of an audit apart; in a game that is played, it is the ply.
    Less than the proof of the solution can tell from nothing counts as nothing.
    """

    number: int
    table: Table
    seat: int
    moves: tuple[int, ...]
    lost: tuple[Value, ...]

    @property
    def seen(self) -> State:
        """What the seat may know."""
        return self.table.view(self.seat)

    @cached_property
    def stakes(self) -> Value:
        """The most that a legal move gives away."""
        return max(self.lost)

    def lost_by(self, move: int) -> Value:
        """What a legal move gives away."""
        return self.lost[self.moves.index(move)]


@dataclass(frozen=True)
class Asked:
    """A question that is asked, and how many questions of the game it stands for."""

    question: Question
    weight: Fraction


def all_questions(truth: Solution, progress: Progress | None = None) -> list[Question]:
    """Every question of a solved game, in the order in which they can come up."""
    tables = [Table(truth.game, first) for first in (P1, P2)]
    known, asked = {table.state for table in tables}, set[tuple[int, State]]()
    found: list[Question] = []
    for done, table in enumerate(tables):
        if progress is not None and done % 1000 == 0:
            progress(f"finding the positions with a choice: {len(found):,} so far")
        moves = tuple(table.game.moves_at(table.state))
        if table.actor in (P1, P2) and len(moves) > 1 and (table.actor, table.view(table.actor)) not in asked:
            asked.add((table.actor, table.view(table.actor)))
            found.append(question_at(truth, table, len(found)))
        if table.actor in (P1, P2, CHANCE):
            for after in map(table.play_unchecked, moves):
                if after.state not in known:
                    known.add(after.state)
                    tables.append(after)
    return found


def question_at(truth: Solution, table: Table, number: int) -> Question:
    """The question of the seat that is to move at a table."""
    moves = tuple(table.game.moves_at(table.state))
    return Question(number, table, table.actor, moves, _lost(truth, table, moves))


def _lost(truth: Solution, table: Table, moves: Sequence[int]) -> tuple[Value, ...]:
    """What each move gives away."""
    best = truth.value(table)
    worths = {worth.move: worth.value for worth in truth.worths(table)}
    sign = 1 if table.actor == P1 else -1
    lost: list[Value] = [sign * (best - worths[table.game.token(move)]) for move in moves]
    return tuple(each if each > PROVEN else Fraction(0) for each in lost)


def chosen(game: Game, questions: Sequence[Question], most: int = MOST_ASKED, controls: int = CONTROLS) -> list[Asked]:
    """The questions that are asked: all with something at stake, or some of each stratum; and some controls.

    The choice depends only on the game and the numbers asked for, so that all agents are asked the same.
    """
    at_stake = [question for question in questions if question.stakes > 0]
    others = [question for question in questions if question.stakes == 0]
    rng = Random(f"{game}/{most}/{controls}")
    asked = (
        [Asked(question, Fraction(1)) for question in at_stake]
        if len(at_stake) <= most
        else in_strata(at_stake, most, rng)
    )
    asked += [
        Asked(question, Fraction(len(others), min(controls, len(others))))
        for question in rng.sample(others, min(controls, len(others)))
    ]
    return sorted(asked, key=lambda each: each.question.number)


def in_strata(questions: Sequence[Question], most: int, rng: Random) -> list[Asked]:
    """Equally many questions of each stratum: of those with the least at stake, the next, and so on."""
    ordered = sorted(questions, key=lambda question: (float(question.stakes), question.number))
    found: list[Asked] = []
    for stratum in range(STRATA):
        members = ordered[len(ordered) * stratum // STRATA : len(ordered) * (stratum + 1) // STRATA]
        count = most * (stratum + 1) // STRATA - most * stratum // STRATA
        found += [Asked(question, Fraction(len(members), count)) for question in rng.sample(members, count)]
    return found
