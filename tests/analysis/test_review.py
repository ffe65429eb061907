"""The review: the parts add up to the result, exactly, and every sentence is true."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headway import review as api_review
from headway.analysis.review import Review, as_plain, review, sentence
from headway.analysis.review_chart import draw_review, png_of_review
from headway.analysis.review_chart import in_words as chart_in_words
from headway.analysis.review_words import conclusions, points, remarks, sums
from headway.catalogue import find, names
from headway.game import Game
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import Solution, solve
from headway.table.outcome import Reason, Result
from headway.table.record import read
from headway.table.table import Table
from headway.terminal.review import chart, in_words
from headway.voice import Voice
from tests.conftest import Headway, entries
from tests.lines import played, table_of
from tests.table.records import random_table, text_of

SOLUTIONS: dict[str, Solution] = {}


def reviewed(table: Table) -> Review:
    name = table.game.name
    if name not in SOLUTIONS:
        SOLUTIONS[name] = solve(table.game)
    return review(table, SOLUTIONS[name])


@settings(max_examples=60, deadline=None)
@given(
    name=st.sampled_from(names()),
    seed=st.integers(0, 10_000),
    plies=st.integers(0, 80),
    first=st.sampled_from([P1, P2]),
    ending=st.sampled_from([None, (Reason.AGREED, None), (Reason.RESIGNED, P1), (Reason.RESIGNED, P2)]),
)
def test_the_parts_add_up_to_the_result(
    name: str, seed: int, plies: int, first: int, ending: tuple[Reason, int | None] | None
) -> None:
    table = random_table(name, seed, plies, first)
    if ending is not None and table.result is None:
        table = table.end(*ending)
    found = reviewed(table)
    total = found.start + found.luck - found.given_by(P1) + found.given_by(P2)
    assert float(total - found.result) == pytest.approx(0, abs=1e-12)
    assert all(ply.given_away >= 0 for ply in found.plies)
    expected = {Result.P1: 1, Result.P2: 0, Result.DRAW: Fraction(1, 2)}.get(table.result or Result.UNFINISHED)
    if expected is not None:
        assert found.result == expected


def test_chance_gives_as_much_as_it_takes() -> None:
    """The luck of the six faces of a roll, weighed by their odds, is nothing."""
    rolling = played(table_of("number-race"), "roll")
    luck = [reviewed(played(rolling, face)).plies[-1].luck for face in range(1, 7)]
    assert sum(luck) == 0
    assert min(luck) < 0 < max(luck)


def test_a_mistake_is_told_in_a_true_sentence() -> None:
    # in Cross Over only 3 wins; after 1, Player 2 gets beyond the other end
    found = reviewed(played(table_of("cross-over"), 1))
    (mistake,) = found.mistakes
    assert mistake.given_away == 1
    assert sentence(found, mistake) == "P1 to 2 let P2 reach 0; P1 to 4 won."
    assert found.turning_point == mistake


def test_a_mistake_that_ends_the_game_lost_it() -> None:
    """Player 2, two from the center, could have answered Player 1's arrival and steps short."""
    table = played(table_of("race-to-the-center", reply="always"), 2, 2, 2, 1, 1, 1)
    assert table.result is Result.P1
    found = review(table, solve(table.game))
    assert sentence(found, found.plies[-1]) == "P2 to 6 lost; P2 to 5 won."


def test_a_mistake_names_the_pieces_and_where_they_go() -> None:
    """S1 is two steps from the flag on 10: Player 2 must take it, and moves S3 instead."""
    moves = ["S1 2", "S3 2", "S1 2", "S3 2", "S1 1", "S4 1", "S1 2", "S3 1", "S1 1", "S3 1"]
    found = reviewed(played(table_of("capture-the-flag"), *moves))
    assert sentence(found, found.plies[-1]) == "S3 to 4 let S1 reach 10; S4 to 8 kept the game endless."


ENDLESS = "kept the game endless"
WIN_IN = r"let Player \d win in (?:1 move|\d+ moves of both sides)"
SENTENCE = re.compile(rf"(.+?) (?:let (.+?) reach (\d+)|{WIN_IN}|only {ENDLESS}); (.+) (won|{ENDLESS})\.")


