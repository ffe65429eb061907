"""Audits from end to end: what is asked, what it gives, and that nothing is asked twice."""

import random
import threading
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import headway
from headway.arena.agents import Agent, CallableAgent, PolicyAgent
from headway.arena.chat import ChatServer
from headway.arena.comparison import read_audit
from headway.arena.first_try import answers_in
from headway.arena.ledger import BadLedger, Ledger, read_ledger
from headway.arena.model_agent import ModelAgent
from headway.arena.policy_audit import Plan, about_audit, audit, conversation, plan_audit, result_of
from headway.arena.prompt import messages_digest
from headway.arena.questions import Question
from headway.arena.reply import Outcome
from headway.arena.score import Score
from tests.arena.scripted_server import MODEL, Request, Response, completion, served
from tests.patience import PATIENCE

GAME = headway.load("race-to-the-center")
TRUTH = headway.solve(GAME)


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_audit(GAME, rule_reading=0)


def audited(
    plan: Plan, agent: Agent, path: Path, *, resume: bool = False, jobs: int = 1, retry_failed: bool = False
) -> Score:
    with Ledger(path, about_audit(plan, agent), resume=resume, notify=print) as ledger:
        for _ in audit(plan, agent, ledger, jobs=jobs, retry_failed=retry_failed):
            pass
        return result_of(plan, agent, ledger.entries)


def best(question: Question) -> str:
    return question.table.game.token(question.moves[question.lost.index(0)])


def worst(question: Question) -> str:
    return GAME.token(question.moves[question.lost.index(question.stakes)])


def test_a_function_that_plays_perfectly_loses_nothing_and_its_opposite_everything(tmp_path: Path, plan: Plan) -> None:
    good = audited(plan, CallableAgent(best), tmp_path / "good.jsonl")
    assert (good.lost, good.lost_at_stake) == (0, 0)
    assert good.wins["perfect"] == (0, 1)  # P2 wins this game
    bad = audited(plan, CallableAgent(worst), tmp_path / "bad.jsonl")
    assert (bad.lost, bad.lost_at_stake) == (Fraction(14, 40), 1)
    assert bad.wins["perfect"] == (0, 0)


def test_a_policy_is_not_asked(plan: Plan) -> None:
    agent = PolicyAgent(headway.policies.named(GAME, "random"))
    assert list(audit(plan, agent)) == []
    assert result_of(plan, agent, []).lost == Fraction(7, 40)


def test_nothing_is_asked_twice_after_an_interruption(tmp_path: Path, plan: Plan) -> None:
    asked: list[int] = []

    def stops_once(question: Question) -> str:
        asked.append(question.number)
        return best(question)

    agent, path = CallableAgent(stops_once), tmp_path / "run.jsonl"
    with Ledger(path, about_audit(plan, agent)) as ledger:
        answers: Iterator[object] = audit(plan, agent, ledger)
        for _ in range(6):
            next(answers)
        answers.close()  # type: ignore[attr-defined]
    found = audited(plan, agent, path, resume=True)
    assert sorted(asked) == sorted(each.question.number for each in plan.asked)
    assert found == audited(plan, CallableAgent(best, "stops_once"), tmp_path / "whole.jsonl")


def test_what_failed_is_asked_again_on_demand_and_nothing_else(tmp_path: Path) -> None:
    """A server that is down for a while: its failures stay failures until they are asked again."""
    plan, asked, is_down = plan_audit(GAME, samples=2, rule_reading=4), list[Question](), True

    def fails_at_times(question: Question) -> str:
        asked.append(question)
        if is_down and question.number % 3 == 0:
            raise ConnectionError
        return best(question)

    agent, path = CallableAgent(fails_at_times), tmp_path / "run.jsonl"
    before = audited(plan, agent, path)
    failed = [question for question in asked if question.number % 3 == 0]
    assert before.outcomes[Outcome.FAILED] + before.rule_reading.outcomes.get(Outcome.FAILED, 0) == len(failed) > 2
    asked.clear()
    assert audited(plan, agent, path, resume=True) == before
    assert asked == []
    is_down = False
    with Ledger(path, about_audit(plan, agent), resume=True) as ledger:
        spending = audit(plan, agent, ledger, retry_failed=True)
        next(spending), next(spending), next(spending)  # and stopped before its end
        spending.close()  # type: ignore[attr-defined]
    assert asked == failed[:2]
    found = audited(plan, agent, path, resume=True, retry_failed=True)
    assert asked == failed
    whole = audited(plan, CallableAgent(lambda question: best(question), "fails_at_times"), tmp_path / "whole.jsonl")
    assert found == whole
    assert found.outcomes == {Outcome.LEGAL: 2 * len(plan.asked)}
    assert read_audit(path).asked == (len(plan.asked),) * 3
    assert audited(plan, agent, path, resume=True, retry_failed=True) == found
    assert asked == failed


def test_several_questions_at_a_time_give_the_same(tmp_path: Path, plan: Plan) -> None:
    one = audited(plan, CallableAgent(best), tmp_path / "one.jsonl")
    assert audited(plan, CallableAgent(best), tmp_path / "four.jsonl", jobs=4) == one


