"""The audit: every finding has a witness that shows it, and every claim of the books has its verdict."""

import json
import random
import re
import shlex
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from headway.analysis.audit import Audit, Finding
from headway.analysis.audit.decisions import _percent
from headway.catalogue import find, names
from headway.claims import Claim, Question
from headway.errors import BadGame, HeadwayError
from headway.game import State
from headway.players.perfect import Perfect
from headway.players.random import RandomPlayer
from headway.players.strategy import Solved
from headway.policies import Bounds
from headway.rulekit import OVER, P1, P2
from headway.solver import given_away, solve
from headway.solver.cache import solved
from headway.table.outcome import Result
from headway.table.table import Table
from headway.terminal.moves import play_out
from tests.conftest import Headway
from tests.players.exact import moves_of, score
from tests.state_graph import Graph

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


@pytest.mark.parametrize(
    ("rules", "first"),
    [
        ({}, "Moving first is worth 100 % of a win to Player 1 under best play."),
        ({"pie": "yes"}, "Moving second is worth 100 % of a win to Player 1 under best play."),
    ],
)
def test_what_it_is_worth_to_begin_is_never_told_as_less_than_nothing(rules: dict[str, object], first: str) -> None:
    """Cross Over is won by the side that begins; if the other may swap sides, by that one."""
    findings = {each.question: each for each in Audit(find("cross-over").variant(rules)).findings}
    assert findings[Question.FIRST].sentence == first
    assert findings[Question.FIRST].answer is (not rules)
    if rules:
        assert findings["ruling pie"].sentence == "The rule pie changes the outcome of best play."


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
    assert by_question["first"]["sentence"].startswith("Moving second is worth 100 % of a win to Player 1")
    assert replayed(by_question["first"]["witness"][1]).result is Result.P2
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
    """The share of games that the audit says the best response to a random player wins."""
    found = next(f for f in Audit(find("predictive-pursuit").variant(rules)).findings if f.question == "skill")
    return shares(found)[0]


def shares(found: Finding) -> tuple[float, float]:
    """The shares in the finding about skill: that of the best response to a random player, and that of perfect play."""
    best, perfect = re.findall(r" wins ([\d.]+) %", found.sentence)
    return float(best) / 100, float(perfect) / 100


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


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("cross-over", {}),
        ("race-to-the-center", {}),
        ("number-race", {}),
        ("predictive-pursuit", {}),
        ("predictive-pursuit", {"overshoot": "stops"}),
        ("capture-the-flag", {"length": 4}),
    ],
)
def test_perfect_play_against_a_random_player_wins_what_linear_equations_say(
    name: str, rules: dict[str, object]
) -> None:
    """The players themselves tell their odds; their equations are solved by SciPy."""
    game = find(name).variant(rules)
    graph, strategy = Graph(game), Solved(solve(game))
    perfect, randomly = moves_of(graph, Perfect(lambda game: strategy)), moves_of(graph, RandomPlayer())
    audited = Audit(game) if rules else audit(name)
    best, told = shares(next(each for each in audited.findings if each.question == "skill"))
    assert told == pytest.approx(score(graph, perfect, randomly), abs=0.00005 + 1e-9)
    assert best >= told


def test_the_best_response_to_a_random_player_is_not_perfect_play() -> None:
    """In Cross Over 97.22 % and 91.67 %: whoever knows that the other moves at random can do better."""
    assert finding("cross-over", "skill").sentence == (
        "The best response to a random player wins 97.22 % of the games; perfect play, which does not know its "
        "opponent, wins 91.67 % (endless games count half)."
    )


@pytest.mark.parametrize(
    ("share", "told"), [(0.99997, "more than 99.99 %"), (1.0, "100.00 %"), (0.00001, "less than 0.01 %")]
)
def test_a_share_is_not_rounded_to_all_or_nothing(share: float, told: str) -> None:
    assert _percent(Bounds(share, share)) == told
    assert _percent(Bounds(0.25, 0.5)) == "25.00 % to 50.00 %"