@settings(max_examples=30, deadline=None)
@given(name=st.sampled_from(["capture-the-flag", "cross-over", "race-to-the-center"]), seed=st.integers(0, 10_000))
def test_what_a_mistake_let_happen_can_happen_and_what_was_better_is(name: str, seed: int) -> None:
    """Each sentence is taken apart again and held against the board."""
    table = random_table(name, seed, 80)
    found, game = reviewed(table), table.game
    for ply in found.mistakes:
        told = SENTENCE.fullmatch(sentence(found, ply))
        assert told is not None
        done, winner, goal, better, fate = told.groups()
        state, after = table.states[ply.number - 1], table.states[ply.number]
        assert done == moved(game, state, after)
        value = 0.5 if fate == ENDLESS else 1 - ply.by
        follow = [game.play_unchecked(state, move) for move in game.moves_at(state)]
        right = {moved(game, state, each) for each in follow if found.solution.value(each) == value}
        assert set(better.split(" or ")) <= right
        if winner:
            assert winner in game.pieces[1 - ply.by]
            assert can_force(game, after, 1 - ply.by, (winner, int(goal)), found.solution.plies(after) or 0)


def test_endless_and_even_are_told_apart() -> None:
    """Best play of Capture the Flag never ends; a game that has ended, by the rules or by agreement, is not endless."""
    endless = reviewed(played(table_of("capture-the-flag"), "S1 2"))
    assert endless.starts_endless
    assert (endless.plies[0].after, endless.plies[0].is_endless) == (Fraction(1, 2), True)
    assert as_plain(endless)["plies"][0]["endless"] is True
    game = find("predictive-pursuit").variant({"length": 1, "forced": "unblockable"})
    assert not review(Table(game), solve(game)).starts_endless
    over = reviewed(played(table_of("cross-over"), 3, 2, 1, 1, 2, 1, 3))
    assert not any(ply.is_endless for ply in over.plies)
    drawn = reviewed(played(table_of("capture-the-flag"), "S1 2").end(Reason.AGREED))
    assert [ply.is_endless for ply in drawn.plies] == [True, False]


def moved(game: Game, state: Any, after: Any) -> str:
    seat = game.actor(state)
    (one,) = set(standing(game, after, seat)) - set(standing(game, state, seat))
    return f"{one[0]} to {one[1]}"


def standing(game: Game, state: Any, seat: int) -> list[tuple[str, int]]:
    return list(zip(game.pieces[seat], game.positions(state)[seat], strict=True))


def can_force(game: Game, state: Any, seat: int, end: tuple[str, int], plies: int) -> bool:
    """Can a side be sure to win with that piece on that place, within that number of plies?"""
    if game.actor(state) == OVER:
        return game.winner(state) == seat and end in standing(game, state, seat)
    if plies == 0:
        return False
    follow = (game.play_unchecked(state, move) for move in game.moves_at(state))
    found = (can_force(game, after, seat, end, plies - 1) for after in follow)
    return any(found) if game.actor(state) == seat else all(found)


def test_perfect_play_has_no_mistakes() -> None:
    found = reviewed(played(table_of("cross-over"), 3))
    assert found.mistakes == []
    assert found.turning_point is None


def test_a_secret_and_its_guess_are_luck_between_those_who_mix_well() -> None:
    game = find("predictive-pursuit").variant({"overshoot": "stops"})
    found = review(played(Table(game), 2, 1), solve(game))
    assert found.plies[0].luck == 0
    assert found.plies[1].luck > 0  # the guess was wrong, and Player 1 moved
    assert found.mistakes == []


def test_every_roll_has_its_luck() -> None:
    found = reviewed(random_table("number-race", 3, 60))
    assert all(ply.given_away == 0 for ply in found.plies)
    assert all(ply.luck == 0 for ply in found.plies if ply.by != CHANCE)


