"""Agents: policies, players, functions and models; and what their failures count as."""

import ctypes
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import headway
from headway.arena import calls
from headway.arena.agent_names import agent_of
from headway.arena.agents import Agent, Answer, CallableAgent, PlayerAgent, PolicyAgent
from headway.arena.calls import Interrupted
from headway.arena.chat import ChatServer
from headway.arena.model_agent import ModelAgent
from headway.arena.questions import Question, all_questions
from headway.arena.reply import Outcome
from headway.players import seat_player
from tests.arena.scripted_server import MODEL, Request, Response, completion, failure, served
from tests.patience import PATIENCE, wait_until

GAME = headway.load("cross-over")
QUESTIONS = all_questions(headway.solve(GAME))
FIRST = QUESTIONS[0]


def outcome(agent: Agent) -> tuple[Outcome, str]:
    found = agent.answer(FIRST, 0)
    assert found.move is None or found.outcome is Outcome.LEGAL
    assert "\n" not in found.wrong
    return found.outcome, found.wrong


def test_a_policy_answers_by_its_odds_and_the_same_every_time() -> None:
    perfect = PolicyAgent(headway.policies.named(GAME, "perfect"))
    assert all(question.lost_by(_move(perfect.answer(question, 0))) == 0 for question in QUESTIONS)
    level = PolicyAgent(headway.policies.named(GAME, "1"))
    answers = [level.answer(FIRST, sample).move for sample in range(50)]
    assert set(answers) == set(FIRST.moves)
    assert answers == [level.answer(FIRST, sample).move for sample in range(50)]


def _move(answer: Answer) -> int:
    assert answer.move is not None
    return answer.move


def test_an_engine_answers_and_its_failures_are_counted(tmp_path: Path) -> None:
    program = tmp_path / "engine.py"
    program.write_text('import sys\nfor line in sys.stdin:\n    print(\'{"move": "2"}\', flush=True)\n')
    for command, expected in (
        (f"{sys.executable} {program}", Outcome.LEGAL),
        (f"{sys.executable} -c pass", Outcome.FAILED),
    ):
        player = seat_player(f"engine:{command}")
        assert player is not None
        agent = PlayerAgent("engine", player)
        agent.check()
        try:
            assert outcome(agent)[0] is expected
        finally:
            agent.close()


MISBEHAVIOUR = {
    "fails": "import sys\nsys.stdin.readline()\nraise SystemExit(3)\n",
    "stalls": "import sys, time\nfor line in sys.stdin:\n    time.sleep(3600)\n",
    "floods": "import sys\nwhile True:\n    print('x' * 1_000_000, flush=True)\n",
    "lies": 'for line in open(0):\n    print(\'{"move": "99"}\', flush=True)\n',
    "babbles": "for line in open(0):\n    print('I think that I take two steps', flush=True)\n",
}


MISBEHAVIOUR_COUNTS = {"lies": Outcome.ILLEGAL, "babbles": Outcome.UNPARSABLE, "floods": Outcome.UNPARSABLE}
"""As which failure it counts, where there was an answer."""


@pytest.mark.parametrize("how", MISBEHAVIOUR)
def test_an_engine_that_fails_stalls_floods_or_lies_costs_itself_each_answer_and_no_more(
    tmp_path: Path, how: str
) -> None:
    """It is asked three times, so it is started again; then another agent is asked as if nothing had been."""
    program = tmp_path / "engine.py"
    program.write_text(MISBEHAVIOUR[how])
    agent = agent_of(f"engine:{sys.executable} {program}", GAME, _no_server, seconds=0.5)
    try:
        found = [outcome(agent) for _ in range(3)]
    finally:
        agent.close()
    assert [each for each, _ in found] == [MISBEHAVIOUR_COUNTS.get(how, Outcome.FAILED)] * 3
    assert all(len(why) < 300 for _, why in found)
    assert outcome(agent_of("perfect", GAME, _no_server))[0] is Outcome.LEGAL