def test_questions_are_under_way_at_the_same_time(tmp_path: Path, plan: Plan) -> None:
    """The first three answers come only when all three are asked for."""
    together, first = threading.Barrier(3), threading.Semaphore(3)

    def waits(question: Question) -> str:
        if first.acquire(blocking=False):
            together.wait(PATIENCE)
        return best(question)

    found = audited(plan, CallableAgent(waits), tmp_path / "run.jsonl", jobs=3)
    assert found.outcomes == {Outcome.LEGAL: len(plan.asked)}


def in_the_prompt(plan: Plan) -> dict[str, Question]:
    """The questions by what a model is told."""
    from headway.arena.prompt import ask

    return {
        str([message._asdict() for message in ask(each.question.table, each.question.seat)]): each.question
        for each in plan.asked
    }


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_model_that_plays_perfectly_is_found_out_by_its_answers(tmp_path: Path, plan: Plan, jobs: int) -> None:
    questions = in_the_prompt(plan)

    def perfect(request: Request) -> Response:
        return completion(f'I see. {{"move": "{best(questions[str(request.content["messages"])])}"}}')

    with served(perfect) as server:
        agent = ModelAgent(ChatServer(server.base_url, MODEL))
        found = audited(plan, agent, tmp_path / "run.jsonl", jobs=jobs)
        again = audited(plan, agent, tmp_path / "run.jsonl", resume=True)
    assert (found.lost, found.outcomes) == (0, {Outcome.LEGAL: len(plan.asked)})
    assert again == found
    assert len(server.requests) == len(plan.asked)


def test_a_model_that_answers_anything_is_scored_all_the_same(tmp_path: Path, plan: Plan) -> None:
    rng = random.Random(1)
    replies = ['{"move": "1"}', '{"move": "2"}', "two steps", "", '{"move": "9"}', "x" * 100_000]

    with served(lambda request: completion(rng.choice(replies))) as server:
        agent = ModelAgent(ChatServer(server.base_url, MODEL))
        found = audited(plan, agent, tmp_path / "run.jsonl")
        with Ledger(tmp_path / "run.jsonl", about_audit(plan, agent), resume=True) as ledger:
            talks = [conversation(entry) for entry in answers_in(ledger.entries)]
    assert sum(found.outcomes.values()) == len(plan.asked)
    assert {Outcome.LEGAL, Outcome.UNPARSABLE} <= set(found.outcomes)
    assert all(talk[0].role == "system" and talk[-1].role == "assistant" for talk in talks)


def test_several_samples_show_how_an_agent_mixes(tmp_path: Path) -> None:
    plan = plan_audit(GAME, samples=4, rule_reading=0)
    answers = iter(range(10**6))

    def mixes(question: Question) -> str:
        return (best, worst)[next(answers) % 2](question)

    with Ledger(tmp_path / "run.jsonl", about_audit(plan, CallableAgent(mixes))) as ledger:
        for _ in audit(plan, CallableAgent(mixes), ledger):
            pass
        found = result_of(plan, CallableAgent(mixes), ledger.entries)
    assert sum(found.outcomes.values()) == 4 * len(plan.asked)
    assert found.lost_at_stake is not None
    assert 0 < found.lost_at_stake < 1
    assert found.interval is None or found.interval[0] <= float(found.lost or 0) <= found.interval[1]


@pytest.mark.parametrize(
    "change",
    [{"outcome": "excellent"}, {"table": "other"}, {"move": "9"}, {"move": None}, {"question": 10**6}, {"rule": "x"}],
    ids=str,
)
def test_an_answer_that_belongs_to_no_question_is_refused(
    tmp_path: Path, plan: Plan, change: dict[str, object]
) -> None:
    """Also in a ledger whose digests fit."""
    agent, path = CallableAgent(best, "best"), tmp_path / "run.jsonl"
    audited(plan, agent, path)
    _, entries, _ = read_ledger(path)
    path.unlink()
    with Ledger(path, about_audit(plan, agent)) as ledger:
        for number, entry in enumerate(entries):
            ledger.add({**entry, **change} if number == 3 else entry)
    with pytest.raises(BadLedger, match=r"^Answer 4 of the ledger does not belong to a question of this audit\.$"):
        audited(plan, agent, path, resume=True)


def test_a_ledger_and_a_score_say_how_a_model_was_asked(tmp_path: Path) -> None:
    plan = plan_audit(GAME, samples=2, controls=0, rule_reading=0)
    with served(lambda request: completion('{"move": "1"}')) as server:
        agent = ModelAgent(ChatServer(server.base_url, MODEL, temperature=0.5, max_tokens=50), list_moves=True)
        found = audited(plan, agent, tmp_path / "run.jsonl")
    about, _, _ = read_ledger(tmp_path / "run.jsonl")
    assert about["noted"] == {"headway": headway.__version__, "where": [server.base_url]}
    assert found.samples == about["samples"] == 2
    assert found.about == {name: about[name] for name in found.about}
    assert (found.about["temperature"], found.about["max_tokens"], found.about["list_moves"]) == (0.5, 50, True)
    assert found.about["messages_digest"] == messages_digest(GAME, list_moves=True)
