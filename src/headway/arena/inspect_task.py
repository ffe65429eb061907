"""The audit as a task of inspect_ai, with its providers, cache, limits and viewer: `inspect eval headway/audit`.

inspect_ai finds it through the entry-point group of its name. The questions and the prompts are those of
`headway arena audit`. A model that fails is inspect_ai's to ask again; everything else that it answers is an outcome.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from click import ClickException
from inspect_ai import Epochs, Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser, ModelOutput
from inspect_ai.scorer import Metric, SampleScore, Scorer, Target, Value, metric, scorer
from inspect_ai.scorer import Score as InspectScore
from inspect_ai.solver import Generate, Solver, TaskState, solver

from headway import __version__
from headway.api.solution import solve
from headway.arena import prompt
from headway.arena.chat import Completion
from headway.arena.model_agent import read_completion
from headway.arena.questions import CONTROLS, MOST_ASKED, Asked, Question, all_questions, chosen
from headway.arena.reply import Outcome, Reading
from headway.arena.rule_reading import MOST_RULE_QUESTIONS, RuleQuestion, rule_questions, score_reading
from headway.arena.score import Answered, answered_with, leaves_all_open, score
from headway.catalogue import find, names
from headway.errors import HeadwayError
from headway.game import Game
from headway.policies.completions import AT_MOST
from headway.ruleset import Setting
from headway.table.table import Table

FINISHES = {"max_tokens": "length", "model_length": "length"}
"""How chat completions call what inspect_ai calls otherwise."""


@task
def audit(
    game: str = "",
    rules: dict[str, Setting] | None = None,
    most: int = MOST_ASKED,
    controls: int = CONTROLS,
    rule_reading: int = MOST_RULE_QUESTIONS,
    samples: int = 1,
    list_moves: bool = False,
) -> Task:
    """Ask a model in every position of a game where something is at stake, and score its whole policy.

    `rules` are changed by their names: `-T 'rules={length: 12}'`. The others are the options of `headway arena audit`;
    `samples` are epochs.
    """
    played = _asked_about(game, rules)
    questions = _questions(played)
    asked = [_sample(each, list_moves) for each in chosen(played, questions, most, controls)]
    changed = [_changed_sample(each, list_moves) for each in rule_questions(played, questions, rule_reading)]
    return Task(
        dataset=MemoryDataset([*asked, *changed], name=str(played)),
        solver=name_a_move(list_moves),
        scorer=value_lost(list_moves),
        epochs=Epochs(samples),
        metadata={
            "headway": __version__,
            "prompt": prompt.VERSION,
            "prompt_digest": prompt.digest(),
            "messages_digest": prompt.messages_digest(played, list_moves=list_moves),
        },
    )


class Refused(ClickException, ValueError):
    """What cannot be asked. `inspect` is a command of click, which shows this error as one line."""


def _asked_about(game: object, rules: dict[str, Setting] | None) -> Game:
    """The game that a parameter names, under its rules."""
    if not game:
        raise Refused(f"Name the game: -T game=NAME. The games are: {', '.join(names())}.")
    try:
        return find(str(game)).variant(rules or {})
    except HeadwayError as error:
        raise Refused(str(error)) from None


@cache
def _questions(game: Game) -> Sequence[Question]:
    return all_questions(solve(game))


def _sample(asked: Asked, list_moves: bool) -> Sample:
    """A question as inspect_ai keeps it."""
    sample = _sample_of(asked.question, list_moves)
    return sample.model_copy(update={"metadata": {**(sample.metadata or {}), "weight": str(asked.weight)}})


def _changed_sample(asked: RuleQuestion, list_moves: bool) -> Sample:
    """The same of a question with a rule changed, with the moves that were right before."""
    sample, game = _sample_of(asked.question, list_moves), asked.question.table.game
    about = {"rule": asked.rule, "before": [game.token(move) for move in sorted(asked.before)]}
    return sample.model_copy(
        update={"id": f"{asked.rule} {sample.id}", "metadata": {**(sample.metadata or {}), **about}}
    )


def _sample_of(question: Question, list_moves: bool) -> Sample:
    system, user = prompt.ask(question.table, question.seat, list_moves=list_moves)
    asking: list[ChatMessage] = [ChatMessageSystem(content=system.content), ChatMessageUser(content=user.content)]
    return Sample(
        id=question.number,
        input=asking,
        target=[
            question.table.game.token(move)
            for move, lost in zip(question.moves, question.lost, strict=True)
            if lost == 0
        ],
        metadata={"table": question.table.text, "number": question.number, "stakes": float(question.stakes)},
    )


def _question(metadata: Mapping[str, Any] | None) -> Question:
    return _questions(_game(metadata))[int((metadata or {})["number"])]


def _game(metadata: Mapping[str, Any] | None) -> Game:
    return Table.from_text((metadata or {})["table"]).game


def _reading(output: ModelOutput, question: Question, list_moves: bool) -> Reading:
    """What a model has answered."""
    told = Completion(output.completion, FINISHES.get(output.stop_reason, output.stop_reason), 0, 0)
    return read_completion(told, question, list_moves=list_moves)


@solver
def name_a_move(list_moves: bool = False) -> Solver:
    """Ask for a move; an answer without a legal one is asked for once more, with what was wrong."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state = await generate(state)
        reading = _reading(state.output, _question(state.metadata), list_moves)
        if reading.outcome is Outcome.LEGAL:
            return state
        _, again = prompt.ask_again(state.output.completion, reading.wrong)
        state.messages.append(ChatMessageUser(content=again.content))
        return await generate(state)

    return solve


