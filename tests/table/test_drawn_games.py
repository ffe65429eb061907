"""A game that its rules end in a draw, at the table: its result, its record, what is told, and the match."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from headway.effects import Effect, effect
from headway.effects import as_json as move_as_json
from headway.game import Game
from headway.rulekit import P1, P2, SPECTATOR
from headway.shift import Shift
from headway.table.apply import fold
from headway.table.decide import begin
from headway.table.events import Ended, to_json
from headway.table.intents import NextGame
from headway.table.match import MOST_DRAWN, Match
from headway.table.outcome import Reason, Result
from headway.table.record import events_of, read
from headway.table.status import status
from headway.table.summary import caption
from headway.table.table import Table
from headway.table.telling import tell_beginning, tell_score, tell_table
from headway.voice import Voice
from tests.lines import played
from tests.table.matches import after, moves

EVEN = ("1", "1")
"""A pull by each side."""


def begun(game: Game, rules: dict[str, Any] | None = None, **terms: Any) -> Match:
    return begin(game.variant({"pulls": 2, **(rules or {})}), **terms).after


def test_the_result_is_a_draw_by_the_rules(tug_of_war_found: Game) -> None:
    table = moves(begun(tug_of_war_found), *EVEN).table
    assert (table.result, table.reason, table.to_move) == (Result.DRAW, Reason.RULES, None)
    assert (table.positions, table.legal) == (((), (), (3,)), ())
    assert repr(table) == "<Table tug-of-war: pulls=2: 1, 1; a draw>".replace(": pulls=2", "")
    assert caption(table, Voice()) == "after move 2, 1; draw"
    assert Table.from_text(table.text) == table


def test_it_is_told_to_each_viewer(tug_of_war_found: Game) -> None:
    table = played(Table(tug_of_war_found.variant({"pulls": 2})), 2, 1)
    assert tell_table(table, Voice(P1)) == [
        "You move the knot from 3 to 1.",
        "Player 2 moves the knot from 1 to 2.",
        "The game is a draw. All 2 pulls were made.",
    ]
    assert tell_table(table, Voice(P2))[1] == "You move the knot from 1 to 2."
    plain = replace(table.game, words=table.game.words._replace(ending=lambda rules, state, voice: ""))
    assert status(Table(plain, table.first, table.moves), Voice(SPECTATOR)) == "The game is a draw."
    won = played(Table(tug_of_war_found.variant({"length": 4})), 2)
    assert status(won, Voice(P1)) == "You win. The knot reached position 0."
    assert tell_beginning(table.game, P1, Voice(P2)) == "Tug of War begins; Player 1 moves first."


def test_what_the_wind_and_a_secret_pull_do_is_told_too(tug_of_war_found: Game) -> None:
    windy = played(Table(tug_of_war_found.variant({"wind": "windy"})), 1, "up")
    assert tell_table(windy, Voice(P1)) == [
        "You move the knot from 3 to 2.",
        "The die shows up; you move the knot from 2 to 3.",
    ]
    secret = played(Table(tug_of_war_found.variant({"style": "at-once"})), 2, 1)
    assert tell_table(secret, Voice(P2)) == [
        "Player 1 has chosen in secret.",
        "You guessed 1; Player 1 had chosen 2; Player 1 moves the knot from 3 to 2.",
    ]


def test_a_record_holds_it(tug_of_war_found: Game, tmp_path: Path) -> None:
    match = moves(begun(tug_of_war_found), *EVEN)
    events = list(events_of(match.current))
    assert events[-1] == Ended(Result.DRAW, Reason.RULES)
    assert to_json(events[-1]) == {"result": "draw", "reason": "rules"}
    assert fold(events).table == match.table
    path = tmp_path / "drawn.jsonl"
    path.write_text("".join(f"{json.dumps(to_json(event))}\n" for event in events))
    assert read(path).table == match.table
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(path.read_text().replace('"result": "draw"', '"result": "P1"'))
    with pytest.raises(ValueError, match="expected the result draw; the moves do not lead to this one"):
        read(wrong)


def test_a_drawn_game_counts_for_nobody_and_the_start_alternates(tug_of_war_found: Game) -> None:
    match = moves(begun(tug_of_war_found, {"length": 4}, wins=1 + 1), *EVEN)
    assert (match.score, match.champion, match.is_over, match.next_first) == ((0, 0), None, False, P2)
    assert tell_score(match)[0] == "Match score: Player 1 0, Player 2 0."
    for token in ("2", "1", "2"):  # Player 2 begins and wins; then Player 1 wins from the start; then Player 2
        match = after(match, (P1, NextGame()))
        match = moves(match, "2") if token == "2" else moves(match, "1", "1")
    assert [game.result for game in match.games] == [Result.DRAW, Result.P2, Result.DRAW, Result.P2]
    assert (match.score, match.champion, match.is_over) == ((0, 2), P2, True)


def test_programs_that_draw_again_and_again_do_not_go_on_for_ever(tug_of_war_found: Game) -> None:
    match = begun(tug_of_war_found, wins=2, players=("1", "perfect"))
    for number in range(1, MOST_DRAWN + 1):
        match = moves(match, *EVEN)
        assert match.is_over == (number == MOST_DRAWN)
        match = match if match.is_over else after(match, (P1, NextGame()))
    assert tell_score(match)[1] == "The match is unfinished: its last 10 games were drawn."


def test_a_neutral_piece_is_what_the_move_moves(tug_of_war_found: Game) -> None:
    game = tug_of_war_found
    start = game.start()
    assert effect(game, start, 1) == Effect(Shift(2, 0, 3, 1))
    assert move_as_json(game, start, 1) == {"move": "2", "piece": "knot", "of": [2, 0], "from": 3, "to": 1}
    at_once = game.variant({"style": "at-once"})
    if_they_differ = {"move": "1", "piece": "knot", "of": [2, 0], "from": 3, "to": 4, "certain": False}
    assert move_as_json(at_once, at_once.start(), 0) == if_they_differ


def with_teams(game: Game) -> Game:
    """Each side has a team beside the knot, which goes where the knot goes; those at an end stay there."""

    def positions(rules: Any, state: Any) -> Any:
        return (max(0, state.knot - 1),), (min(rules.length, state.knot + 1),), (state.knot,)

    code = game.code._replace(positions=positions)
    words = game.words._replace(pieces=lambda rules: (("A",), ("B",), ("knot",)))
    return replace(game, code=code, words=words)


def test_a_neutral_piece_moves_with_those_of_the_players(tug_of_war: Game) -> None:
    game = with_teams(tug_of_war)
    start = game.start()
    assert effect(game, start, 0) == Effect(Shift(0, 0, 2, 1), (Shift(1, 0, 4, 3), Shift(2, 0, 3, 2)))
    assert [sent["of"] for sent in move_as_json(game, start, 0)["sends"]] == [[1, 0], [2, 0]]
    table = played(Table(game), 1)
    assert tell_table(table, Voice(P1)) == [
        "You move from 2 to 1; Player 2 goes from 4 to 3; the knot goes from 3 to 2."
    ]
    assert table.svg().count("<polygon") == 4  # the knot, the ring around it, its trace, and the sign in the legend
    assert "Neutral, in the shape of a diamond: knot on 2." in table.svg()
