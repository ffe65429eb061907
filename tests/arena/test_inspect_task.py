"""The audit as a task of inspect_ai, found through its entry point: with its mock model, and with a server."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as run_tasks
from inspect_ai.log import EvalLog
from inspect_ai.model import ChatMessage, ModelOutput, ModelUsage, StopReason, get_model

import headway
from headway.arena.prompt import ask
from headway.arena.questions import Question, all_questions, chosen
from headway.arena.rule_reading import rule_questions
from tests.arena.scripted_server import MODEL, Request, Response, completion, served

pytestmark = pytest.mark.filterwarnings("ignore:The 'initial' parameter:DeprecationWarning")  # of inspect_ai's retries
GAME = headway.load("race-to-the-center")
PROSE = "I take two steps."


def by_what_is_told(asked: Iterable[Question]) -> dict[str, Question]:
    return {"".join(message.content for message in ask(each.table, each.seat)): each for each in asked}


@cache
def questions() -> Mapping[str, Question]:
    """What is asked, by what a model is told in the end."""
    return by_what_is_told(each.question for each in chosen(GAME, all_questions(headway.solve(GAME))))


@cache
def changed() -> Mapping[str, Question]:
    """The same with a rule changed."""
    return by_what_is_told(each.question for each in rule_questions(GAME, all_questions(headway.solve(GAME))))


def best(told: str) -> str:
    """A perfect answer to a question."""
    question = {**questions(), **changed()}[told]
    return f'I see. {{"move": "{GAME.token(question.moves[question.lost.index(0)])}"}}'


@pytest.fixture
def audited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., EvalLog]:
    """Runs the task as `inspect eval headway/audit` does."""
    monkeypatch.chdir(tmp_path)

    def run(model: Any, **options: Any) -> EvalLog:
        settings = {"game": GAME.name, **options}
        (log,) = run_tasks("headway/audit", model, task_args=settings, log_dir=str(tmp_path), display="none")
        assert log.status == "success", log.error
        return log

    return run


def mocked(answer: Callable[[list[ChatMessage]], tuple[str, StopReason]]) -> Any:
    """inspect_ai's mock model; without a usage it would count tokens with a file from the internet."""

    def output(messages: list[ChatMessage], *_: object) -> ModelOutput:
        text, reason = answer(messages)
        told = ModelOutput.from_content("mockllm", text, stop_reason=reason)
        return told.model_copy(update={"usage": ModelUsage()})

    return get_model("mockllm/model", custom_outputs=output, memoize=False)


def metrics(log: EvalLog) -> dict[str, float]:
    """What was scored, over all epochs."""
    assert log.results is not None
    (found,) = log.results.scores
    return {name: each.value for name, each in found.metrics.items()}


def test_perfect_answers_lose_exactly_nothing(audited: Callable[..., EvalLog]) -> None:
    log = audited(mocked(lambda messages: (best("".join(message.text for message in messages)), "stop")))
    found = metrics(log)
    assert (found["lost"], found["lost_at_stake"]) == (0, 0)
    assert (found["legal"], found["illegal"], found["unparsable"]) == (len(questions()), 0, 0)
    assert found["exploitability"] == 0  # where it was not asked, no move gives anything away
    assert log.samples is not None
    asked = {str(sample.id) for sample in log.samples if "rule" not in sample.metadata}
    assert asked == {str(each.number) for each in questions().values()}
    assert len(log.samples) == len(asked) + 12
    assert (found["rule_reading"], found["rule_changed_legal"], found["rule_changed_illegal"]) == (1, 12, 0)
    assert 0 < found["without_reading"] < 1


def test_rule_reading_is_that_of_an_audit_in_python(audited: Callable[..., EvalLog]) -> None:
    """A model that always takes two steps, where it may, and the same as a function."""

    def two(observation: headway.arena.Observation) -> str:
        return "2" if "2" in observation.legal else "1"

    def answers(messages: list[ChatMessage]) -> tuple[str, StopReason]:
        told = "".join(message.text for message in messages)
        question = {**questions(), **changed()}[told]
        return f'{{"move": "{two(headway.arena.Observation.of(question.table, question.seat))}"}}', "stop"

    found, score = metrics(audited(mocked(answers))), headway.arena.audit(two, GAME)
    assert score.rule_reading.right is not None
    assert 0 < score.rule_reading.right < 1
    assert found["rule_reading"] == float(score.rule_reading.right)
    assert found["without_reading"] == float(score.rule_reading.unread or 0)
    assert (found["lost"], found["exploitability"]) == (float(score.lost or 0), float(score.exploitability))


