"""The audit: every finding has a witness that shows it, and every claim of the books has its verdict."""

import json
import random
import shlex
from typing import Any

import pytest

from headway.audit import Audit
from headway.catalogue import find, names
from headway.rulekit import P1, P2
from headway.table.table import Table
from headway.terminal.retell import play_out
from tests.conftest import Headway

CLAIMS = {  # what the books say, and whether it is so; the reasons are in the tests of the books and of the solver
    "number-race": [False, False, False, True],
    "predictive-pursuit": [False, False, True, True],
    "capture-the-flag": [False, True, True],
    "cross-over": [True, False, True, True],
    "race-to-the-center": [True, False, True, True],
}


def replayed(witness: str) -> Table:
    """The table after the line that a witness names."""
    words = shlex.split(witness)
    assert words[:2] == ["headway", "replay"]
    options = dict(zip(words[3::2], words[4::2], strict=True))
    game = find(words[2])
    settings: dict[str, object] = {}
    if "--rule" in options:
        name, value = options["--rule"].split("=")
        settings[name] = value
    if "--board" in options:
        settings["board"] = options["--board"]
    first = P2 if options.get("--first") == "p2" else P1
    return play_out(Table(game.variant(settings), first), options["--moves"])


@pytest.mark.parametrize("name", names())
def test_every_claim_has_its_verdict(name: str) -> None:
    assert [verdict.is_true for verdict in Audit(find(name)).verdicts] == CLAIMS[name]


@pytest.mark.parametrize(
    ("name", "rules"),
    [("predictive-pursuit", {}), ("capture-the-flag", {}), ("number-race", {}), ("cross-over", {"longest_step": 1})],
)
def test_a_line_that_comes_back_does(name: str, rules: dict[str, object]) -> None:
    finding = next(f for f in Audit(find(name).variant(rules)).findings if f.question == "ends")
    table = replayed(finding.witness)
    assert table.state in table.states[:-1]


@pytest.mark.parametrize(("name", "longest"), [("cross-over", 16), ("race-to-the-center", 10)])
def test_a_game_that_ends_does_so_within_its_longest_line(name: str, longest: int) -> None:
    """Markers that move one square at a time: 8 squares and one more each; 5 squares each."""
    finding = next(f for f in Audit(find(name)).findings if f.question == "ends")
    assert (finding.answer, f"after {longest} moves at most" in finding.sentence) == (True, True)
    assert find(name).perft(longest + 1)[-2:] != [0, 0]
    assert find(name).perft(longest + 1)[-1] == 0


def test_a_move_that_is_taken_away_is() -> None:
    finding = next(f for f in Audit(find("cross-over")).findings if f.question == "blocks")
    table = replayed(finding.witness)
    assert len(table.game.moves_at(table.state)) == 2


def test_what_the_start_is_worth_and_which_ruling_flips_the_winner(headway: Headway) -> None:
    told = json.loads(headway("audit", "race-to-the-center", "--json").out)
    by_question: dict[str, Any] = {finding["question"]: finding for finding in told["findings"]}
    assert "-100.000 %" in by_question["start"]["sentence"]
    assert by_question["ruling reply"]["answer"] is True
    assert "adjacent: P2" in by_question["ruling reply"]["witness"]
    assert "never: P1" in by_question["ruling reply"]["witness"]


def skill(**rules: object) -> float:
    """The share of games that the audit says best play wins against a random player."""
    finding = next(f for f in Audit(find("predictive-pursuit").variant(rules)).findings if f.question == "skill")
    return float(finding.sentence.split(" wins ")[1].split(" %")[0]) / 100


def test_skill_is_measured_against_a_random_player_who_keeps_secrets() -> None:
    """Whoever always steps and guesses 2 wins many games against a random player; best play wins no fewer, and not all:
    a random player's secret is still one.
    """
    game, rng, won = find("predictive-pursuit").variant({"overshoot": "stops"}), random.Random(1), 0
    for number in range(2000):
        table = Table(game, number % 2)
        while table.result is None:
            moves = game.moves_at(table.state)
            move = moves[-1] if table.actor == P1 else rng.choice(moves)
            table = table.play(move, table.actor, table.ply)
        won += table.result == "P1"
    assert won / 2000 - 0.02 < skill(overshoot="stops") < 0.999
    assert skill() == pytest.approx(1)  # the block near the goal cannot be broken, and a random guess breaks


def test_a_move_that_never_comes_is_named(headway: Headway) -> None:
    told = headway("audit", "capture-the-flag", "--rule", "length=1")
    assert (told.status, told.err) == (0, "")
    assert 'The move "S1 2" is never legal.' in told.out


def test_the_command(headway: Headway) -> None:
    told = headway("audit", "cross-over")
    assert told.status == 0
    assert 'FALSE  "Aim to position your marker such that the opponent has no legal moves"' in " ".join(
        told.out.split("\n")
    )
    assert 'true   "There are no draws; a winner is always determined"' in told.out