def test_a_function_answers_and_its_failures_are_counted() -> None:
    def fails(question: Question) -> str:
        raise KeyError("no\nidea")

    def answers(question: Question) -> str:
        asked.append(question)
        return " 2 "

    asked: list[Question] = []
    assert outcome(CallableAgent(answers))[0] is Outcome.LEGAL
    assert asked == [FIRST]
    failed, why = outcome(CallableAgent(fails))
    assert failed is Outcome.FAILED
    assert why.startswith("The function raised KeyError: ")
    assert outcome(CallableAgent(lambda question: "skip"))[0] is Outcome.ILLEGAL
    assert outcome(CallableAgent(lambda question: 2))[0] is Outcome.UNPARSABLE
    assert CallableAgent(fails).name == "fails"
    with pytest.raises(ValueError, match="a function that is given a question"):
        CallableAgent("2")  # type: ignore[arg-type]


def model(script: "list[Response]") -> Answer:
    """What comes of a model that gives these responses, one after another."""

    def answer(request: Request) -> Response:
        return script[request.number]

    with served(answer) as server:
        found = ModelAgent(ChatServer(server.base_url, MODEL, tries=1)).answer(FIRST, 0)
    assert len(server.requests) == len(script)
    return found


LEGAL, PROSE = completion('I go. {"move": "2"}'), completion("I take two steps.")
ILLEGAL = completion('{"move": "skip"}')


def test_a_model_answers_in_json() -> None:
    found = model([LEGAL])
    assert (found.outcome, found.move, found.retried) == (Outcome.LEGAL, GAME.parse(GAME.start(), "2"), False)
    assert (found.prompt_tokens, found.completion_tokens) == (11, 5)
    assert [message.role for message in found.said] == ["system", "user", "assistant"]


def test_a_model_is_told_once_what_was_wrong() -> None:
    found = model([PROSE, LEGAL])
    assert (found.outcome, found.retried) == (Outcome.LEGAL, True)
    assert (found.prompt_tokens, found.completion_tokens) == (22, 10)
    assert [message.role for message in found.said] == ["system", "user", "assistant", "user", "assistant"]
    assert 'There is no {"move": "..."} in the answer.' in found.said[3].content
    again = model([ILLEGAL, ILLEGAL])
    assert (again.outcome, again.move, again.retried) == (Outcome.ILLEGAL, None, True)
    assert again.wrong


def test_a_model_is_told_the_legal_moves_only_if_they_are_listed() -> None:
    for listing in (False, True):
        with served(lambda request: completion('{"move": "x"}')) as server:
            ModelAgent(ChatServer(server.base_url, MODEL), list_moves=listing).answer(FIRST, 0)
        *_, retry = server.requests[1].content["messages"]
        assert ("You can enter 1, 2, or 3." in retry["content"]) is listing


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        (PROSE, Outcome.UNPARSABLE),
        (completion(""), Outcome.UNPARSABLE),
        (completion("x" * 1_000_000), Outcome.UNPARSABLE),
        (ILLEGAL, Outcome.ILLEGAL),
        (completion("I think", "length"), Outcome.TRUNCATED),
        (completion('{"move": "2"} because', "length"), Outcome.LEGAL),
        (completion(None, "content_filter"), Outcome.REFUSED),
        (completion(None, refusal="I do not play."), Outcome.REFUSED),
        (completion('{"move": "1"} {"move": "2"}'), Outcome.LEGAL),
    ],
    ids=lambda value: value.name if isinstance(value, Outcome) else "",
)
def test_what_a_model_fails_at_is_counted_apart(response: Response, expected: Outcome) -> None:
    found = model([response] if expected is Outcome.LEGAL else [response, response])
    assert found.outcome is expected


def test_a_server_that_fails_costs_the_answer_and_no_more() -> None:
    found = model([failure(400, "no")])
    assert (found.outcome, found.move) == (Outcome.FAILED, None)
    assert found.wrong.endswith('answered with status 400: "no".')


