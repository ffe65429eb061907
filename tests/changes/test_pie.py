"""The change `pie`: after the first turn the second player may swap sides."""

import json
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import pytest

import headway
from headway.analysis.review import review, sentence
from headway.analysis.review_words import comment
from headway.catalogue import own_names
from headway.contract import State
from headway.errors import IllegalMove
from headway.game import Game
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import solve
from headway.terminal.table_words import legend_of
from headway.text_board import draw_board, goals_in_words
from headway.voice import Voice
from tests.changes.minimax import value

DETERMINISTIC: dict[str, dict[str, Any]] = {
    "capture-the-flag": {"length": 3},
    "cross-over": {"length": 8},
    "race-to-the-center": {"length": 6},
}
P1_PLAYER, P2_PLAYER = headway.Actor.P1, headway.Actor.P2


def swapped(name: str, *moves: str, **rules: Any) -> headway.Table:
    """A table after the first moves and the swap."""
    table = headway.Table(headway.load(name, pie="yes", **rules))
    for move in (*moves, "swap"):
        table = table.play(move)
    return table


@pytest.mark.parametrize("first", [P1, P2])
@pytest.mark.parametrize("name", DETERMINISTIC)
def test_the_first_player_gets_the_best_move_of_which_the_other_takes_the_better_side(name: str, first: int) -> None:
    plain, pie = headway.load(name, **DETERMINISTIC[name]), headway.load(name, **DETERMINISTIC[name], pie="yes")
    known, start = solve(plain), plain.start(first)
    after = [Fraction(known.value(plain.play(start, move))) for move in plain.moves_at(start)]
    better, worse = (max, min) if first == P1 else (min, max)
    assert Fraction(solve(pie).value(pie.start(first))) == better(worse(each, 1 - each) for each in after)


def test_after_a_roll_the_second_player_takes_the_better_side_for_each_face() -> None:
    plain, pie = headway.load("number-race", length=6), headway.load("number-race", length=6, pie="yes")
    known = solve(plain)
    rolling = plain.play(plain.start(), plain.tokens["roll"])
    after = [float(known.value(plain.play(rolling, face))) for face in plain.moves_at(rolling)]
    assert float(solve(pie).value(pie.start())) == pytest.approx(sum(min(each, 1 - each) for each in after) / 6)


@pytest.mark.parametrize("name", ["cross-over", "race-to-the-center"])
def test_the_solver_agrees_with_plain_recursion(name: str) -> None:
    game = headway.load(name, **DETERMINISTIC[name], pie="yes")
    assert value(game, game.start()) == Fraction(solve(game).value(game.start()))


def offers(game: Game, first: int) -> list[tuple[list[int], State]]:
    """The lines that lead to the first offer, and the states there; who made each move."""
    found, waiting = [], [([], game.start(first))]  # type: ignore[var-annotated]
    while waiting:
        line, state = waiting.pop()
        if "swap" in (game.token(move) for move in game.moves_at(state)):
            found.append((line, state))
        elif game.actor(state) != OVER and len(line) < 6:
            waiting += [([*line, game.actor(state)], game.play(state, move)) for move in game.moves_at(state)]
    return found


@pytest.mark.parametrize(
    ("name", "acted"),
    [
        ("capture-the-flag", [P1]),
        ("cross-over", [P1]),
        ("number-race", [P1, CHANCE]),
        ("predictive-pursuit", [P1, P2]),
        ("race-to-the-center", [P1]),
    ],
)
def test_the_offer_comes_once_after_the_first_turn(name: str, acted: list[int]) -> None:
    game = headway.load(name, pie="yes")
    for line, state in offers(game, P1):
        assert line == acted
        assert game.actor(state) == P2
        assert [game.token(move) for move in game.moves_at(state)] == ["keep", "swap"]
        for answer in game.moves_at(state):
            answered = game.play(state, answer)
            assert game.actor(answered) == (P1 if game.token(answer) == "swap" else P2)
            assert "swap" not in (game.token(move) for move in game.moves_at(answered))


def test_a_swap_moves_no_piece_and_changes_who_plays_and_who_wins() -> None:
    table = swapped("cross-over", "3")
    assert (table.positions, table.sides, table.to_move) == (((4,), (9,)), (1, 0), P1_PLAYER)
    for move in ("2", "2", "3", "3", "3", "1"):  # Player 1 has the marker at 9, Player 2 the one at 4
        table = table.play(move)
    assert (table.positions, table.result) == (((10,), (1,)), headway.Result.P2)


def test_every_viewer_is_told_who_moves_what() -> None:
    table = swapped("capture-the-flag", "S1 2").play("S3 1")
    assert table.story(P1_PLAYER)[1:] == [
        "Player 2 swaps sides: from now on Player 2 plays S1 and S2 and you play S3 and S4.",
        "You move S3 from 10 to 9.",
    ]
    assert table.story(P2_PLAYER)[1:] == [
        "You swap sides: from now on you play S1 and S2 and Player 1 plays S3 and S4.",
        "Player 1 moves S3 from 10 to 9.",
    ]
    assert table.story(names=("Ada", "Grace"))[-1] == "Ada moves S3 from 10 to 9."


