"""Rule reading: the same text with one rule changed, asked only where what was right becomes a mistake.

An agent that does not read its rules goes on as if nothing had changed; one that does finds another move.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from random import Random
from typing import NamedTuple

from headway.api.solution import solve
from headway.arena.questions import Question, Value, all_questions
from headway.arena.reply import Outcome
from headway.contract import fields
from headway.game import Game, State
from headway.policies import Policy
from headway.progress import Progress
from headway.rulekit import P1
from headway.solver.size import TooLarge

MOST_READINGS = 12
"""How many questions are asked about changed rules, if no other number is given."""


class Reading(NamedTuple):
    """A question under a changed rule, such as "reply=never", and the moves that were right before the change.

    Not all of those are still right: `unread` is the share of them that are.
    """

    rule: str
    question: Question
    before: frozenset[int]

    @property
    def right(self) -> frozenset[int]:
        """The moves that give nothing away under the changed rule."""
        return best(self.question)

    @property
    def unread(self) -> Fraction:
        """How often an agent is right that moves as if nothing had changed, any of the moves that were right before."""
        return Fraction(len(self.before & self.right), len(self.before))


@dataclass(frozen=True)
class RuleReading:
    """What came of the questions about changed rules: how many there were for each change, and the outcomes.

    `right` is the share of legal answers that give nothing away under the changed rule; None if no answer was legal.
    `unread` is the same for an agent that moves perfectly as if nothing had changed. All questions count the same.
    """

    changes: Mapping[str, int]
    outcomes: Mapping[Outcome, int]
    right: Value | None
    unread: Value | None


def best(question: Question) -> frozenset[int]:
    """The moves that give nothing away."""
    return frozenset(move for move, lost in zip(question.moves, question.lost, strict=True) if lost == 0)


def changed_games(game: Game) -> Iterator[tuple[str, Game]]:
    """The game with one rule changed: to each other reading of it, or, of a number, by one step up and down.

    A change after which the pieces are not the same, such as their number, is left out: no position could be compared.
    """
    values, pieces = fields(game.rules), _piece_count(game)
    for rule in game.rule_list:
        now = values[rule.name]
        if isinstance(now, tuple) or (rule.is_length and game.board is not None):
            continue
        near = rule.allowed if rule.choices else (now - rule.allowed.step, now + rule.allowed.step)
        for value in near:
            if value in rule.allowed and value != now:
                changed = game.variant({**game.settings, rule.name: rule.show(value)})
                if _piece_count(changed) == pieces:
                    yield f"{rule.name}={rule.text(value)}", changed


def _piece_count(game: Game) -> tuple[int, ...]:
    return tuple(map(len, game.positions(game.start(P1))))


def readings(
    game: Game, questions: Sequence[Question], most: int = MOST_READINGS, progress: Progress | None = None
) -> list[Reading]:
    """At most so many questions under changed rules, as evenly from the changes as possible, of each the sharpest.

    The choice depends only on the game and the number, so that all agents are asked the same. A change under which the
    game is too large to be solved is left out.
    """
    if not questions or not most:
        return []
    known = {(question.seat, question.seen): question for question in questions}
    of_changes: list[list[Reading]] = []
    for rule, changed in changed_games(game):
        try:
            others = all_questions(solve(changed, progress=progress), progress)
        except TooLarge:
            continue
        found = list(_changed(rule, known, others))
        Random(f"{changed}/{most}").shuffle(found)
        of_changes.append(sorted(found, key=lambda reading: reading.unread))
    in_turn = [reading for row in zip_longest(*of_changes) for reading in row if reading is not None]
    return sorted(in_turn[:most], key=lambda reading: (reading.rule, reading.question.number))


def _changed(rule: str, known: Mapping[tuple[int, State], Question], others: Sequence[Question]) -> Iterator[Reading]:
    """The questions in whose position a move that was right is a mistake after the change."""
    for other in others:
        before = known.get((other.seat, other.seen))
        if before is not None:
            spelled = {other.table.game.token(move): move for move in other.moves}
            tokens = map(before.table.game.token, best(before))
            reading = Reading(rule, other, frozenset(spelled[token] for token in tokens if token in spelled))
            if not reading.before <= reading.right:
                yield reading


def exact_reading(asked: Sequence[Reading], policy_in: Callable[[Game], Policy]) -> RuleReading:
    """What a policy answers, exactly and without asking; `policy_in` gives it for a game under changed rules."""
    policies = {reading.rule: policy_in(reading.question.table.game) for reading in asked}
    shares = [policies[reading.rule].odds(reading.question.seen) for reading in asked]
    return _scored(asked, shares, Counter())


def score_readings(asked: Sequence[Reading], told: Sequence[Sequence[tuple[Outcome, int | None]]]) -> RuleReading:
    """What came of the questions: for each the outcomes, with the move of those that are legal."""
    outcomes = Counter(outcome for answers in told for outcome, _ in answers)
    shares = list[Mapping[int, Value]]()
    for answers in told:
        legal = Counter(move for _, move in answers if move is not None)
        shares.append({move: Fraction(count, legal.total()) for move, count in legal.items()})
    return _scored(asked, shares, outcomes)


def _scored(
    asked: Sequence[Reading], shares: Sequence[Mapping[int, Value]], outcomes: Mapping[Outcome, int]
) -> RuleReading:
    legal = [(reading, odds) for reading, odds in zip(asked, shares, strict=True) if odds]
    return RuleReading(
        Counter(reading.rule for reading in asked),
        outcomes,
        _mean([_share(odds, reading.right) for reading, odds in legal]),
        _mean([reading.unread for reading in asked]),
    )


def _share(odds: Mapping[int, Value], moves: frozenset[int]) -> Value:
    return sum((share for move, share in odds.items() if move in moves), start=Fraction(0))


def _mean(shares: Sequence[Value]) -> Value | None:
    return sum(shares, start=Fraction(0)) / len(shares) if shares else None