def test_what_a_result_depends_on_is_told_without_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "hidden-key")
    about = ModelAgent(ChatServer("http://127.0.0.1:9/v1", MODEL)).about(GAME)
    assert about["agent"] == "llm:scripted"
    assert about["prompt_digest"]
    assert "hidden" not in str(about)


def test_the_key_is_left_out_of_what_is_kept_and_the_move_is_read_before() -> None:
    long = "a-long-key-and-more-of-it-that-is-longer-than-what-is-quoted"
    for key, said, kept in (
        (long, f'{{"note": "{long}", "move": "1"}}', '{"note": "[key]", "move": "1"}'),
        (long, f'{{"move": "{long}"}}', '{"move": "[key]"}'),
        ('"move":"1"', '{"move":"1"}', "{[key]}"),
    ):
        with served(lambda request, said=said: completion(said)) as server:  # type: ignore[misc]
            found = ModelAgent(ChatServer(server.base_url, MODEL, key=key, tries=1)).answer(FIRST, 0)
        assert found.said[-1].content == kept
        assert found.outcome is (Outcome.ILLEGAL if 'move": "a-' in said else Outcome.LEGAL)
        assert long[:9] not in str(found.said) + found.wrong


class UnspeakableError(Exception):
    """An error that cannot say what it is."""

    def __str__(self) -> str:
        raise ValueError


class HostileText(str):
    """A move that cannot be read as other texts can."""

    def __getattribute__(self, name: str) -> object:
        raise SystemExit(4)

    def __len__(self) -> int:
        raise SystemExit(5)


class Nameless(type):
    """A type that cannot say what it is called."""

    @property
    def __name__(cls) -> str:  # type: ignore[override]
        raise SystemExit(6)


class OfNameless(metaclass=Nameless):
    """A value of such a type."""


class HostileError(Exception):
    """An error that does what it was given when it is asked what it is."""

    def __str__(self) -> str:
        does: Callable[[], str] = self.args[0]
        return does()


def _leave() -> str:
    raise SystemExit(7)


def test_what_a_function_gives_cannot_end_the_run() -> None:
    never = threading.Event()

    def raises(does: Callable[[], object]) -> Callable[[Question], object]:
        def fails(question: Question) -> object:
            raise HostileError(does)

        return fails

    for function, expected, why in (
        (lambda question: HostileText("2"), Outcome.LEGAL, ""),
        (lambda question: HostileText("skip"), Outcome.ILLEGAL, "You cannot skip your turn while"),
        (lambda question: OfNameless(), Outcome.UNPARSABLE, "a value of type OfNameless instead"),
        (raises(_leave), Outcome.FAILED, "raised HostileError."),
        (raises(lambda: HostileText("no")), Outcome.FAILED, 'raised HostileError: "no"'),
        (raises(never.wait), Outcome.FAILED, "gave no answer within 0.2 seconds"),
    ):
        found, told = outcome(CallableAgent(function, "hostile", 0.2))
        assert (found, why in told) == (expected, True), told
    never.set()


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt(), GeneratorExit(), UnspeakableError()], ids=repr)
def test_a_function_that_would_end_the_program_has_failed(error: BaseException) -> None:
    def fails(question: Question) -> str:
        raise error

    failed, why = outcome(CallableAgent(fails))
    assert failed is Outcome.FAILED
    assert why.startswith(f"The function raised {type(error).__name__}")


def test_a_function_that_never_returns_has_failed_when_its_time_is_over() -> None:
    never, returned = threading.Event(), threading.Event()

    def hangs(question: Question) -> str:
        never.wait()
        returned.set()
        return "2"

    agent = CallableAgent(hangs, seconds=0.05)
    assert outcome(agent) == (Outcome.FAILED, "The function gave no answer within 0.05 seconds.")
    assert not returned.is_set()
    never.set()
    assert returned.wait(PATIENCE)  # nobody could end it: it went on, and what it returned is dropped
    assert outcome(CallableAgent(hangs))[0] is Outcome.LEGAL


