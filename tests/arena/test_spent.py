"""What a run has cost, and how that is told while it goes on."""

from functools import partial

import pytest

import headway
from headway.arena import spent
from headway.arena.chat import ChatServer
from headway.arena.ledger import Entry, InMemory
from headway.arena.matches import plan_matches, play_matches
from headway.arena.model_agent import ModelAgent
from headway.arena.policy_audit import audit, plan_audit
from headway.arena.spent import Spent, run_to_the_end
from headway.time_left import TimeLeft
from tests.arena.scripted_server import MODEL, completion, served

GAME = headway.load("cross-over", length=5)


def test_tokens_are_counted_over_all_entries() -> None:
    entries: list[Entry] = [{"prompt_tokens": 3, "completion_tokens": 1}, {"moves": []}]
    spent = Spent.so_far(1, 9, entries).plus(2, entries)
    assert spent == (3, 9, 6, 2)
    assert (spent.tokens, spent.cost) == (8, "8 tokens")
    assert Spent.so_far(0, 0, []).cost == ""
    told = int("9" * 4300)  # a ledger of an earlier version may have what a server made up
    assert Spent.so_far(0, 0, [{"prompt_tokens": told, "completion_tokens": told}]).cost == "2,000,000,000 tokens"


def test_a_run_of_a_model_tells_its_tokens_up_to_the_last_answer() -> None:
    """Each answer costs 16 tokens; what a ledger had before is not in the share that is done."""
    with served(lambda request: completion('{"move": "1"}')) as server:
        agent, kept, told = ModelAgent(ChatServer(server.base_url, MODEL)), InMemory(), list[str]()
        plan = plan_audit(GAME, controls=0, rule_reading=0)
        for spent in audit(plan, agent, kept):
            if spent.done == 4:
                break
        run_to_the_end(audit(plan, agent, kept), told.append, "An audit")
        assert told[0] == "An audit: 0 %, 64 tokens"
        assert told[-1] == f"An audit: 100 %, {16 * len(plan.asked)} tokens"
        assert len(told) == len(plan.asked) - 4 + 1
        games, matches = InMemory(), plan_matches(GAME, [agent, agent], 2)
        told.clear()
        before = len(server.questions)
        run_to_the_end(play_matches(matches, games), told.append, "A match")
        assert told[-1] == f"A match: 100 %, {16 * (len(server.questions) - before)} tokens"


def test_the_tokens_and_the_time_that_is_left_are_told_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step of four takes a minute and costs 16 tokens."""
    told, clock = list[str](), iter(range(0, 10**6, 60))
    monkeypatch.setattr(spent, "TimeLeft", partial(TimeLeft, clock=lambda: float(next(clock))))
    run_to_the_end((Spent(done, 4, 11 * done, 5 * done) for done in range(5)), told.append, "An audit")
    assert told[2] == "An audit: 50 %, 32 tokens, about 3 min left"
    assert told[3] == "An audit: 75 %, 48 tokens, about 80 s left"
