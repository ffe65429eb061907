"""Rule reading: which questions tell whether a changed rule was read, and how answers and policies are scored."""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import headway
from headway.arena.agents import CallableAgent
from headway.arena.ledger import InMemory, Ledger
from headway.arena.policy_audit import about_audit, audit, plan_audit, result_of
from headway.arena.prompt import ask
from headway.arena.questions import Question, all_questions
from headway.arena.reply import Outcome
from headway.arena.report.audit_report import audit_section
from headway.arena.report.html import Links
from headway.arena.rule_reading import RuleQuestion, best, changed_games, exact_reading, rule_questions, score_reading
from headway.game import Game, State

SMALL = ["cross-over", "race-to-the-center", "predictive-pursuit"]
GAME = headway.load("race-to-the-center")
DOCS = (Path(__file__).parents[2] / "docs" / "arena.md").read_text("utf-8").partition("### Rule reading")[2]


@cache
def asked(name: str, most: int = 12) -> Sequence[RuleQuestion]:
    game = headway.load(name)
    return rule_questions(game, all_questions(headway.solve(game)), most)


def test_each_change_is_to_one_rule_and_keeps_the_pieces() -> None:
    assert [rule for rule, _ in changed_games(GAME)] == [
        "length=8",
        "length=12",
        "longest_step=1",
        "longest_step=3",
        "reply=always",
        "reply=never",
    ]
    flag = headway.load("capture-the-flag")
    assert not [rule for rule, _ in changed_games(flag) if rule.startswith("soldiers")]
    race = headway.load("number-race")
    assert not list(changed_games(race))  # its board says how long it is
    for name in SMALL:
        game = headway.load(name)
        for rule, changed in changed_games(game):
            named, _, value = rule.partition("=")
            different = {key: str(now) for key, now in changed.settings.items() if now != game.settings[key]}
            assert different == {named: value}


@pytest.mark.parametrize("name", SMALL)
def test_only_what_becomes_a_mistake_is_asked(name: str) -> None:
    """By the solutions of both games: the position comes up in both, and a best move of the one loses in the other."""
    game = headway.load(name)
    truth = headway.solve(game)
    before = {(question.seat, question.seen): question for question in all_questions(truth)}
    assert asked(name)
    for rule, question, moves in asked(name):
        changed = question.table.game
        other = before[question.seat, question.seen]
        assert rule.partition("=")[0] in changed.changed
        spelled = {changed.token(move) for move in moves}
        assert spelled <= {game.token(move) for move in best(other)}
        worth = headway.solve(changed).worths(question.table)
        sign = 1 if question.seat == 0 else -1
        top = max(sign * each.value for each in worth)
        assert any(sign * each.value < top - 1e-6 for each in worth if each.move in spelled)


@pytest.mark.parametrize("name", SMALL)
def test_the_documented_numbers_are_these(name: str) -> None:
    title, found = headway.load(name).title, asked(name, 10**6)
    rows = re.findall(rf"(?m)^\| {title} \| ([^|]*) \| ([\d,]+) \|$", DOCS)
    assert [(changes, int(count)) for changes, count in rows] == [(rows[0][0], len(found))]
    told = re.findall(r"`(\w+)", rows[0][0])
    assert sorted(told) == sorted({reading.rule.partition("=")[0] for reading in found})


def choices(game: Game) -> dict[tuple[int, State], tuple[set[str], set[str]]]:
    """Of each choice, by seat and by what the seat sees, the legal moves and the best ones."""
    truth, found = headway.solve(game), dict[tuple[int, State], tuple[set[str], set[str]]]()
    waiting = [headway.Table(game, first) for first in (headway.Actor.P1, headway.Actor.P2)]
    known = {table.state for table in waiting}
    while waiting:
        table = waiting.pop()
        for after in map(table.play, table.legal):
            if after.state not in known:
                known.add(after.state)
                waiting.append(after)
        if table.actor in (headway.Actor.P1, headway.Actor.P2) and len(table.legal) > 1:
            sign = 1 if table.actor == headway.Actor.P1 else -1
            worths = {worth.move: sign * worth.value for worth in truth.worths(table)}
            top = {move for move, value in worths.items() if value > max(worths.values()) - 1e-6}
            found[table.actor, table.view(table.actor)] = set(worths), top
    return found


@pytest.mark.parametrize("name", SMALL)
def test_the_questions_are_counted_a_second_time(name: str) -> None:
    """From the tables of both games and the worths of their moves: none is missing, and none is too many."""
    game, counts = headway.load(name), dict[str, int]()
    before = choices(game)
    for rule, changed in changed_games(game):
        after = choices(changed)
        counts[rule] = sum(
            bool((best_before & legal) - best_after)
            for key, (legal, best_after) in after.items()
            for _, best_before in [before.get(key, (set(), set()))]
        )
    found = [reading.rule for reading in asked(name, 10**6)]
    assert {rule: count for rule, count in counts.items() if count} == {rule: found.count(rule) for rule in found}


