"""First tries: on the disk before a question is asked once more, so that a run goes on with the second try."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import headway
from headway.arena.agents import Agent, PolicyAgent
from headway.arena.calls import Interrupted
from headway.arena.chat import ChatServer
from headway.arena.comparison import read_audit
from headway.arena.first_try import FirstTry, answers_in, first_tries_in, first_try_entry, is_first_try
from headway.arena.ledger import BadLedger, Ledger, read_ledger
from headway.arena.matches import MatchPlan, about_matches, plan_matches, play_matches
from headway.arena.model_agent import ModelAgent
from headway.arena.policy_audit import Plan, about_audit, audit, plan_audit, result_of
from headway.arena.score import Score
from headway.arena.standings import Standings, standings_of
from tests.arena.scripted_server import MODEL, Request, Response, Served, completion, served

GAME = headway.load("race-to-the-center")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.jsonl"


@pytest.fixture
def agent() -> Iterator[tuple[ModelAgent, Served]]:
    """A model that says nothing useful at first and names a move at the second try, if its move is legal."""

    def answers(request: Request) -> Response:
        return completion("I move one." if len(request.content["messages"]) == 2 else '{"move": "1"}')

    with served(answers) as server:
        yield ModelAgent(ChatServer(server.base_url, MODEL)), server


def audited(plan: Plan, agent: Agent, path: Path) -> Score:
    with Ledger(path, about_audit(plan, agent), resume=path.exists(), notify=print) as ledger:
        for _ in audit(plan, agent, ledger):
            pass
        return result_of(plan, agent, ledger.entries)


def played(plan: MatchPlan, path: Path) -> Standings:
    with Ledger(path, about_matches(plan), resume=path.exists(), notify=print) as ledger:
        for _ in play_matches(plan, ledger):
            pass
        return standings_of(plan, ledger.entries)


def test_a_run_goes_on_from_every_line_and_ends_in_the_same_bytes(agent: tuple[ModelAgent, Served], path: Path) -> None:
    """Whatever line was the last one: nothing before it is asked again, and each answer has been asked for once."""
    asked, server = agent
    plan = plan_audit(GAME, most=4, controls=0, rule_reading=1)
    found = audited(plan, asked, path)
    lines = path.read_bytes().splitlines(keepends=True)
    questions = [request.content for request in server.questions]
    assert len(questions) == len(lines) - 2 == 2 * (4 + 1)
    for kept in range(1, len(lines)):
        path.write_bytes(b"".join(lines[:kept]))
        server.requests.clear()
        assert audited(plan, asked, path) == found
        assert [request.content for request in server.questions] == questions[kept - 1 :]
        _, entries, has_ended = read_ledger(path)
        assert [without_time(entry) for entry in entries] == [without_time(entry) for entry in entries_of(path, lines)]
        assert has_ended


def entries_of(path: Path, lines: list[bytes]) -> list[dict[str, object]]:
    other = path.with_name("whole.jsonl")
    other.write_bytes(b"".join(lines))
    return read_ledger(other)[1]


def without_time(entry: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in entry.items() if name != "seconds"}


def test_games_go_on_from_every_line_too(agent: tuple[ModelAgent, Served], path: Path) -> None:
    asked, server = agent
    plan = plan_matches(GAME, [asked, PolicyAgent(headway.policies.named(GAME, "random"))], 2)
    found = played(plan, path)
    lines = path.read_bytes().splitlines(keepends=True)
    questions = [request.content for request in server.questions]
    tries = sum(b'"try"' in line for line in lines)
    assert len(questions) == 2 * tries == sum(b'"ply"' in line for line in lines) > 4
    for kept in range(1, len(lines)):
        path.write_bytes(b"".join(lines[:kept]))
        server.requests.clear()
        assert repr(played(plan, path)) == repr(found)
        known = sum(b'"ply"' in line for line in lines[:kept])
        assert [request.content for request in server.questions] == questions[known:]


def test_a_second_try_that_is_interrupted_leaves_the_first_one_in_the_ledger(path: Path) -> None:
    plan = plan_audit(GAME, most=8, controls=0, rule_reading=0)

    def answers(request: Request) -> Response:
        if len(request.content["messages"]) > 2:
            asked.interrupt()
        return completion("I move one.")

    with served(answers) as server:
        asked = ModelAgent(ChatServer(server.base_url, MODEL))
        with Ledger(path, about_audit(plan, asked)) as ledger, pytest.raises(Interrupted):
            for _ in audit(plan, asked, ledger):
                pass
    (entry,) = read_ledger(path)[1]
    assert is_first_try(entry)
    assert (entry["text"], entry["prompt_tokens"], entry["completion_tokens"]) == ("I move one.", 11, 5)
    with pytest.warns(UserWarning, match=r"no closing line: it has 0 of 8 answers\."):
        assert read_audit(path).asked == (8, 0, 0)


def test_a_ledger_of_an_earlier_version_still_opens(agent: tuple[ModelAgent, Served], path: Path) -> None:
    """It has answers only: no first tries, and no closing line."""
    asked, server = agent
    plan = plan_audit(GAME, most=8, controls=0, rule_reading=2)
    found = audited(plan, asked, path)
    about, entries, _ = read_ledger(path)
    earlier = path.with_name("earlier.jsonl")
    told = list[str]()
    with Ledger(earlier, {name: value for name, value in about.items() if name != "headway_arena"}) as ledger:
        for entry in answers_in(entries):
            ledger.add(entry)
    server.requests.clear()
    assert read_audit(earlier, told.append).asked == (8, 8, read_audit(path).asked[2])  # type: ignore[index]
    assert audited(plan, asked, earlier) == found
    assert (server.requests, told) == ([], [])


def test_only_a_first_try_that_no_answer_follows_is_known() -> None:
    first, other = FirstTry("a", "b", 1, 2, 0.5), FirstTry("c", "d")
    entries = [
        {"number": 1, **first_try_entry(first)},
        {"number": 1, "outcome": "failed"},
        {"number": 2, **first_try_entry(other)},
        {"number": 3, **first_try_entry(first)},
        {"number": 2, **first_try_entry(first)},
    ]
    assert first_tries_in(entries, lambda entry: entry["number"]) == {2: first, 3: first}
    for change in ({"text": None}, {"prompt_tokens": "1"}, {"try": 2}):
        with pytest.raises(BadLedger, match="a first try that is not one"):
            first_tries_in([{**entries[0], **change}], lambda entry: entry["number"])
