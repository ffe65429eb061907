"""The audit of an agent's policy: it is asked in every position where something is at stake, and no game is played."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from fractions import Fraction
from typing import NamedTuple

from headway.api.solution import solve
from headway.arena.agents import Agent, Answer
from headway.arena.chat import Message
from headway.arena.ledger import Entries, Entry
from headway.arena.questions import CONTROLS, MOST_ASKED, Asked, Question, all_questions, chosen
from headway.arena.reply import Outcome
from headway.arena.score import Answered, Score, answered_by, answered_with, score
from headway.game import Game
from headway.progress import Progress


class Plan(NamedTuple):
    """What is asked in an audit: every one of the `asked` questions, `samples` times."""

    game: Game
    questions: Sequence[Question]
    asked: Sequence[Asked]
    samples: int


class Spent(NamedTuple):
    """What an audit has cost so far: how many of the answers are there, and their tokens."""

    answers: int
    of: int
    prompt_tokens: int
    completion_tokens: int


def plan_audit(
    game: Game, *, samples: int = 1, most: int = MOST_ASKED, controls: int = CONTROLS, progress: Progress | None = None
) -> Plan:
    """Solve a game and choose the questions."""
    questions = all_questions(solve(game, progress=progress), progress)
    return Plan(game, questions, chosen(game, questions, most, controls), samples)


def about_audit(plan: Plan, agent: Agent) -> Entry:
    """What the first line of the ledger of an audit says."""
    return {
        "game": plan.game.name,
        "rules": plan.game.settings,
        "questions": [each.question.number for each in plan.asked],
        "samples": plan.samples,
        **agent.about,
    }


def audit(plan: Plan, agent: Agent, ledger: Entries | None = None, *, jobs: int = 1) -> Iterator[Spent]:
    """Ask all that the ledger does not know yet, `jobs` at a time; yields what it has cost after each answer.

    A policy need not be asked. When the iteration is closed, or Ctrl-C is pressed, the answers that are under way are
    waited for and written down, and nothing more is asked.
    """
    if agent.policy is not None or ledger is None:
        return
    known = {(entry["question"], entry["sample"]) for entry in ledger.entries}
    missing = [
        (each.question, sample)
        for sample in range(plan.samples)
        for each in plan.asked
        if (each.question.number, sample) not in known
    ]
    total = len(plan.asked) * plan.samples
    yield _spent(ledger, total)
    with _stopping(ThreadPoolExecutor(jobs)) as executor:
        running: set[Future[Entry]] = set()
        waiting = iter(missing)
        while True:
            for question, sample in _some(waiting, jobs - len(running)):
                running.add(executor.submit(_ask, agent, question, sample))
            if not running:
                return
            try:
                done, running = wait(running, return_when=FIRST_COMPLETED)
            except BaseException:
                for future in wait(running).done:
                    ledger.add(future.result())
                raise
            for future in done:
                ledger.add(future.result())
                yield _spent(ledger, total)


@contextmanager
def _stopping(executor: ThreadPoolExecutor) -> Iterator[ThreadPoolExecutor]:
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def _some(waiting: Iterator[tuple[Question, int]], count: int) -> Iterable[tuple[Question, int]]:
    return [one for _, one in zip(range(count), waiting, strict=False)]


def _ask(agent: Agent, question: Question, sample: int) -> Entry:
    return entry_of(question, sample, agent.answer(question, sample))


def entry_of(question: Question, sample: int, answer: Answer) -> Entry:
    """An answer as the ledger keeps it."""
    return {
        "question": question.number,
        "sample": sample,
        **answer_entry(question, answer),
    }


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
    else:
        by_question: dict[int, list[Entry]] = {}
        for entry in entries:
            by_question.setdefault(entry["question"], []).append(entry)
        answered = [_answered(each, by_question.get(each.question.number, [])) for each in plan.asked]
        answered = [each for each in answered if each.outcomes]
    return score(plan.game, agent.name, plan.questions, answered, agent.policy)


def _answered(asked: Asked, entries: Sequence[Entry]) -> Answered:
    game, seen = asked.question.table.game, asked.question.seen
    moves = [None if entry["move"] is None else game.parse(seen, entry["move"]) for entry in entries]
    return answered_with(asked, moves, [Outcome(entry["outcome"]) for entry in entries])


def conversation(entry: Entry) -> list[Message]:
    """What was said in an answer of a ledger."""
    return [Message(*said) for said in entry["said"]]


def _spent(ledger: Entries, total: int) -> Spent:
    prompt = sum(entry["prompt_tokens"] for entry in ledger.entries)
    completion = sum(entry["completion_tokens"] for entry in ledger.entries)
    return Spent(len(ledger.entries), total, prompt, completion)