FAILURES: list[tuple[str, StopReason]] = [
    (PROSE, "stop"),
    ("I think", "max_tokens"),
    ("", "content_filter"),
    ('{"move": "9"}', "stop"),
]


def test_failures_are_counted_apart_and_have_no_value(audited: Callable[..., EvalLog]) -> None:
    """Of the two samples of a question one is answered perfectly, and the other fails, also when it is asked again."""
    numbers: dict[str, int] = {}

    def every_second(messages: list[ChatMessage]) -> tuple[str, StopReason]:
        told = "".join(message.text for message in messages[:2])
        if len(messages) == 2 and told not in numbers:
            numbers[told] = len(numbers)
            return best(told), "stop"
        return FAILURES[numbers[told] % len(FAILURES)]

    log = audited(mocked(every_second), samples=2, controls=0, rule_reading=0)
    found = metrics(log)
    at_stake = sum(each.stakes > 0 for each in questions().values())
    assert at_stake == 14
    assert [found[name] for name in ("legal", "unparsable", "truncated", "refused", "illegal")] == [14, 4, 4, 3, 3]
    assert found["lost"] == 0
    assert log.samples is not None
    retried = [sample for sample in log.samples if len(sample.messages) == 5]
    assert len(retried) == at_stake
    assert any('There is no {"move": "..."} in the answer.' in sample.messages[3].text for sample in retried)


def test_a_model_behind_a_server_is_told_the_same_and_without_a_legal_answer_has_no_score(
    audited: Callable[..., EvalLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    def answers(request: Request) -> Response:
        return completion(PROSE) if len(request.content["messages"]) == 2 else completion('{"move": "9"}')

    monkeypatch.setenv("SCRIPTED_API_KEY", "hidden")
    with served(answers) as server:
        monkeypatch.setenv("SCRIPTED_BASE_URL", server.base_url)
        found = metrics(audited(get_model(f"openai-api/scripted/{MODEL}", memoize=False), controls=0, rule_reading=0))
    at_stake = {told for told, each in questions().items() if each.stakes > 0}
    first = [request.content["messages"] for request in server.requests if len(request.content["messages"]) == 2]
    assert {"".join(message["content"] for message in messages) for messages in first} == at_stake
    assert len(server.requests) == 2 * len(at_stake)
    assert (found["illegal"], found["legal"]) == (len(at_stake), 0)
    assert not {"lost", "lost_at_stake", "exploitability"} & set(found)
    assert not {"rule_reading", "without_reading"} & set(found)


HOSTILE: list[tuple[Response, str]] = [
    (completion(""), "unparsable"),
    (completion("I think", "length"), "truncated"),
    (completion('{"move": "2"} or rather {"move": "9"}'), "illegal"),
    (completion(PROSE), "unparsable"),
    (completion("x" * 1_000_000), "unparsable"),
    (completion("", "content_filter"), "refused"),
]


def test_hostile_answers_of_a_server_are_outcomes_there_too(
    audited: Callable[..., EvalLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each question gets one of them, twice. A status 429 and what is not UTF-8 are inspect_ai's own to ask again."""
    numbers: dict[str, int] = {}

    def answers(request: Request) -> Response:
        told = "".join(message["content"] for message in request.content["messages"][:2])
        number = numbers.setdefault(told, len(numbers))
        return HOSTILE[number % len(HOSTILE)][0]

    monkeypatch.setenv("SCRIPTED_API_KEY", "hidden")
    with served(answers) as server:
        monkeypatch.setenv("SCRIPTED_BASE_URL", server.base_url)
        found = metrics(audited(get_model(f"openai-api/scripted/{MODEL}", memoize=False), controls=0, rule_reading=0))
    expected = [HOSTILE[number % len(HOSTILE)][1] for number in numbers.values()]
    assert len(expected) == 14
    for outcome in ("legal", "illegal", "unparsable", "truncated", "refused"):
        assert found[outcome] == expected.count(outcome)
