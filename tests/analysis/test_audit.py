"""The audit: every finding has a witness that shows it, and every claim of the books has its verdict."""

import json
import random
import shlex
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from headway.analysis.audit import Audit, Finding
from headway.catalogue import find, names
from headway.claims import Claim, Question
from headway.errors import BadGame, HeadwayError
from headway.rulekit import OVER, P1, P2
from headway.table.outcome import Result
from headway.table.table import Table
from headway.terminal.moves import play_out
from tests.conftest import Headway

CLAIMS = {  # what the books say, and whether it is so; the reasons are in the tests of the books and of the solver
    "number-race": [False, False, False, False, False, False, True],
    "predictive-pursuit": [False, False, True, False, True],
    "capture-the-flag": [False, True, True],
    "cross-over": [True, False, False, True, False, True],
    "race-to-the-center": [True, False, True, True, False, True],
}
APPLY = {  # which of the books' rules ever apply
    "number-race": [False, True],
    "predictive-pursuit": [True],
    "capture-the-flag": [True, True, False],
    "cross-over": [True, False],
    "race-to-the-center": [True, False, True],
}


@cache
def audit(name: str) -> Audit:
    return Audit(find(name))


def finding(name: str, question: str) -> Finding:
    return next(finding for finding in audit(name).findings if finding.question == question)


def replayed(witness: str) -> Table:
    """The table after the line that a witness names."""
    words = shlex.split(witness)
    assert words[:2] == ["headway", "replay"]
    pairs = list(zip(words[3::2], words[4::2], strict=True))
    options, game = dict(pairs), find(words[2])
    settings: dict[str, object] = {}
    for name, _, value in (value.partition("=") for option, value in pairs if option == "--rule"):
        settings[name] = value
    if "--board" in options:
        settings["board"] = options["--board"]
    first = P2 if options.get("--first") == "p2" else P1
    return play_out(Table(game.variant(settings), first), options["--moves"])


@pytest.mark.parametrize("name", names())
def test_every_claim_has_its_verdict(name: str) -> None:
    verdicts = audit(name).verdicts
    assert [verdict.is_true for verdict in verdicts if not verdict.is_rule] == CLAIMS[name]
    assert [verdict.is_true for verdict in verdicts if verdict.is_rule] == APPLY[name]


@pytest.mark.parametrize("name", names())
def test_every_finding_has_a_witness_and_every_line_replays(name: str) -> None:
    for each in audit(name).findings:
        assert each.witness
        for line in lines(each):
            replayed(line)


def lines(found: Finding) -> list[str]:
    return [witness for witness in found.witness if witness.startswith("headway replay")]


@pytest.mark.parametrize(
    ("name", "rules"),
    [("predictive-pursuit", {}), ("capture-the-flag", {}), ("number-race", {}), ("cross-over", {"longest_step": 1})],
)
def test_a_line_that_comes_back_does(name: str, rules: dict[str, object]) -> None:
    audited = Audit(find(name).variant(rules)) if rules else audit(name)
    found = next(each for each in audited.findings if each.question == "ends")
    table = replayed(*lines(found))
    assert table.state in table.states[:-1]


@pytest.mark.parametrize(("name", "longest"), [("cross-over", 16), ("race-to-the-center", 10)])
def test_a_game_that_ends_does_so_within_its_longest_line(name: str, longest: int) -> None:
    """Markers that move one square at a time: 8 squares and one more each; 5 squares each."""
    found = finding(name, "ends")
    assert (found.answer, f"after {longest} moves at most" in found.sentence) == (True, True)
    assert find(name).perft(longest + 1)[-2:] != [0, 0]
    assert find(name).perft(longest + 1)[-1] == 0
    assert replayed(found.witness[1]).ply == longest


def test_a_move_that_is_taken_away_is() -> None:
    table = replayed(*lines(finding("cross-over", "blocks")))
    assert len(table.game.moves_at(table.state)) == 2
    p1, p2 = table.game.positions(table.state)
    assert abs(p1[0] - p2[0]) <= 3


@pytest.mark.parametrize(
    "rules", [{"longest_step": 1}, {"length": 8, "longest_step": 1}, {"length": 2, "longest_step": 2}]
)
def test_a_marker_in_the_way_is_in_the_way_in_every_variant(rules: dict[str, object]) -> None:
    found = next(each for each in Audit(find("cross-over").variant(rules)).findings if each.question == "blocks")
    table = replayed(*lines(found))
    with pytest.raises(HeadwayError, match="that would land on"):
        table.game.parse(table.state, "1")


def test_a_ruling_that_changes_the_odds_only_says_so() -> None:
    audited = Audit(find("predictive-pursuit").variant({"forced": "unblockable"}))
    found = next(each for each in audited.findings if each.question == "ruling overshoot")
    assert found.sentence == "The ruling overshoot changes the odds, not the kind of outcome, of best play."


def test_a_soldier_who_is_landed_on_is_sent_home() -> None:
    table = replayed(*lines(finding("capture-the-flag", "meets")))
    (before, after), by = [table.game.positions(state) for state in table.states[-2:]], table.by(table.ply - 1)
    assert set(after[by]) & set(before[1 - by])
    assert sum(after[1 - by]) != sum(before[1 - by])


def test_a_roll_without_a_match_moves_no_piece() -> None:
    table = replayed(*lines(finding("number-race", "still")))
    assert len({table.game.positions(state) for state in table.states[-2:]}) == 1