@metric(scores="unreduced")
def policy() -> Metric:
    """What the audit scores: the value lost by legal answers, exploitability, rule reading, and the outcomes."""

    def of(scores: list[SampleScore]) -> Value:
        by_sample: dict[object, list[SampleScore]] = {}
        for each in scores:
            by_sample.setdefault(each.sample_id, []).append(each)
        asked = [told for told in by_sample.values() if "rule" not in _about(told)]
        changed = [told for told in by_sample.values() if "rule" in _about(told)]
        if not asked:
            return {}
        game = _game(_about(asked[0]))
        reading = score_reading([_rule_question(told) for told in changed], [_outcomes(told) for told in changed])
        found = score(game, "", _questions(game), [_answered(told) for told in asked], reading=reading)
        bounds = found.exploitability_bounds
        is_known = found.lost is not None and (bounds is None or not leaves_all_open(bounds, AT_MOST))
        return {
            "lost": None if found.lost is None else float(found.lost),
            "lost_at_stake": None if found.lost_at_stake is None else float(found.lost_at_stake),
            "exploitability": float(found.exploitability) if is_known else None,
            "rule_reading": None if reading.right is None else float(reading.right),
            "without_reading": None if reading.unread is None else float(reading.unread),
            **_counts("", found.outcomes),
            **_counts("rule_changed_", reading.outcomes),
        }

    return of


def _counts(before: str, outcomes: Mapping[Outcome, int]) -> dict[str, int]:
    """How many answers had each outcome; what has failed is not scored by inspect_ai."""
    return {f"{before}{each.value}": outcomes.get(each, 0) for each in Outcome if each is not Outcome.FAILED}


def _about(told: Sequence[SampleScore]) -> Mapping[str, Any]:
    return told[0].sample_metadata or {}


def _outcomes(told: Sequence[SampleScore]) -> list[tuple[Outcome, int | None]]:
    """What came of a question in each epoch."""
    kept = [each.score.metadata or {} for each in told]
    return [(Outcome(each["outcome"]), each["move"]) for each in kept]


def _answered(told: Sequence[SampleScore]) -> Answered:
    outcomes, about = _outcomes(told), _about(told)
    asked = Asked(_question(about), Fraction(about["weight"]))
    return answered_with(asked, [move for _, move in outcomes], [outcome for outcome, _ in outcomes])


def _rule_question(told: Sequence[SampleScore]) -> RuleQuestion:
    about = _about(told)
    question = _question(about)
    game, seen = question.table.game, question.seen
    return RuleQuestion(about["rule"], question, frozenset(game.parse(seen, token) for token in about["before"]))


@scorer(metrics=[policy()])
def value_lost(list_moves: bool = False) -> Scorer:
    """The outcome of an answer, and what a legal one gives away; what is not legal has no value."""

    async def score(state: TaskState, target: Target) -> InspectScore:
        question = _question(state.metadata)
        outcome, move, wrong = _reading(state.output, question, list_moves)
        return InspectScore(
            value={
                "lost": float("nan") if move is None else float(question.lost_by(move)),
                **{each.value: int(each is outcome) for each in Outcome if each is not Outcome.FAILED},
            },
            answer=None if move is None else question.table.game.token(move),
            explanation=wrong or None,
            metadata={"outcome": outcome.value, "move": move},
        )

    return score
