"""Best play from a table on, and what is said of positions and moves."""

import pytest

from headway.analysis.best_line import MOST_PLIES, Stop, best_line
from headway.analysis.worths import hint_as_plain, note, perspective, quickest, verdict_in_words, worths_at
from headway.catalogue import find, names
from headway.game import Game
from headway.rulekit import P1, P2
from headway.solver import solve
from headway.table.table import Table
from tests.table.records import random_table


def after_best_play(table: Table) -> tuple[Table, Stop]:
    line = best_line(solve(table.game), table)
    for move in line.moves:
        table = table.play_move(move)  # each is legal
    return table, line.stop


def test_best_play_of_a_decided_game_has_the_length_of_the_solution() -> None:
    for first in (P1, P2):
        start = Table(find("cross-over"), first)
        solution = solve(start.game)
        end, stop = after_best_play(start)
        assert (end.ply, stop) == (solution.plies(start.state), Stop.OVER)
        assert end.result is not None
        assert end.result.winner == first


def test_best_play_stops_before_a_roll_and_where_it_repeats() -> None:
    end, stop = after_best_play(Table(find("number-race")))
    assert (end.history, stop) == (("roll",), Stop.CHANCE)
    end, stop = after_best_play(Table(find("predictive-pursuit").variant({"length": 1})))
    assert (end.history, stop) == (("1",) * 4, Stop.REPEATED)


@pytest.mark.parametrize("name", names())
def test_best_play_gives_nothing_away(name: str) -> None:
    """The value of each state on the line is that of the first, but where secrets meet guesses by chance."""
    table = random_table(name, seed=2, plies=4)
    if table.is_secret_open:
        table = table.earlier(1)
    if table.result is not None or table.game.has_secrets:
        return
    solution = solve(table.game)
    end, _ = after_best_play(table)
    assert end.ply <= table.ply + MOST_PLIES
    assert {solution.value(state) for state in end.states[table.ply :]} == {solution.value(table.state)}


def test_a_sixth_game_has_best_play_and_verdicts(lucky_steps: Game) -> None:
    table = Table(lucky_steps)
    solution = solve(lucky_steps)
    line = best_line(solution, table)
    assert line.stop in (Stop.CHANCE, Stop.OVER, Stop.REPEATED)
    assert verdict_in_words(solution, table).endswith(".")
    assert [move["move"] for move in hint_as_plain(solution, table)["moves"]] == list(table.legal)


@pytest.mark.parametrize(
    ("name", "moves", "sentence"),
    [
        ("cross-over", (), "Player 1 wins with best play, in 7 moves of both sides."),
        ("cross-over", ("1",), "Player 2 wins with best play, in 7 moves of both sides."),
        ("predictive-pursuit", (), "With best play the game goes on for ever."),
    ],
)
def test_what_best_play_leads_to_is_a_sentence(name: str, moves: tuple[str, ...], sentence: str) -> None:
    table = Table(find(name))
    for move in moves:
        table = table.play(move)
    assert verdict_in_words(solve(table.game), table) == sentence


def test_a_game_of_chance_is_told_in_percent_of_the_side_that_is_ahead() -> None:
    race = Table(find("number-race"))
    solution = solve(race.game)
    value = float(solution.value(race.state))
    assert verdict_in_words(solution, race) == f"Player 1 wins {100 * value:.4g} % of the games."
    second = Table(race.game, P2)
    assert verdict_in_words(solution, second) == f"Player 2 wins {100 * value:.4g} % of the games."


def test_moves_are_told_to_the_side_that_makes_them() -> None:
    table = Table(find("cross-over")).play("1")
    solution = solve(table.game)
    seat = perspective(table)
    told = {
        table.game.token(worth.move): note(worth, seat, is_mixed=False, is_quickest=False)
        for worth in worths_at(solution, table)
    }
    assert seat == P2
    assert told["3"] == "wins in 7 moves of both sides"
    assert perspective(Table(find("number-race")).play("roll")) == P1


def test_of_moves_that_win_the_quickest_is_marked() -> None:
    """P1 on 7 is past 9 with 3; P2 on 5 needs two moves, so that P1 wins at the next move with 1 and with 2 as well."""
    table = Table(find("cross-over"))
    for move in ("3", "2", "1", "1", "2", "1"):
        table = table.play(move)
    worths = worths_at(solve(table.game), table)
    best = quickest(worths, P1)
    told = [(table.game.token(worth.move), note(worth, P1, False, worth.move in best)) for worth in worths]
    assert told == [
        ("1", "wins in 3 moves of both sides"),
        ("2", "wins in 3 moves of both sides"),
        ("3", "wins quickest, in 1 move"),
    ]
    assert quickest(worths[:2], P1) == set()  # where all are as quick, none is marked
