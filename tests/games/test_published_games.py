"""The games of examples/published_games: found, lawful, told as recorded, and as valuable as others have published."""

import doctest
import json
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from pathlib import Path

import pytest

import headway
import headway.solver
from headway.game import Game, State
from headway.laws import check
from headway.rulekit import CHANCE, OVER, P1, P2, SPECTATOR
from headway.solver import solve
from headway.solver.values import CommonFractions
from headway.table.status import tell_standing
from headway.voice import Voice
from tests.conftest import Headway, entries, path_with
from tests.second_opinion import sequences, situations

FOLDER = Path(__file__).parents[2] / "examples" / "published_games"
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
CHUTES_AND_LADDERS, PIG = "chutes-and-ladders", "pig"
PUBLISHED = "0.507802773460914"
"""The chance of the first player in Chutes and Ladders."""
JUMPS = "1-38 4-14 9-31 21-42 28-84 36-44 51-67 71-91 80-100 16-6 48-26 49-11 56-53 62-19 64-60 87-24 93-73 95-75 98-78"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed the package."""
    source, target = tmp_path_factory.mktemp("source") / "package", tmp_path_factory.mktemp("installed")
    shutil.copytree(FOLDER, source)
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target", str(target)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(source)], check=True)
    return target


@pytest.fixture(autouse=True)
def installed(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package is installed for this process, and for the programs that it starts."""
    monkeypatch.syspath_prepend(package)
    monkeypatch.setenv("PYTHONPATH", path_with(package))


def load(name: str, **rules: object) -> Game:
    return Game.load(name, f"published_games.{name.replace('-', '_')}").variant(rules)


# -- the contract


def test_both_are_found_after_our_own(program: Headway) -> None:
    listed = [game["name"] for game in json.loads(program("games", "--json").out)]
    assert listed[5:] == [CHUTES_AND_LADDERS, PIG]


@pytest.mark.parametrize("name", [CHUTES_AND_LADDERS, PIG])
def test_their_rule_books_fit_the_terminal(name: str, program: Headway) -> None:
    book = program("rules", name).out
    assert book == load(name).rulebook
    assert max(map(len, book.splitlines())) <= 80


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        (CHUTES_AND_LADDERS, {"length": 1}),
        (CHUTES_AND_LADDERS, {"length": 16}),  # the chute from 16 is not there
        (CHUTES_AND_LADDERS, {"length": 21, "overshoot": "wins"}),
        (PIG, {"goal": 2}),
        (PIG, {"goal": 9}),
    ],
)
def test_every_law_holds(name: str, rules: dict[str, object]) -> None:
    report = check(load(name, **rules))
    assert [finding.failure for finding in report.findings if finding.failure] == []


# -- the same rules once more, as in `tests.second_opinion`


def chutes_and_ladders(last: int, said: Sequence[str], player: int) -> tuple[object, list[str]]:
    jumps = {int(start): int(end) for start, end in (jump.split("-") for jump in JUMPS.split())}
    at = {1: 0, 2: 0}
    for word in said:
        if word == "roll":
            continue
        square = at[player] + int(word)
        if square < last:
            square = min(jumps.get(square, square), last + 1)
            at[player] = square if square <= last else at[player] + int(word)
        elif square == last:
            at[player] = last
        player = 3 - player
    rolling = bool(said) and said[-1] == "roll"
    if last in at.values():
        return (at[1], at[2], player, rolling), []
    return (at[1], at[2], player, rolling), list("123456") if rolling else ["roll"]


def pig(goal: int, said: Sequence[str], player: int) -> tuple[object, list[str]]:
    banked, total, before = {1: 0, 2: 0}, 0, ""
    for word in said:
        if word == "hold":
            banked[player] = min(goal, banked[player] + total)
        if word in ("hold", "1"):
            total, player = 0, 3 - player
        elif word != "roll":
            total += int(word)
        before = word
    situation = (banked[1], banked[2], total, player, before == "roll")
    if goal in banked.values():
        return situation, []
    if before == "roll":
        return situation, list("123456")
    return situation, ["roll"] * (banked[player] + total < goal) + ["hold"] * (total > 0)


Opinion = Callable[[int, Sequence[str], int], tuple[object, list[str]]]
OPINIONS: dict[str, tuple[Opinion, str]] = {CHUTES_AND_LADDERS: (chutes_and_ladders, "length"), PIG: (pig, "goal")}


