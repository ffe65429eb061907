"""The audit as a task of inspect_ai, found through its entry point: with its mock model, and with a server.

inspect_ai is imported by what needs it: it takes a second, and each process that runs tests reads this file.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click import ClickException

import headway
from headway.arena import prompt
from headway.arena.prompt import ask
from headway.arena.questions import Question, all_questions, chosen
from headway.arena.rule_reading import rule_questions
from tests.arena.scripted_server import MODEL, Request, Response, completion, failure, served

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog
    from inspect_ai.model import ChatMessage, ModelOutput, StopReason

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
    return f'I see. {{"move": "{question.table.game.token(question.moves[question.lost.index(0)])}"}}'


@pytest.fixture
def audited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., EvalLog]:
    """Runs the task as `inspect eval headway/audit` does."""
    monkeypatch.chdir(tmp_path)
    from inspect_ai import eval as run_tasks

    def run(model: Any, *, giving_up: bool = True, **options: Any) -> EvalLog:
        settings = {"game": GAME.name, **options}
        (log,) = run_tasks(
            "headway/audit", model, task_args=settings, log_dir=str(tmp_path), display="none", fail_on_error=giving_up
        )
        assert log.status == "success", log.error
        return log

    return run


def mocked(answer: Callable[[list[ChatMessage]], tuple[str, StopReason]]) -> Any:
    """inspect_ai's mock model; without a usage it would count tokens with a file from the internet."""
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    def output(messages: list[ChatMessage], *_: object) -> ModelOutput:
        text, reason = answer(messages)
        told = ModelOutput.from_content("mockllm", text, stop_reason=reason)
        return told.model_copy(update={"usage": ModelUsage()})

    return get_model("mockllm/model", custom_outputs=output, memoize=False)


def scripted(**options: Any) -> Any:
    """The model of the scripted server; the environment tells its address."""
    from inspect_ai.model import get_model

    return get_model(f"openai-api/scripted/{MODEL}", memoize=False, **options)


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
    told = {"prompt": prompt.VERSION, "prompt_digest": prompt.digest(), "messages_digest": prompt.messages_digest(GAME)}
    assert log.eval.metadata == {"headway": headway.__version__, **told}
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
        found = metrics(audited(scripted(), controls=0, rule_reading=0))
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
    """Each question gets one of them, twice."""
    numbers: dict[str, int] = {}

    def answers(request: Request) -> Response:
        told = "".join(message["content"] for message in request.content["messages"][:2])
        number = numbers.setdefault(told, len(numbers))
        return HOSTILE[number % len(HOSTILE)][0]

    monkeypatch.setenv("SCRIPTED_API_KEY", "hidden")
    with served(answers) as server:
        monkeypatch.setenv("SCRIPTED_BASE_URL", server.base_url)
        found = metrics(audited(scripted(), controls=0, rule_reading=0))
    expected = [HOSTILE[number % len(HOSTILE)][1] for number in numbers.values()]
    assert len(expected) == 14
    for outcome in ("legal", "illegal", "unparsable", "truncated", "refused"):
        assert found[outcome] == expected.count(outcome)


NO_ANSWERS = [failure(429, "busy"), Response(completion("late").body, seconds_a_byte=3600.0), Response(b"\xff\xfe{")]
"""A busy server, one that hangs, and bytes that are not UTF-8."""


def test_what_is_no_answer_of_a_server_is_given_up_by_inspect_ai_and_not_scored(
    audited: Callable[..., EvalLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every second question has no answer, and the evaluation ends all the same."""
    from inspect_ai.model import GenerateConfig

    numbers: dict[str, int] = {}

    def answers(request: Request) -> Response:
        told = "".join(message["content"] for message in request.content["messages"][:2])
        half, is_odd = divmod(numbers.setdefault(told, len(numbers)), 2)
        return NO_ANSWERS[half % len(NO_ANSWERS)] if is_odd else completion(best(told))

    monkeypatch.setenv("SCRIPTED_API_KEY", "hidden")
    with served(answers) as server:
        monkeypatch.setenv("SCRIPTED_BASE_URL", server.base_url)
        model = scripted(config=GenerateConfig(max_retries=0, timeout=20, attempt_timeout=20), max_retries=0)
        log = audited(model, controls=0, rule_reading=0, giving_up=False)
    found = metrics(log)
    assert log.samples is not None
    assert sum(sample.error is not None and not sample.scores for sample in log.samples) == 7
    assert [found[name] for name in ("legal", "illegal", "unparsable", "truncated", "refused")] == [7, 0, 0, 0, 0]
    assert found["lost"] == 0


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, "^Name the game: -T game=NAME\\. The games are: capture-the-flag, cross-over"),
        ({"game": "chess"}, '^There is no game "chess"\\.'),
        ({"game": GAME.name, "rules": {"length": -1}}, "^length takes a whole even n"),
    ],
)
def test_what_cannot_be_asked_is_refused(tmp_path: Path, given: dict[str, object], expected: str) -> None:
    from inspect_ai import eval as run_tasks

    with pytest.raises(ClickException, match=expected) as refused:
        run_tasks("headway/audit", "mockllm/model", task_args=given, log_dir=str(tmp_path), display="none")
    assert "\n" not in refused.value.message


def test_inspect_shows_a_refusal_in_one_line(tmp_path: Path) -> None:
    inspect = str(Path(sys.executable).with_name("inspect"))
    given = ["-T", f"game={GAME.name}", "-T", "rules={length: -1}"]
    command = [inspect, "eval", "headway/audit", "--model", "mockllm/model", *given]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert told.returncode != 0
    expected = "Error: length takes a whole even n"
    assert [line[: len(expected)] for line in (told.stdout + told.stderr).splitlines() if line] == [expected]