def test_a_function_that_holds_the_interpreter_has_failed_when_it_returns() -> None:
    """Nothing else runs meanwhile, so it is not given up in time; but what it returns too late does not count."""
    library = ctypes.PyDLL(None)  # its functions, unlike those of CDLL, let no other thread run

    def sleeps(question: Question) -> str:
        library.usleep(300_000)
        return "2"

    assert outcome(CallableAgent(sleeps, seconds=0.05)) == (
        Outcome.FAILED,
        "The function gave no answer within 0.05 seconds.",
    )
    assert outcome(CallableAgent(sleeps, seconds=PATIENCE))[0] is Outcome.LEGAL


def test_functions_that_never_return_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "MOST_CALLS", 2)
    never, begun = threading.Event(), list[Question]()

    def hangs(question: Question) -> str:
        begun.append(question)
        never.wait()
        return "2"

    agent = CallableAgent(hangs, seconds=0.05)
    assert [outcome(agent)[0] for _ in range(4)] == [Outcome.FAILED] * 4
    assert len(begun) == 2
    never.set()
    wait_until(lambda: outcome(agent)[0] is Outcome.LEGAL)
    assert begun == [FIRST] * len(begun)


def test_an_interruption_ends_the_waiting_for_a_function_and_for_an_engine(tmp_path: Path) -> None:
    never, asked = threading.Event(), threading.Event()

    def hangs(question: Question) -> str:
        asked.set()
        never.wait()
        return "2"

    program = tmp_path / "engine.py"
    program.write_text(
        f"import pathlib, sys, time\nfor line in sys.stdin:\n"
        f"    pathlib.Path({str(tmp_path / 'asked')!r}).touch()\n    time.sleep({10 * PATIENCE})\n"
    )
    player = seat_player(f"engine:{sys.executable} {program}", seconds=10 * PATIENCE)
    assert player is not None
    engine = PlayerAgent("engine", player)
    try:
        for agent, is_asked in (
            (CallableAgent(hangs, seconds=10 * PATIENCE), asked.is_set),
            (engine, (tmp_path / "asked").exists),
        ):
            ended = list[str]()
            thread = threading.Thread(target=_interrupted, args=(agent, ended))
            thread.start()
            wait_until(is_asked)
            agent.interrupt()
            thread.join(PATIENCE)
            assert ended == ["interrupted"]
            with pytest.raises(Interrupted):
                agent.answer(FIRST, 1)
    finally:
        never.set()
        engine.close()


def _interrupted(agent: Agent, ended: list[str]) -> None:
    try:
        agent.answer(FIRST, 0)
    except Interrupted:
        ended.append("interrupted")


def test_an_engine_is_told_its_time_and_has_failed_when_it_is_over(tmp_path: Path) -> None:
    told = tmp_path / "told"
    program = tmp_path / "engine.py"
    program.write_text(
        "import json, pathlib, sys\nfor line in sys.stdin:\n"
        f"    pathlib.Path({str(told)!r}).write_text(str(json.loads(line)['seconds']))\n"
        "    if len(sys.argv) > 1:\n        print(json.dumps({'move': '2'}), flush=True)\n"
    )
    answers = agent_of(f"engine:{sys.executable} {program} answer", GAME, _no_server, seconds=PATIENCE)
    is_late = agent_of(f"engine:{sys.executable} {program}", GAME, _no_server, seconds=0.3)
    try:
        assert outcome(answers)[0] is Outcome.LEGAL
        assert float(told.read_text()) == PATIENCE
        failed, why = outcome(is_late)
    finally:
        answers.close()
        is_late.close()
    assert failed is Outcome.FAILED
    assert why.endswith(" within 0.3 seconds.")


def _no_server(name: str) -> ChatServer:
    raise AssertionError(name)


def test_a_model_that_was_interrupted_can_be_asked_again() -> None:
    with served(lambda request: LEGAL) as server:
        agent = ModelAgent(ChatServer(server.base_url, MODEL))
        agent.interrupt()
        with pytest.raises(Interrupted):
            agent.answer(FIRST, 0)
        agent.check()
        assert agent.answer(FIRST, 0).outcome is Outcome.LEGAL
