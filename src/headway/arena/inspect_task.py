"""The audit as a task of inspect_ai, with its providers, cache, limits and viewer: `inspect eval headway/audit`.

inspect_ai finds it through the entry-point group of its name. The questions and the prompts are those of
`headway arena audit`. A model that fails is inspect_ai's to ask again; everything else that it answers is an outcome.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

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
from headway.arena.score import Answered, answered_with, score
from headway.catalogue import find
from headway.game import Game
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
    samples: int = 1,
    list_moves: bool = False,
) -> Task:
    """Ask a model in every position of a game where something is at stake, and score its whole policy.

    `rules` are changed by their names: `-T 'rules={length: 12}'`. The others are the options of `headway arena audit`;
    `samples` are epochs.
    """
    played = find(game).variant(rules or {})
    asked = chosen(played, _questions(played), most, controls)
    return Task(
        dataset=MemoryDataset([_sample(each, list_moves) for each in asked], name=str(played)),
        solver=name_a_move(),
        scorer=value_lost(),
        epochs=Epochs(samples),
        metadata={"headway": __version__, "prompt": prompt.VERSION, "prompt_digest": prompt.digest()},
    )


@cache
def _questions(game: Game) -> Sequence[Question]:
    return all_questions(solve(game))


def _sample(asked: Asked, list_moves: bool) -> Sample:
    """A question as inspect_ai keeps it."""
    question = asked.question
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
        metadata={
            "table": question.table.text,
            "stakes": float(question.stakes),
            "weight": str(asked.weight),
        },
    )


def _question(state: TaskState) -> Question:
    return _questions(_game(state.metadata))[int(state.sample_id)]


def _game(metadata: Mapping[str, Any] | None) -> Game:
    return Table.from_text((metadata or {})["table"]).game


def _reading(output: ModelOutput, question: Question) -> Reading:
    """What a model has answered."""
    return read_completion(
        Completion(output.completion, FINISHES.get(output.stop_reason, output.stop_reason), 0, 0), question
    )


@solver
def name_a_move() -> Solver:
    """Ask for a move; an answer without a legal one is asked for once more, with what was wrong."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state = await generate(state)
        reading = _reading(state.output, _question(state))
        if reading.outcome is Outcome.LEGAL:
            return state
        _, again = prompt.ask_again(state.output.completion, reading.wrong)
        state.messages.append(ChatMessageUser(content=again.content))
        return await generate(state)

    return solve


@metric(scores="unreduced")
def policy() -> Metric:
    """What the audit scores: the value lost by legal answers, exploitability, and how many answers had each outcome."""

    def of(scores: list[SampleScore]) -> Value:
        if not scores:
            return {}
        by_question: dict[int, list[SampleScore]] = {}
        for each in scores:
            by_question.setdefault(int(each.sample_id or 0), []).append(each)
        game = _game(scores[0].sample_metadata)
        questions = _questions(game)
        found = score(game, "", questions, [_answered(questions[number], told) for number, told in by_question.items()])
        return {
            "lost": None if found.lost is None else float(found.lost),
            "lost_at_stake": None if found.lost_at_stake is None else float(found.lost_at_stake),
            "exploitability": None if found.lost is None else float(found.exploitability),
            **{outcome.value: found.outcomes.get(outcome, 0) for outcome in Outcome if outcome is not Outcome.FAILED},
        }

    return of


def _answered(question: Question, told: Sequence[SampleScore]) -> Answered:
    """What came of a question that was asked in several epochs."""
    weight = Fraction((told[0].sample_metadata or {})["weight"])
    kept = [each.score.metadata or {} for each in told]
    return answered_with(
        Asked(question, weight), [each["move"] for each in kept], [Outcome(each["outcome"]) for each in kept]
    )


@scorer(metrics=[policy()])
def value_lost() -> Scorer:
    """The outcome of an answer, and what a legal one gives away; what is not legal has no value."""

    async def score(state: TaskState, target: Target) -> InspectScore:
        question = _question(state)
        outcome, move, wrong = _reading(state.output, question)
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
