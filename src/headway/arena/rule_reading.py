"""Rule reading: the same text with one rule changed, asked only where what was right becomes a mistake.

An agent that does not read its rules goes on as if nothing had changed; one that does finds another move.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from random import Random
from typing import NamedTuple

from headway.api.solution import solve
from headway.arena.questions import Question, Value, all_questions
from headway.arena.reply import Outcome
from headway.contract import fields
from headway.errors import TooLarge
from headway.game import Game, State
from headway.phrases import count, percent
from headway.policies import Policy
from headway.progress import Progress
from headway.rulekit import P1
from headway.tolerances import PROVEN

MOST_RULE_QUESTIONS = 12
"""How many questions are asked about changed rules, if no other number is given."""


class RuleQuestion(NamedTuple):
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


@dataclass(frozen=True, repr=False)
class RuleReading:
    """What came of the questions with a rule changed: how many each of the `changes` had, and their `outcomes`.

    `right` is the share of legal answers that give nothing away under the changed rule; None if no answer was legal.
    `unread` is the same for an agent that moves perfectly as if nothing had changed. All questions count the same.

    >>> headway.arena.audit("perfect", headway.load("race-to-the-center"), rule_reading=6).rule_reading
    <RuleReading: 6 questions; 100 % right, without reading the change ... %>
    >>> game = headway.load("cross-over")
    >>> found = headway.arena.audit(lambda observation: observation.legal[-1], game, rule_reading=8).rule_reading
    >>> found.changes
    {'length=10': 2, 'length=8': 2, 'longest_step=2': 2, 'longest_step=4': 2}
    >>> found.outcomes, found.right, found.unread
    (Counter({<Outcome.LEGAL: 'legal'>: 8}), Fraction(...), Fraction(...))
    """

    changes: Mapping[str, int]
    outcomes: Mapping[Outcome, int]
    right: Value | None
    unread: Value | None

    def __repr__(self) -> str:
        if self.unread is None:
            return "<RuleReading: nothing was asked>"
        right = "no legal answer" if self.right is None else f"{percent(self.right, unsure=PROVEN)} right"
        asked = count(sum(self.changes.values()), "question")
        return f"<RuleReading: {asked}; {right}, without reading the change {percent(self.unread, unsure=PROVEN)}>"


NOT_ASKED = RuleReading({}, {}, None, None)
"""What comes of no questions."""


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


def rule_questions(
    game: Game, questions: Sequence[Question], most: int = MOST_RULE_QUESTIONS, progress: Progress | None = None
) -> list[RuleQuestion]:
    """At most this number of questions under changed rules: equally many of each change, as far as there are any.

    Of a change those come first in which the fewest of the moves that were right are still right. The choice depends
    only on the game and the number, so that all agents are asked the same. A change under which the game is too large
    to be solved is left out.
    """
    if not questions or not most:
        return []
    known = {(question.seat, question.seen): question for question in questions}
    of_changes: list[list[RuleQuestion]] = []
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


def _changed(
    rule: str, known: Mapping[tuple[int, State], Question], others: Sequence[Question]
) -> Iterator[RuleQuestion]:
    """The questions in whose position a move that was right is a mistake after the change."""
    for other in others:
        before = known.get((other.seat, other.seen))
        if before is not None:
            spelled = {other.table.game.token(move): move for move in other.moves}
            tokens = map(before.table.game.token, best(before))
            asked = RuleQuestion(rule, other, frozenset(spelled[token] for token in tokens if token in spelled))
            if not asked.before <= asked.right:
                yield asked


def exact_reading(asked: Sequence[RuleQuestion], policies: Mapping[str, Policy]) -> RuleReading:
    """What policies answer, exactly and without asking; each is for the game under one of the changed rules."""
    shares = [policies[each.rule].odds(each.question.seen) for each in asked]
    return _scored(asked, shares, Counter())


def score_reading(asked: Sequence[RuleQuestion], told: Sequence[Sequence[tuple[Outcome, int | None]]]) -> RuleReading:
    """What came of the questions: for each the outcomes, with the move of those that are legal."""
    outcomes = Counter(outcome for answers in told for outcome, _ in answers)
    shares = list[Mapping[int, Value]]()
    for answers in told:
        legal = Counter(move for _, move in answers if move is not None)
        shares.append({move: Fraction(count, legal.total()) for move, count in legal.items()})
    return _scored(asked, shares, outcomes)


def _scored(
    asked: Sequence[RuleQuestion], shares: Sequence[Mapping[int, Value]], outcomes: Mapping[Outcome, int]
) -> RuleReading:
    legal = [(reading, odds) for reading, odds in zip(asked, shares, strict=True) if odds]
    return RuleReading(
        dict(Counter(reading.rule for reading in asked)),
        outcomes,
        _mean([_share(odds, reading.right) for reading, odds in legal]),
        _mean([reading.unread for reading in asked]),
    )


def _share(odds: Mapping[int, Value], moves: frozenset[int]) -> Value:
    return sum((share for move, share in odds.items() if move in moves), start=Fraction(0))


def _mean(shares: Sequence[Value]) -> Value | None:
    return sum(shares, start=Fraction(0)) / len(shares) if shares else None