def test_both_can_arrive_and_neither_can_force_it() -> None:
    """Once more by a plain search: can the other side keep it from happening?"""
    game = find("race-to-the-center")
    assert game.positions(replayed(*lines(finding("race-to-the-center", "both arrive"))).state) == ((5,), (5,))

    def forced(state: Any, seat: int) -> bool:
        if game.actor(state) == OVER:
            return game.positions(state) == ((5,), (5,)) and game.winner(state) == seat
        found = [forced(game.play_unchecked(state, move), seat) for move in game.moves_at(state)]
        return any(found) if game.actor(state) == seat else all(found)

    assert not any(forced(game.start(first), seat) for first in (P1, P2) for seat in (P1, P2))
    forcing = finding("race-to-the-center", "force both")
    assert forcing.answer is True
    state = replayed(*lines(forcing)).state
    seat = game.actor(state)
    assert {forced(game.play_unchecked(state, move), seat) for move in game.moves_at(state)} == {False, True}


@pytest.mark.parametrize("name", ["cross-over", "race-to-the-center"])
def test_a_decision_that_does_not_count_leads_to_the_same_winner(name: str) -> None:
    game = find(name)

    def winner(state: Any) -> int:
        if game.actor(state) == OVER:
            return game.winner(state)
        return _best(game.actor(state), {winner(game.play_unchecked(state, move)) for move in game.moves_at(state)})

    table = replayed(*lines(finding(name, "counts")))
    assert len({winner(game.play_unchecked(table.state, move)) for move in game.moves_at(table.state)}) == 1
    assert len(game.moves_at(table.state)) > 1


def _best(seat: int, winners: set[int]) -> int:
    return seat if seat in winners else 1 - seat


def test_two_who_hold_in_predictive_pursuit_come_back_to_where_they_were() -> None:
    table = replayed(*lines(finding("predictive-pursuit", "breaks")))
    assert table.state in table.states[:-1]
    assert finding("predictive-pursuit", "breaks").answer is False
    broken = Audit(find("predictive-pursuit").variant({"forced": "unblockable"}))
    assert next(each for each in broken.findings if each.question == "breaks").answer is True


def test_what_the_start_is_worth_and_which_ruling_flips_the_winner(headway: Headway) -> None:
    told = json.loads(headway("audit", "race-to-the-center", "--json").out)
    by_question: dict[str, Any] = {each["question"]: each for each in told["findings"]}
    assert "-100.000 %" in by_question["second"]["sentence"]
    assert replayed(by_question["second"]["witness"][1]).result is Result.P2
    assert by_question["ruling reply"]["answer"] is True
    told_of = by_question["ruling reply"]["witness"]
    assert [told.split(",")[0] for told in told_of[::2]] == [
        "adjacent: P2 (0.0000)",
        "always: P2 (0.0000)",
        "never: P1 (1.0000)",
    ]
    assert [replayed(line).result for line in told_of[1::2]] == [Result.P2, Result.P2, Result.P1]


def test_a_claim_that_no_question_decides_is_refused() -> None:
    game, jumping = find("cross-over"), Claim("Everyone jumps", Question.MOVE, move="jump")
    with pytest.raises(BadGame, match=r'^Cross Over cannot be audited: .* "jump", which is not a move of the game\.$'):
        Audit(replace(game, words=game.words._replace(CLAIMS=(jumping,))))


def test_every_question_that_a_claim_may_ask_is_answered() -> None:
    assert {*audit("cross-over").questions, Question.MOVE} == set(Question)
    game = find("cross-over")
    claims = tuple(Claim("Everything", question, "skip" if question is Question.MOVE else "") for question in Question)
    verdicts = Audit(replace(game, words=game.words._replace(CLAIMS=claims))).verdicts
    assert [verdict.finding.question.split()[0] for verdict in verdicts] == [each.split()[0] for each in Question]


def skill(**rules: object) -> float:
    """The share of games that the audit says best play wins against a random player."""
    found = next(f for f in Audit(find("predictive-pursuit").variant(rules)).findings if f.question == "skill")
    return float(found.sentence.split(" wins ")[1].split(" %")[0]) / 100


def test_skill_is_measured_against_a_random_player_who_keeps_secrets() -> None:
    """A player who always steps and guesses 2 wins many games against a random player.

    Best play wins no fewer, and not all: a random player's secret is still one.
    """
    game, rng, won = find("predictive-pursuit").variant({"overshoot": "stops"}), random.Random(1), 0
    for number in range(2000):
        table = Table(game, number % 2)
        while table.result is None:
            moves = game.moves_at(table.state)
            move = moves[-1] if table.actor == P1 else rng.choice(moves)
            table = table.play_move(move)
        won += table.result is Result.P1
    assert won / 2000 - 0.02 < skill(overshoot="stops") < 0.999
    assert skill() == pytest.approx(1)  # the block near the goal cannot be broken, and a random guess breaks


def test_a_move_that_never_comes_is_named(headway: Headway) -> None:
    told = headway("audit", "capture-the-flag", "--rule", "length=1")
    assert (told.status, told.err) == (0, "")
    assert 'The move "S1 2" is never legal.' in told.out


def test_the_command(headway: Headway) -> None:
    told = headway("audit", "cross-over")
    assert told.status == 0
    assert 'FALSE    "Aim to position your marker such that the opponent has no legal moves"' in " ".join(
        told.out.split("\n")
    )
    assert 'true     "There are no draws; a winner is always determined"' in told.out
