"""The score of an agent in a game: what its answers give away, exactly, and what its whole policy is worth.

Nothing is mixed: failures are counted apart, the value lost counts legal answers only, and exploitability and the
chances of winning are those of the policy that the legal answers make.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from headway.arena.questions import Asked, Question, Value
from headway.arena.reply import Outcome
from headway.arena.rule_reading import NOT_ASKED, RuleReading
from headway.game import Game, State
from headway.phrases import percent
from headway.policies import Answers, Bounds, Erring, Policy, evaluate, exploitability, named
from headway.policies.answer_intervals import Interval, Mixed, PolicyIntervals, policy_intervals
from headway.policies.completions import AT_MOST, completions_of
from headway.policies.policy import LEVELS, Odds
from headway.table.table import Table
from headway.tolerances import PROVEN

RANDOM, PERFECT = "random", "perfect"
RESAMPLES = 1000
COVERED = 0.95


@dataclass(frozen=True)
class Answered:
    """A question that was asked, and what came of it: the odds of each legal answer, and the number of failures."""

    asked: Asked
    odds: Mapping[int, Fraction | float]
    outcomes: Mapping[Outcome, int]

    @property
    def lost(self) -> Value | None:
        """What a legal answer gives away on average; None if there was none."""
        if not self.odds:
            return None
        question = self.asked.question
        return sum((share * question.lost_by(move) for move, share in self.odds.items()), start=Fraction(0))


@dataclass(frozen=True, repr=False)
class Score:
    """What came of asking an agent about a game: `agent` is its name, `game` what it was asked about.

    There are `questions` positions with a choice, it was asked in `asked` of them, and `outcomes` counts what came of
    that. `lost` is the value that a decision gives away, on average over all positions with a choice, and
    `lost_at_stake` the same where something is at stake; None if no answer was legal. `interval` is where `lost` may be
    if other questions were asked; None where all with something at stake were, and the agent always gives the same
    answer. `exploitability` and `wins` are those of the policy: where nothing was asked, or no answer was legal, it
    moves at random. `wins` has the chance of winning in both seats against each opponent. `exploitability_bounds` and
    `wins_bounds` are between which numbers these are, however it moves there; None where there is no such position.
    `exploitability_interval` and `wins_intervals` are where these may be if the agent were asked again, as it answered
    in different ways; None where it did not, and in large games.
    `rule_reading` is what came of the questions with a rule changed. Each question was asked `samples` times, and
    `about` says what the answers depend on: of a model its settings, and digests of the prompt and of what it was told.

    >>> score = headway.arena.audit("random", headway.load("cross-over"))
    >>> score.agent, score.game, score.questions, score.asked, score.outcomes
    ('random', <Game cross-over>, 108, 108, Counter())
    >>> score.lost, score.lost_at_stake, score.interval
    (Fraction(7, 54), Fraction(1, 2), None)
    >>> score.exploitability, score.wins["perfect"]
    (Fraction(17, 36), (Fraction(1, 6), Fraction(0, 1)))
    >>> sum(score.rule_reading.changes.values())
    12
    >>> score = headway.arena.audit(lambda observation: observation.legal[0], headway.load("cross-over"))
    >>> score.exploitability_bounds, score.wins_bounds["perfect"][0]
    (Bounds(low=0.5, high=0.5), Bounds(low=0.0, high=0.0))
    >>> score.samples, score.about
    (1, {'agent': '<lambda>'})
    """

    game: Game
    agent: str
    questions: int
    asked: int
    outcomes: Mapping[Outcome, int]
    lost: Value | None
    lost_at_stake: Value | None
    interval: tuple[float, float] | None
    exploitability: Value
    exploitability_bounds: Bounds | None
    exploitability_interval: Interval | None
    wins: Mapping[str, tuple[Value, Value]]
    wins_bounds: Mapping[str, tuple[Bounds, Bounds]] | None
    wins_intervals: Mapping[str, tuple[Interval, Interval]] | None
    rule_reading: RuleReading
    samples: int = 1
    about: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        about = f"{self.agent} in {self.game}"
        if self.lost is None:
            return f"<Score of {about}: {'no legal answer' if self.questions else 'there is no choice'}>"
        lost, limit = (percent(value, unsure=PROVEN) for value in (self.lost, self.exploitability))
        if self.exploitability_bounds is not None and leaves_all_open(self.exploitability_bounds, AT_MOST):
            limit = "unknown"
        return f"<Score of {about}: loses {lost} by a decision; exploitability {limit}>"


def leaves_all_open(bounds: tuple[Value, Value], widest: Bounds) -> bool:
    """Do bounds say no more than those that always hold?"""
    return bounds[0] <= widest.low + PROVEN and bounds[1] >= widest.high - PROVEN


def answered_by(policy: Policy, asked: Sequence[Asked]) -> list[Answered]:
    """What a policy answers, exactly and without asking."""
    return [
        Answered(each, {move: share for move, share in policy.odds(each.question.seen).items() if share}, {})
        for each in asked
    ]


def answered_with(asked: Asked, moves: Sequence[int | None], outcomes: Sequence[Outcome]) -> Answered:
    """What came of a question that was asked several times: None stands for an answer without a legal move."""
    legal = Counter(move for move in moves if move is not None)
    odds = {move: Fraction(count, legal.total()) for move, count in sorted(legal.items())}
    return Answered(asked, odds, Counter(outcomes))


class Remembered(Policy):
    """A policy whose odds are looked up once: perfect play takes long to find the best of several good moves."""

    def __init__(self, policy: Policy) -> None:
        super().__init__(policy.game, policy.name)
        self._policy, self._known = policy, dict[State, Odds]()

    def odds(self, seen: State) -> Odds:
        """The odds of the policy."""
        if seen not in self._known:
            self._known[seen] = self._policy.odds(seen)
        return self._known[seen]


def opponents(game: Game) -> dict[str, Policy]:
    """The policies that every agent is compared with, by name."""
    perfect = Remembered(named(game, PERFECT))
    levels = {str(level): Erring(perfect, rate, f"level {level}") for level, rate in LEVELS.items()}
    return {RANDOM: named(game, RANDOM), **levels, PERFECT: perfect}


def score(
    game: Game,
    agent: str,
    questions: Sequence[Question],
    answered: Sequence[Answered],
    policy: Policy | None = None,
    reading: RuleReading = NOT_ASKED,
) -> Score:
    """The score for the answers; `policy` is that of an agent that is one, and `reading` how it reads changed rules."""
    answers = answers_policy(game, answered, agent)
    whole, others = answers if policy is None else Remembered(policy), opponents(game)
    completions = None if policy is not None else completions_of(game, answers)
    intervals = None if policy is not None else _intervals(answers, answered, others)
    at_stake = [each for each in answered if each.asked.question.stakes > 0]
    is_exact = all(each.asked.weight == 1 for each in at_stake) and (
        policy is not None or all(len(each.odds) < 2 and sum(each.outcomes.values()) > 1 for each in at_stake)
    )
    lost_at_stake = mean_lost(at_stake)
    share = Fraction(sum(question.stakes > 0 for question in questions), max(len(questions), 1))
    lost = None if lost_at_stake is None else share * lost_at_stake  # elsewhere there is nothing to lose
    return Score(
        game,
        agent,
        len(questions),
        len(answered),
        sum((Counter(each.outcomes) for each in answered), start=Counter()),
        lost,
        lost_at_stake,
        None if is_exact or lost is None else bootstrap(at_stake, share),
        exploitability(game, whole).value(),
        None if completions is None else completions.exploitability,
        None if intervals is None else intervals.exploitability,
        {name: wins_against(game, whole, opponent) for name, opponent in others.items()},
        None if completions is None else {name: completions.wins(opponent) for name, opponent in others.items()},
        None if intervals is None else intervals.wins,
        reading,
    )


def _intervals(answers: Answers, answered: Sequence[Answered], others: Mapping[str, Policy]) -> PolicyIntervals | None:
    mixed = {
        each.asked.question.seen: Mixed(each.outcomes[Outcome.LEGAL], each.odds)
        for each in answered
        if len(each.odds) > 1
    }
    return policy_intervals(answers, mixed, others) if mixed else None


def answers_policy(game: Game, answered: Sequence[Answered], name: str) -> Answers:
    """The policy that legal answers make; elsewhere it moves at random."""
    told: dict[Table | str, Mapping[str, Value]] = {
        each.asked.question.table: {game.token(move): share for move, share in each.odds.items()}
        for each in answered
        if each.odds
    }
    return Answers(game, told, named(game, "random"), name)


def wins_against(game: Game, policy: Policy, opponent: Policy | str) -> tuple[Value, Value]:
    """The chance that a policy wins in the first and in the second seat; P1 moves first."""
    return evaluate(game, policy, opponent).value(), 1 - evaluate(game, opponent, policy).value()


def mean_lost(answered: Sequence[Answered]) -> Value | None:
    """What a legal answer gives away, on average over the questions that the asked ones stand for."""
    legal = [(each.asked.weight, lost) for each in answered if (lost := each.lost) is not None]
    total = sum((weight for weight, _ in legal), start=Fraction(0))
    return sum((weight * lost for weight, lost in legal), start=Fraction(0)) / total if legal else None


def bootstrap(answered: Sequence[Answered], share: Fraction, resamples: int = RESAMPLES) -> tuple[float, float]:
    """An interval for what a decision gives away: questions at stake, which are a share of all, are drawn again."""
    rng = Random(0)
    legal = [(float(each.asked.weight), float(lost)) for each in answered if (lost := each.lost) is not None]
    if len({lost for _, lost in legal}) == 1:  # drawn again it is the same; so with all that would not have shown
        lost, most = legal[0][1], max(float(each.asked.question.stakes) for each in answered)
        unseen = 1 - ((1 - COVERED) / 2) ** (1 / len(legal))
        return lost * (1 - unseen) * float(share), (lost + unseen * (most - lost)) * float(share)
    means = []
    for _ in range(resamples):
        drawn = rng.choices(legal, k=len(legal))
        means.append(sum(weight * lost for weight, lost in drawn) / sum(weight for weight, _ in drawn))
    means.sort()
    cut = int(len(means) * (1 - COVERED) / 2)
    return means[cut] * float(share), means[-1 - cut] * float(share)