@pytest.mark.parametrize("name", names())
def test_a_choice_counts_exactly_where_a_review_would_find_a_mistake(name: str) -> None:
    """In secrets and in guesses as well: Predictive Pursuit has choices that cost something."""
    game, solution = find(name), solved(find(name))
    counts = dict[State, bool]()
    for state in game.reachable():
        if game.actor(state) in (P1, P2) and len(game.moves_at(state)) > 1:
            seen = game.view(state, game.actor(state))
            counts[seen] = any(given_away(solution, seen, move) > 1e-9 for move in game.moves_at(seen))
    found = finding(name, "counts")
    if not counts:
        assert (found.answer, found.sentence) == (None, "There is no choice between moves in any state.")
    else:
        idle = list(counts.values()).count(False)
        assert found.answer is (idle == 0)
        assert found.sentence.startswith(f"In {idle:,} of the {len(counts):,} situations with a choice no move costs ")
    assert any(counts.values()) is (name != "number-race")


@pytest.mark.parametrize(
    ("name", "rules", "is_missing"),
    [
        ("capture-the-flag", {"length": 1}, True),
        ("capture-the-flag", {"length": 1, "longest_step": 1}, False),
        ("race-to-the-center", {"length": 2}, True),
        ("race-to-the-center", {"length": 2, "longest_step": 1}, False),
        ("predictive-pursuit", {"length": 1}, True),
        ("predictive-pursuit", {"length": 1, "overshoot": "stops"}, False),
        ("predictive-pursuit", {"overshoot": "stops"}, False),
    ],
)
def test_a_step_that_is_always_too_long_is_refused_as_well(
    name: str, rules: dict[str, object], is_missing: bool
) -> None:
    """On the smallest boards the long step is never legal: the rule that forbids it applies in every state."""
    audited = Audit(find(name).variant(rules))
    found = next(each for each in audited.findings if each.question == "fewer")
    assert found.answer is is_missing
    (verdict,) = (verdict for verdict in audited.verdicts if verdict.finding == found)
    assert (verdict.is_rule, verdict.is_true) == (True, is_missing)


@pytest.mark.parametrize("reply", ["adjacent", "always", "never"])
def test_who_moves_second_on_the_turn_on_which_both_can_arrive(reply: str) -> None:
    """By a plain search, over the states in which both markers are at most two steps from the center.

    Both can arrive if the first of them does not have to end the game by arriving.
    """
    game = find("race-to-the-center").variant({"reply": reply})

    def winner(state: Any) -> int:
        if game.actor(state) == OVER:
            return game.winner(state)
        return _best(game.actor(state), {winner(game.play_unchecked(state, move)) for move in game.moves_at(state)})

    races, second = 0, 0
    for state in game.reachable():
        (one,), (two,) = game.positions(state)
        ends = [game.actor(game.play_unchecked(state, move)) == OVER for move in game.moves_at(state)]
        if 3 <= one < 5 < two <= 7 and not all(ends):
            races += 1
            second += winner(state) != game.actor(state)
    found = next(each for each in Audit(game).findings if each.question == "second")
    assert found.answer is (second > 0) is (reply != "never")
    assert f"In {second or 'none'} of the {races} states" in found.sentence
    if second:
        table = replayed(*lines(found))
        assert winner(table.state) != table.actor


def test_a_sentence_is_decided_in_part(headway: Headway) -> None:
    """The winner does reach position 20; what never happens is that a token passes it."""
    told = " ".join(headway("audit", "number-race").out.split())
    assert 'NEVER "or pass" in "The first player to reach or pass position 20 wins the game"' in told
    claims = json.loads(headway("audit", "capture-the-flag", "--rule", "length=3", "--json").out)["claims"]
    assert [(claim["part"], claim["true"]) for claim in claims if claim["part"]] == [("if possible", False)]


def test_a_rule_against_landing_on_a_marker_applies_where_a_move_is_refused_because_of_it() -> None:
    """That markers never meet does not show that the rule is idle: it may be the rule that keeps them apart."""
    verdict = next(v for v in audit("race-to-the-center").verdicts if v.claim.startswith("Players cannot land"))
    assert (verdict.finding.question, verdict.is_true) == ("blocks", False)


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