def test_a_capture_and_the_end_are_told_by_the_players_who_have_the_sides() -> None:
    table = swapped("capture-the-flag", "S1 1", length=3).play("S3 2")  # lands on S1
    assert table.story(P2_PLAYER)[-1] == "Player 1 moves S3 from 3 to 1 and sends your S1 back to 0."
    won = table.play("S1 2").play("S3 1")
    assert (won.result, won.story(P1_PLAYER)[-1]) == (headway.Result.P1, "You win. Your S3 reached Player 2's flag.")


def test_the_book_speaks_of_the_players_by_the_sides_that_they_have_now() -> None:
    game, table = headway.load("cross-over", pie="yes"), swapped("cross-over", "3")
    assert game.words.turn(game.rules, table.state) == "\nPlayer 1, it's your turn."
    after = table.play("2")
    told = game.words.tell(game.rules, table.state, after.moves[-1], after.state)
    assert told == "Player 1 moves to position 7.\nPlayer 2 is at position 4."


def test_a_secret_is_kept_from_the_other_player_after_a_swap() -> None:
    chosen = [swapped("predictive-pursuit", "1", "2").play(step) for step in "12"]
    assert chosen[0].chooser == P1_PLAYER
    assert chosen[0].view(P2_PLAYER) == chosen[1].view(P2_PLAYER)
    assert chosen[0].view(P1_PLAYER) != chosen[1].view(P1_PLAYER)


def test_boards_name_the_players_of_the_sides() -> None:
    table = swapped("cross-over", "3")
    assert draw_board(table.game, table.positions, players=table.sides).startswith("Player 2")
    assert goals_in_words(table.game, table.sides).startswith("Player 2's goal is beyond 9")
    assert "Ada, square, has P2 on 9" in table.svg(names=("Ada", "Grace"))


@pytest.mark.parametrize("width", [80, 40])
def test_boards_say_who_plays_which_pieces_after_a_swap_alone(width: int) -> None:
    """On a narrow terminal the rows have no titles."""
    table = swapped("capture-the-flag", "S1 2")
    told = draw_board(table.game, table.positions, width, players=table.sides)
    assert "Player 2 plays S1 and S2; Player 1 plays S3 and S4." in " ".join(told.split())
    assert all(len(line) <= width for line in told.splitlines())
    before = table.earlier(1)
    assert "plays" not in draw_board(before.game, before.positions, width, players=before.sides)


def test_a_picture_says_who_plays_which_pieces_after_a_swap_alone() -> None:
    table = swapped("capture-the-flag", "S1 2")
    shown = ElementTree.fromstring(table.svg(names=("Ada", None))).itertext()
    assert {"Player 2 plays S1 and S2 and makes for 10", "Ada plays S3 and S4 and makes for 0"} <= set(shown)
    assert "plays" not in table.earlier(1).svg()


def test_a_picture_of_pixels_marks_the_side_of_the_player_who_is_to_move() -> None:
    """The first player, who is to move, has the square marker now: its mark on the right is filled, the disc hollow."""
    picture = pytest.importorskip("headway.envs.picture")
    table = swapped("cross-over", "3")
    drawn = picture.draw_picture(table)
    middle = picture.MARGIN + (picture.HEAD - 4) // 2
    left, right = drawn[middle, middle], drawn[middle, -middle]
    assert (tuple(left), tuple(right)) == (picture.PAPER, picture.COLOURS[P2])


def test_help_says_whose_pieces_are_above_the_positions() -> None:
    table = swapped("cross-over", "3")
    assert legend_of(table.earlier(1)).startswith("On the track, Player 1's pieces are above the positions")
    assert legend_of(table).startswith("On the track, Player 2's pieces are above the positions and Player 1's below")


def test_a_review_names_the_player_of_a_piece_that_was_swapped() -> None:
    """Player 2 should have kept: Player 1, who has the marker at 9 now, is the first beyond 1 whatever follows."""
    table = swapped("cross-over", "1")
    found = review(table, solve(table.game))
    assert sentence(found, found.plies[-1]) == "swap let Player 1's P2 reach 0; keep won."
    assert comment(found, found.plies[-1], Voice(P1)) == "Player 2: swap let your P2 reach 0; keep won."
    assert comment(found, found.plies[-1], Voice(names=("Ada", None))).endswith("swap let Ada's P2 reach 0; keep won.")


def test_swap_and_keep_are_refused_elsewhere() -> None:
    table = headway.Table(headway.load("cross-over", pie="yes"))
    with pytest.raises(IllegalMove, match="only by the second player, after the first turn"):
        table.play("swap")
    with pytest.raises(IllegalMove, match="enter swap or keep"):
        table.play("3").play("2")


@pytest.mark.parametrize("name", own_names())
def test_a_record_and_a_text_hold_the_game_with_its_swap(name: str) -> None:
    game = headway.load(name, pie="yes")
    moves = {"number-race": ("roll", "2"), "predictive-pursuit": ("1", "2"), "capture-the-flag": ("S1 2",)}
    table = swapped(name, *moves.get(name, ("2",)))
    assert headway.Table.from_text(table.text) == table
    assert json.loads(json.dumps(game.settings))["pie"] == "yes"
    assert game.variant(game.settings) == game