@pytest.mark.parametrize(("name", "size", "depth"), [(CHUTES_AND_LADDERS, 20, 6), (PIG, 8, 6), (PIG, 100, 6)])
def test_perft_agrees_with_a_count_one_by_one(name: str, size: int, depth: int) -> None:
    opinion, rule = OPINIONS[name]
    for first in (P1, P2):
        counted = sequences(lambda first, said: opinion(size, said, first), first + 1, depth)
        assert load(name, **{rule: size}).perft(depth, first) == counted


@pytest.mark.parametrize(("name", "size"), [(CHUTES_AND_LADDERS, 5), (CHUTES_AND_LADDERS, 18), (PIG, 7)])
def test_the_same_situations_come_up(name: str, size: int) -> None:
    opinion, rule = OPINIONS[name]
    assert len(load(name, **{rule: size}).reachable()) == situations(lambda first, said: opinion(size, said, first))


@pytest.mark.parametrize("name", OPINIONS)
def test_a_recorded_playthrough_is_told_as_it_was_and_the_second_opinion_follows_it(
    name: str, program: Headway
) -> None:
    path = PLAYTHROUGHS / f"{name}.jsonl"
    assert program("replay", path).out == path.with_suffix(".txt").read_text("utf-8")
    opinion, rule = OPINIONS[name]
    found = json.loads(program("replay", path, "--json").out)
    size, words = json.loads(path.read_text("utf-8").splitlines()[0])["rules"][rule], list[str]()
    for ply in found["plies"]:
        assert ply["move"] in opinion(size, words, 1)[1]
        words.append(ply["move"])
        situation, _ = opinion(size, words, 1)
        assert isinstance(situation, tuple)
        assert situation[:2] == (*ply["positions"]["p1"], *ply["positions"]["p2"])
    assert opinion(size, words, 1)[1] == []
    assert found["winner"] in ("P1", "P2")


@pytest.mark.parametrize(
    ("viewer", "told"),
    [
        (P1, "You have 4 points, Grace has 0."),
        (P2, "Ada has 4 points, you have 0."),
        (SPECTATOR, "Ada has 4 points, Grace has 0."),
    ],
)
def test_each_viewer_is_told_how_pig_stands(viewer: int, told: str) -> None:
    table = headway.Table(load(PIG))
    for move in ("roll", "4", "hold", "roll", "1"):
        table = table.play(move)
    voice = Voice(viewer, ("Ada", "Grace"))
    assert tell_standing(table.game, table.state, voice) == told
    assert tell_standing(table.game, table.play("roll").play("2").state, voice) == ""


def test_a_person_is_told_how_a_computer_stands_and_not_what_the_book_says_to_it(program: Headway) -> None:
    told = program("play", PIG, "--p2", "random", "--seed", 4, typed=entries("roll", "hold", "roll", "hold")).out
    assert "Player 1's turn: you have 0 points, Player 2 has 0." in told  # the book's words to the person
    assert re.search(r"^The computer has 0 points, you have \d+\.$", told, re.MULTILINE)
    assert "Player 2's turn" not in told


# -- what others have published


Chances = defaultdict[State, float]


def first_of_two(turns: Sequence[float]) -> float:
    """The chance of the first of two players who do not meet; `turns` has how likely each number of turns to win is."""
    found, left = 0.0, 1.0
    for chance in turns:
        found += chance * left
        left -= chance
    return found


def turns_alone(game: Game, choose: Callable[[State], int], most: int) -> list[float]:
    """How likely P1 is to win in each number of own turns, if nobody else plays: by the rules alone."""
    found, now = [], Chances(float, {game.start(P1): 1.0})
    for _ in range(most):
        won, turn_over = 0.0, Chances(float)
        while now:  # a ply of the same turn
            then = Chances(float)
            for state, chance in now.items():
                actor = game.actor(state)
                moves = game.moves_at(state) if actor == CHANCE else [choose(state)] if actor == P1 else []
                for move in moves:
                    then[game.play_unchecked(state, move)] += chance / len(moves)
                if actor == OVER:
                    won += chance
                elif actor == P2:
                    turn_over[state._replace(mover=P1)] += chance  # type: ignore[attr-defined]
            now = then
        found.append(won)
        now = turn_over
    return found


def only_move(policy: headway.policies.Policy, state: State) -> int:
    (move,) = policy.odds(state)
    return move


def test_the_board_is_that_of_the_published_value() -> None:
    game = load(CHUTES_AND_LADDERS)
    roll = game.tokens["roll"]
    assert f"{first_of_two(turns_alone(game, lambda state: roll, 700)):.15f}" == PUBLISHED


