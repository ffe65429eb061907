"""The audit of an agent's policy: it is asked in every position where something is at stake, and no game is played."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from headway import __version__
from headway.api.solution import solve
from headway.arena.agents import Agent, Answer
from headway.arena.chat import Message
from headway.arena.first_try import FirstTry, Tries, answers_in, first_tries_in, first_try_entry, is_first_try
from headway.arena.ledger import NOTED, BadLedger, Entries, Entry
from headway.arena.questions import CONTROLS, MOST_ASKED, Asked, Question, all_questions, chosen
from headway.arena.reply import Outcome
from headway.arena.rule_reading import (
    MOST_RULE_QUESTIONS,
    RuleQuestion,
    RuleReading,
    exact_reading,
    rule_questions,
    score_reading,
)
from headway.arena.score import Answered, Score, answered_by, answered_with, score
from headway.arena.spent import Spent
from headway.game import Game
from headway.progress import Progress


class Plan(NamedTuple):
    """What is asked in an audit: each of the `asked` questions, and of those under changed rules, `samples` times."""

    game: Game
    questions: Sequence[Question]
    asked: Sequence[Asked]
    samples: int
    rule_questions: Sequence[RuleQuestion] = ()


def plan_audit(
    game: Game,
    *,
    samples: int = 1,
    most: int = MOST_ASKED,
    controls: int = CONTROLS,
    rule_reading: int = MOST_RULE_QUESTIONS,
    progress: Progress | None = None,
) -> Plan:
    """Solve a game and choose the questions; at most `rule_reading` of them with a rule changed."""
    questions = all_questions(solve(game, progress=progress), progress)
    asked = chosen(game, questions, most, controls)
    return Plan(game, questions, asked, samples, rule_questions(game, questions, rule_reading, progress))


def about_audit(plan: Plan, agent: Agent) -> Entry:
    """What the first line of the ledger of an audit says."""
    about = {
        "game": plan.game.name,
        "rules": plan.game.settings,
        "questions": [each.question.number for each in plan.asked],
        "samples": plan.samples,
        **agent.about(plan.game),
        NOTED: noted([agent]),
    }
    if plan.rule_questions:
        about["rule_reading"] = [[each.rule, each.question.number] for each in plan.rule_questions]
    return about


def noted(agents: Sequence[Agent]) -> Entry:
    """With what a ledger was begun, for the record: the version of Headway, and where the agents are."""
    return {"headway": __version__, "where": [agent.where for agent in agents]}


def audit(
    plan: Plan, agent: Agent, ledger: Entries | None = None, *, jobs: int = 1, retry_failed: bool = False
) -> Iterator[Spent]:
    """Ask all that the ledger does not know yet, `jobs` at a time; yields what it has cost after each answer.

    With `retry_failed` also what has no answer because the agent failed; what it answers then takes the place of that.
    A policy need not be asked. When the iteration is closed, or Ctrl-C is pressed, answers that are under way and end
    soon are written down, those of models are given up, and nothing more is asked.
    """
    if agent.policy is not None or ledger is None:
        return
    check_entries(plan, ledger.entries)
    answers, first_tries = _latest(ledger.entries), first_tries_in(ledger.entries, _key)
    known = {key for key, entry in answers.items() if not (retry_failed and has_failed(entry))}
    to_ask = [("", each.question) for each in plan.asked]
    to_ask += [(each.rule, each.question) for each in plan.rule_questions]
    missing = [
        (rule, question, sample)
        for sample in range(plan.samples)
        for rule, question in to_ask
        if (rule, question.number, sample) not in known
    ]
    of = len(to_ask) * plan.samples
    ledger.tell_missing(len(answers), of, "answer")
    spent = Spent.so_far(of - len(missing), of, ledger.entries)
    yield spent
    agent.resume()
    with _stopping(ThreadPoolExecutor(jobs)) as executor:
        running: set[Future[Entry]] = set()
        waiting = iter(missing)
        try:
            while True:
                for rule, question, sample in islice(waiting, jobs - len(running)):
                    known_first = first_tries.get((rule, question.number, sample))
                    running.add(executor.submit(_ask, agent, rule, question, sample, ledger, known_first))
                if not running:
                    ledger.end()
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    running.discard(future)
                    ledger.add(future.result())
                    spent = spent.plus(1, [future.result()])
                    yield spent
        except BaseException:
            agent.interrupt()
            for future in wait(running).done:
                if future.exception() is None:
                    ledger.add(future.result())
            raise


@contextmanager
def _stopping(executor: ThreadPoolExecutor) -> Iterator[ThreadPoolExecutor]:
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def _ask(agent: Agent, rule: str, question: Question, sample: int, ledger: Entries, first: FirstTry | None) -> Entry:
    """The answer to a question, as the ledger keeps it; a first try is written down before the second one."""
    place: Entry = {"question": question.number, "sample": sample, **({"rule": rule} if rule else {})}

    def keep(told: FirstTry) -> None:
        ledger.add({**place, "table": question.table.text, **first_try_entry(told)})

    return {**place, **answer_entry(question, agent.answer(question, sample, Tries(first, keep)))}


def _key(entry: Entry) -> tuple[str, int, int]:
    """What the entries of an answer have in common: the rule that was changed, if one was, question and sample."""
    return entry.get("rule", ""), entry["question"], entry["sample"]


def _latest(entries: Sequence[Entry]) -> dict[tuple[str, int, int], Entry]:
    """The answers that count: of two to a question the later."""
    return {_key(entry): entry for entry in answers_in(entries)}


def answer_entry(question: Question, answer: Answer) -> Entry:
    """What every ledger keeps of an answer."""
    game = question.table.game
    return {
        "table": question.table.text,
        "outcome": answer.outcome.value,
        "move": None if answer.move is None else game.token(answer.move),
        "wrong": answer.wrong,
        "said": [list(message) for message in answer.said],
        "retried": answer.retried,
        "prompt_tokens": answer.prompt_tokens,
        "completion_tokens": answer.completion_tokens,
        "seconds": round(answer.seconds, 3),
    }


def result_of(plan: Plan, agent: Agent, entries: Sequence[Entry]) -> Score:
    """The score of an agent: of a policy as it is, of the others from the answers of a ledger."""
    if agent.policy is not None:
        answered = answered_by(agent.policy, [Asked(question, Fraction(1)) for question in plan.questions])
        found = score(plan.game, agent.name, plan.questions, answered, agent.policy, _exact_reading(plan, agent))
        return replace(found, about=agent.about(plan.game))
    check_entries(plan, entries)
    told = by_question(entries)
    answered = [_answered(each, told.get(("", each.question.number), [])) for each in plan.asked]
    answered = [each for each in answered if each.outcomes]
    found = score(plan.game, agent.name, plan.questions, answered, reading=_reading(plan, told))
    return replace(found, samples=plan.samples, about=agent.about(plan.game))


def check_entries(plan: Plan, entries: Sequence[Entry]) -> None:
    """Refuse answers that do not belong to the questions of a plan."""
    questions = {("", each.question.number): each.question for each in plan.asked}
    questions |= {(each.rule, each.question.number): each.question for each in plan.rule_questions}
    for number, entry in enumerate(entries, 1):
        try:
            question = questions[entry.get("rule", ""), entry["question"]]
            belongs = entry["table"] == question.table.text
            if not is_first_try(entry):
                is_legal = Outcome(entry["outcome"]) is Outcome.LEGAL
                belongs = belongs and is_legal == (entry["move"] is not None)
                if is_legal:
                    question.table.game.parse(question.seen, entry["move"])
        except (KeyError, TypeError, AttributeError, ValueError):  # of which HeadwayError is one
            belongs = False
        if not belongs:
            raise BadLedger(f"Answer {number} of the ledger does not belong to a question of this audit.")


def _exact_reading(plan: Plan, agent: Agent) -> RuleReading:
    """How a policy reads changed rules; one that is for this game alone is not asked."""
    policies = {each.rule: agent.policy_in(each.question.table.game) for each in plan.rule_questions}
    known = {rule: policy for rule, policy in policies.items() if policy is not None}
    return exact_reading([each for each in plan.rule_questions if each.rule in known], known)


def _reading(plan: Plan, told: Mapping[tuple[str, int], Sequence[Entry]]) -> RuleReading:
    """What came of the questions under changed rules."""
    answers = [
        _outcomes_of(each.question, told.get((each.rule, each.question.number), [])) for each in plan.rule_questions
    ]
    return score_reading(plan.rule_questions, answers)


def by_question(entries: Sequence[Entry]) -> dict[tuple[str, int], list[Entry]]:
    """The entries of a ledger that count, by the rule that was changed, if one was, and the number of the question."""
    found: dict[tuple[str, int], list[Entry]] = {}
    for (rule, question, _), entry in _latest(entries).items():
        found.setdefault((rule, question), []).append(entry)
    return found


def _outcomes_of(question: Question, entries: Sequence[Entry]) -> list[tuple[Outcome, int | None]]:
    """The outcomes of a question, with the legal moves."""
    game, seen = question.table.game, question.seen
    return [
        (Outcome(entry["outcome"]), None if entry["move"] is None else game.parse(seen, entry["move"]))
        for entry in entries
    ]


def _answered(asked: Asked, entries: Sequence[Entry]) -> Answered:
    told = _outcomes_of(asked.question, entries)
    return answered_with(asked, [move for _, move in told], [outcome for outcome, _ in told])


def conversation(entry: Entry) -> list[Message]:
    """What was said in an answer of a ledger."""
    return [Message(*said) for said in entry["said"]]


def has_failed(entry: Entry) -> bool:
    """Is there no answer, because the agent failed or was not there?"""
    return Outcome(entry["outcome"]) is Outcome.FAILED