def test_all_agents_are_asked_the_same_as_evenly_from_the_changes_as_there_are() -> None:
    found = asked("race-to-the-center")
    assert found == rule_questions(GAME, all_questions(headway.solve(GAME)), 12)
    counts = [sum(reading.rule == rule for reading in found) for rule in {reading.rule for reading in found}]
    assert sum(counts) == 12
    assert max(counts) - min(counts) <= 1
    assert not asked("race-to-the-center", 0)


@pytest.mark.parametrize("name", SMALL)
def test_perfect_play_under_the_changed_rule_is_always_right(name: str) -> None:
    found = exact_reading(asked(name), policies(name, "perfect"))
    assert found.right == pytest.approx(1, abs=1e-9)
    assert found.unread is not None
    assert found.unread < 1
    assert sum(found.changes.values()) == len(asked(name))
    assert not found.outcomes


def policies(name: str, player: str) -> dict[str, headway.policies.Policy]:
    """A player in the game under each changed rule."""
    return {each.rule: headway.policies.named(each.question.table.game, player) for each in asked(name)}


def test_a_random_policy_is_right_as_often_as_moves_are() -> None:
    shares = [Fraction(len(reading.right), len(reading.question.moves)) for reading in asked(GAME.name)]
    found = exact_reading(asked(GAME.name), policies(GAME.name, "random"))
    assert found.right == sum(shares) / len(shares)


def test_an_agent_that_plays_by_the_unchanged_rules_is_right_as_often_as_is_said() -> None:
    """Each question is answered by all moves that were right before, once each."""
    told = [[(Outcome.LEGAL, move) for move in sorted(reading.before)] for reading in asked("cross-over")]
    found = score_reading(asked("cross-over"), told)
    assert found.right == found.unread
    assert found.right is not None
    assert found.right < Fraction(1, 2)
    assert found.outcomes == {Outcome.LEGAL: sum(map(len, told))}


def test_failures_are_counted_apart_and_do_not_count_as_wrong() -> None:
    first, second = asked("cross-over")[:2]
    told: list[list[tuple[Outcome, int | None]]] = [
        [(Outcome.LEGAL, min(first.right)), (Outcome.ILLEGAL, None)],
        [(Outcome.TRUNCATED, None)],
    ]
    found = score_reading([first, second], told)
    assert found.right == 1
    assert found.outcomes == {Outcome.LEGAL: 1, Outcome.ILLEGAL: 1, Outcome.TRUNCATED: 1}
    assert score_reading([first], [[]]).right is None


def test_an_agent_is_asked_under_the_changed_rules_once_and_its_score_in_the_game_is_unaffected(tmp_path: Path) -> None:
    heard: list[Question] = []

    def reads(question: Question) -> str:
        heard.append(question)
        return question.table.game.token(min(best(question)))

    agent, plan = CallableAgent(reads), plan_audit(GAME, controls=0, rule_reading=6)
    path = tmp_path / "run.jsonl"
    for resume in (False, True):
        with Ledger(path, about_audit(plan, agent), resume=resume) as ledger:
            for _ in audit(plan, agent, ledger):
                pass
            entries = list(ledger.entries)
    assert len(heard) == len(plan.asked) + 6
    assert {str(question.table.game) for question in heard[len(plan.asked) :]} == {
        f"{GAME.name}: {reading.rule}" for reading in plan.rule_questions
    }
    assert [entry.get("rule") for entry in entries[len(plan.asked) :]] == [
        reading.rule for reading in plan.rule_questions
    ]
    result = result_of(plan, agent, entries)
    found = result.rule_reading
    assert (found.right, found.outcomes) == (1, {Outcome.LEGAL: 6})
    assert (result.lost, result.outcomes) == (0, {Outcome.LEGAL: len(plan.asked)})
    for reading in plan.rule_questions:
        told = ask(reading.question.table, reading.question.seat)[0].content
        assert f"- {reading.rule} (in the book: " in told


def test_the_report_shows_what_was_answered_under_a_changed_rule_apart() -> None:
    def errs(question: Question) -> str:
        worst = max(question.moves, key=question.lost_by)
        return question.table.game.token(worst if question.table.game != GAME else min(best(question)))

    agent, plan, kept = CallableAgent(errs), plan_audit(GAME, controls=0, rule_reading=6), InMemory()
    for _ in audit(plan, agent, kept):
        pass
    score = result_of(plan, agent, kept.entries)
    assert (score.lost, score.rule_reading.right) == (0, 0)
    page = audit_section(plan, score, agent, kept.entries, Links())
    plain, changed = page.split("<h3>Positions under a changed rule (6)</h3>")
    assert plain.count("Answer 1: ") == len(plan.asked)
    assert changed.count("Answer 1: ") == 6
    for rule, question, _ in plan.rule_questions:
        assert f"Under {rule}: position {question.number + 1}, " in changed