@pytest.mark.parametrize("length", [20, 30])
def test_the_solver_finds_the_value_of_a_smaller_board(length: int) -> None:
    game = load(CHUTES_AND_LADDERS, length=length)
    roll = game.tokens["roll"]
    expected = first_of_two(turns_alone(game, lambda state: roll, 400))
    assert abs(float(solve(game, exact=True).value(game.start(P1))) - expected) < 1e-12


def test_all_fractions_of_a_board_are_those_of_elimination(monkeypatch: pytest.MonkeyPatch) -> None:
    """On 25 squares the denominator of the start lacks a factor of others, which has to be found as well."""
    game = load(CHUTES_AND_LADDERS, length=25)
    by_gth = solve(game, exact=True)
    monkeypatch.setattr(headway.solver, "MOST_RATIONAL", 0)
    by_lifting = solve(game, exact=True)
    assert isinstance(by_lifting.values, CommonFractions)
    assert by_lifting.value(game.start(P1)) == by_gth.value(game.start(P1))
    assert by_lifting.values.denominator > 2 * Fraction(by_gth.value(game.start(P1))).denominator
    assert list(by_lifting.values) == list(by_gth.values)


def test_to_hold_at_twenty_is_worth_what_is_published() -> None:
    from published_games.pig.hold import HoldAt

    game = load(PIG)
    policy = HoldAt(game, 20)

    assert round(first_of_two(turns_alone(game, cache(partial(only_move, policy)), 60)), 4) == 0.5347


def test_two_who_hold_are_evaluated_as_if_they_played_alone() -> None:
    from published_games.pig.hold import HoldAt

    game = load(PIG, goal=15)
    policy = HoldAt(game, 6)

    expected = first_of_two(turns_alone(game, partial(only_move, policy), 400))
    assert abs(float(headway.policies.evaluate(game, policy, policy).value()) - expected) < 1e-9


def test_pig_is_worth_what_value_iteration_finds() -> None:
    """The equations of Neller and Presser, for the side to move, with a goal of 12."""
    goal = 12
    states = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(goal - i)]
    wins = dict.fromkeys(states, 0.5)

    def chance(own: int, other: int, total: int) -> float:
        return 1.0 if own + total >= goal else wins[own, other, total]

    for _ in range(60):
        for i, j, k in states:
            roll = (1 - chance(j, i, 0) + sum(chance(i, j, k + face) for face in range(2, 7))) / 6
            wins[i, j, k] = max(roll, 1 - chance(j, i + k, 0)) if k else roll
    game = load(PIG, goal=goal)
    assert abs(float(solve(game).value(game.start(P1))) - wins[0, 0, 0]) < 1e-12


# -- what the package says of itself


def test_the_example_of_the_policy_runs() -> None:
    from published_games.pig import hold

    assert doctest.testmod(hold) == (0, 3)


def test_the_table_of_goals_is_printed_by_its_command(package: Path) -> None:
    """The README has the whole table; here its first lines are printed again."""
    readme = (FOLDER / "README.md").read_text("utf-8")
    (command,) = re.findall(r"^\$ python -m (published_games\.goals) 10 100$", readme, re.MULTILINE)
    told = subprocess.run([sys.executable, "-m", command, "10", "11"], capture_output=True, text=True, check=True)
    rows = told.stdout.splitlines()
    assert len(rows) == 4
    table = [line.split("|")[1:3] for line in readme.splitlines() if line.startswith("| 1")]
    assert [row.split("|")[1:3] for row in rows[2:]] == table[:2]


def test_a_head_start_that_repairs_pig_is_the_least_with_which_the_plain_game_is_fair() -> None:
    """With a head start Pig goes on as it does from that score: the plain solution knows what it is worth."""
    pig, within, points = load(PIG, goal=20), 0.02, [0, *range(2, 9)]  # nobody can bank one point
    plain, start = solve(pig), pig.start(P1)
    worth = {ahead: plain.value(start._replace(scores=(0, ahead))) for ahead in points}  # type: ignore[attr-defined]
    fair = [ahead for ahead, value in worth.items() if abs(value - 0.5) <= within]
    keep = ["goal", "lot", "pie", "cap"]
    found = headway.lab.repair(pig, within=within, rules={"head_start": "0,2..8"}, keep=keep, jobs=1).found
    assert 0 not in fair
    assert [candidate.changes for candidate in found] == [{"head_start": ahead} for ahead in fair]
    assert [candidate.first_wins for candidate in found] == pytest.approx([worth[ahead] for ahead in fair], abs=1e-9)