def test_the_command(headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    headway("play", "cross-over", "--record", path, typed=entries(1, 3, 1, 1, 1, "resign"))
    told = headway("review", path)
    assert told.status == 0
    assert "  1. Player 1: P1 to 2 let P2 reach 0; P1 to 4 won.\n" in told.out
    assert "  1. Player 1  1            0.00 %   gave away 100.00 %\n" in told.out
    assert "The turning point was move 1: Player 1 moves from 1 to 2.\n" in told.out
    assert "100 % |o" in told.out
    plain = json.loads(headway("review", path, "--json").out)
    total = plain["start"] + plain["luck"] - plain["given_away"]["p1"] + plain["given_away"]["p2"]
    assert total == pytest.approx(plain["result"], abs=1e-12)
    assert plain["plies"][0]["sentence"].startswith("P1 to 2 let P2 reach")
    assert plain["plies"][-1]["move"] == "resigned"


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_picture(headway: Headway, tmp_path: Path, kind: str) -> None:
    path, picture = tmp_path / "game.jsonl", tmp_path / f"value.{kind}"
    path.write_bytes(text_of(random_table("number-race", 1, 60)))
    assert headway("review", path, "--plot", picture).status == 0
    assert picture.read_bytes().startswith({"png": b"\x89PNG\r", "svg": b"<svg "}[kind])
    refused = headway("review", path, "--plot", tmp_path / "value.doc")
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    nowhere = tmp_path / "nowhere" / f"value.{kind}"
    refused = headway("review", path, "--plot", nowhere)
    assert (refused.status, refused.err) == (2, f"headway: {nowhere} cannot be written: No such file or directory.\n")


def test_an_unfinished_or_torn_record_is_reviewed_as_far_as_it_goes(headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(text_of(played(table_of("cross-over"), 3, 2)) + b'{"ply": 3, "by"')
    told = headway("review", path)
    assert told.status == 0
    assert "the last line was torn" in told.err
    assert "The game is not finished." in told.out


def test_a_game_that_its_limit_stopped_has_no_result(headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    headway("play", "cross-over", "--p1", "perfect", "--p2", "random", "--limit", 4, "--seed", 1, "--record", path)
    told = headway("review", path).out
    assert "The game was stopped by its limit on moves." in told
    assert re.search(r"\n  value so far +100\.00 %\n$", told)
    plain = json.loads(headway("review", path, "--json").out)
    assert (plain["result"], plain["value"], plain["winner"]) == (None, 1.0, None)


def test_endings_that_are_no_moves_are_told_as_such(headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    headway("play", "cross-over", "--record", path, typed=entries(3, "draw", "yes"))
    told = headway("review", path).out
    assert "\n     Player 1: the draw gave away 50 %.\n" in told
    assert "\n  1. Player 1  3          100.00 %\n     both      draw        50.00 %   gave away 50.00 %\n" in told
    assert "  2." not in told
    assert repr(api_review(read(path).table)).startswith("<Review of cross-over: 1 move;")
    assert "100 % after move 1, 50 % after the draw" in draw_review(reviewed(read(path).table))
    assert "The turning point was the draw.\n" in told


def test_the_chart_ends_with_the_end() -> None:
    table = random_table("number-race", 80, 400)
    found = reviewed(table)
    assert table.result is not None
    assert len(found.plies) > 80
    top, bottom = chart(found).splitlines()[0], chart(found).splitlines()[-1]
    assert (top if table.result is Result.P1 else bottom).endswith("o")
    assert max(map(len, chart(found).splitlines())) < 80


def test_a_damaged_record_is_reviewed_up_to_the_damage(headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    lines = text_of(played(table_of("cross-over"), 1, 3, 1, 1)).splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], b"?\n", *lines[4:]]))
    told = headway("review", path)
    assert told.status == 0
    assert told.err.startswith(f"headway: {path}, line 4: expected a JSON object")
    assert told.err.endswith("What comes before that line is used.\n")
    assert "  1. Player 1: P1 to 2 let P2 reach " in told.out
    path.write_bytes(b"?\n")
    assert headway("review", path).status == 2


def test_a_match_is_reviewed_game_by_game(headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    headway("play", "race-to-the-center", "--match", 2, "--p1", "perfect", "--p2", "1", "--seed", 1, "--record", path)
    assert len(json.loads(headway("review", path, "--json").out)["games"]) >= 2


def words_of(table: Table) -> str:
    found = review(table, solve(table.game))
    return "\n".join([in_words(found), *remarks(found)])


def test_luck_is_named_only_where_there_is_a_die() -> None:
    race = words_of(played(table_of("number-race"), "roll", 5))
    assert re.search(r"luck +\+\d+\.\d\d %\n  Player 1: no mistakes +\+0\.00 %", race)
    pursuit = words_of(played(table_of("predictive-pursuit", overshoot="stops"), 2, 1))
    assert "luck" not in pursuit
    assert re.search(r"2\. Player 2  1 .* guesses \+\d+\.\d\d % for Player 1", pursuit)
    assert re.search(r"start +5\d\.\d\d %\n  guesses +\+\d+\.\d\d %\n  Player 1: ", pursuit)
    over = words_of(played(table_of("cross-over"), 1, 3))
    assert "luck" not in over
    assert "guesses" not in over
    assert re.search(r"start +100\.00 %\n  Player 1: 1 mistake +-100\.00 %\n  Player 2: ", over)


def test_the_sums_in_percent_add_up() -> None:
    """Each of the summands is rounded to a hundredth of a percent."""
    table = random_table("number-race", 3, 60)
    *summands, total = [float(row.percent.removesuffix(" %")) for row in sums(reviewed(table))]
    assert sum(summands) == pytest.approx(total, abs=0.03)


def test_the_sum_says_who_made_how_many_mistakes() -> None:
    """Player 1 errs at the first move, where only 3 wins; Player 2 at the second, which lets Player 1 win again."""
    rows = sums(reviewed(played(table_of("cross-over"), 1, 1, 3, 2, 2, 2, 3)), Voice(names=("Ada", None)))
    assert rows == [
        ("start", "100.00 %"),
        ("Ada: 1 mistake", "-100.00 %"),
        ("Player 2: 1 mistake", "+100.00 %"),
        ("result", "100.00 %"),
    ]


def test_the_turning_point_is_told_as_the_move_is() -> None:
    race = played(table_of("number-race", board=[1, 2, 3], length=3), "roll", 3)  # to the last square at once
    told = conclusions(review(race, solve(race.game)))
    assert told[-1] == "The turning point was move 1: The die shows 3; Player 1 moves from 0 to 3."
    over = conclusions(reviewed(played(table_of("cross-over"), 1)), Voice(names=("Ada", None)))
    assert over[0] == "The turning point was move 1: Ada moves from 1 to 2."


def test_a_roll_and_the_request_for_it_are_one_move_everywhere() -> None:
    """Three turns are six plies, and three moves in the rows, in all charts and in their words."""
    table = played(table_of("number-race"), "roll", 1, "roll", 2, "roll", 3)
    found = reviewed(table)
    told = in_words(found)
    rows = [line for line in told.splitlines() if re.match(r" +\d+\. ", line)]
    assert [row.split()[:5] for row in rows] == [
        ["1.", "Player", "1", "roll", "1"],
        ["2.", "Player", "2", "roll", "2"],
        ["3.", "Player", "1", "roll", "3"],
    ]
    assert len(points(found)) == 4
    assert [point.value for point in points(found)[1:]] == [float(found.plies[index].after) for index in (1, 3, 5)]
    assert re.findall(r"after move \d", chart_in_words(found)) == ["after move 1", "after move 2", "after move 3"]
    ticks = re.findall(r'<text class="soft"[^>]*>(\d)</text>', draw_review(found))
    assert ticks == ["0", "1", "2", "3"]


def test_the_png_counts_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.axes import Axes

    drawn: list[list[int]] = []
    step = Axes.step

    def recorded(self: Axes, x: Any, *arguments: Any, **options: Any) -> Any:
        drawn.append(list(x))
        return step(self, x, *arguments, **options)

    monkeypatch.setattr(Axes, "step", recorded)
    png_of_review(reviewed(played(table_of("number-race"), "roll", 1, "roll", 2)))
    assert drawn == [[0, 1, 2]]


def test_a_game_that_is_endless_throughout_says_so_once() -> None:
    told = in_words(reviewed(played(table_of("capture-the-flag"), "S1 1", "S3 1")))
    assert not re.search(r"^ +\d\. .*endless", told, re.MULTILINE)
    assert "The line is flat: best play is endless, and nothing was given away." in told
    chart = chart_in_words(reviewed(played(table_of("capture-the-flag"), "S1 1", "S3 1")))
    assert chart == "endless from the start to the end"


def test_the_sums_call_endless_play_endless() -> None:
    """One half stands for endless play here, and not for an even game."""
    endless = reviewed(played(table_of("capture-the-flag"), "S1 1", "S3 1", "S1 1"))
    assert [row.name for row in (sums(endless)[0], sums(endless)[-1])] == ["start: endless", "value so far: endless"]
    told = in_words(endless)
    assert "~ marks endless play, which counts as one half" in told
    assert re.search(r"\n  start: endless +50\.00 %\n", told)
    assert repr(api_review(endless.table)).endswith("value so far 0.5 (endless)>")
    assert "; start 0.5 (endless), " in repr(api_review(endless.table))
    resigned = reviewed(endless.table.end(Reason.RESIGNED, P2))
    assert [row.name for row in (sums(resigned)[0], sums(resigned)[-1])] == ["start: endless", "result"]


def test_drawn_positions_are_called_drawn_everywhere() -> None:
    table = played(Table(find("cross-over").variant({"cap": 4})), 1, 1, 1, 1)
    drawn = review(table, solve(table.game))
    assert [ply.is_drawn for ply in drawn.plies] == [True] * 4
    assert [row.name for row in (sums(drawn)[0], sums(drawn)[-1])] == ["start: draw", "result: draw"]
    told = in_words(drawn)
    assert len(re.findall(r"^ +\d\. Player \d  1 +draw$", told, re.MULTILINE)) == 4
    assert "= marks a draw, which counts as one half" in told
    assert "=" in chart(drawn)
    assert chart_in_words(drawn) == "drawn from the start to the end"
    assert remarks(drawn)[0] == "A draw counts as one half."
    plain = as_plain(drawn)
    assert (plain["starts_drawn"], [ply["drawn"] for ply in plain["plies"]]) == (True, [True] * 4)
    won = as_plain(reviewed(played(table_of("cross-over"), 3)))
    assert "starts_drawn" not in won
    assert "drawn" not in won["plies"][0]
    agreed = reviewed(table_of("cross-over").end(Reason.AGREED))
    assert sums(agreed)[-1] == ("result: draw", "50.00 %")
