"""Draws in what follows from a solution: reviews, hints, exports, audits and simulations."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pygambit
import pygraphviz
import pytest

import headway
from headway.analysis.best_line import Stop, best_line
from headway.analysis.compiled_play import playouts
from headway.analysis.export import dot, efg, prism
from headway.analysis.known import what_is_known
from headway.analysis.random_numbers import Stream
from headway.analysis.random_play import played as played_at_random
from headway.analysis.review import review
from headway.analysis.review import sentence as mistake_in_words
from headway.analysis.tally import Tally
from headway.analysis.worths import verdict_in_words
from headway.game import Game
from headway.policies.expected_figures import expected_figures
from headway.rulekit import DRAW, OVER, P1, P2
from headway.solver import explore, solve
from headway.table.table import Table
from headway.terminal.hint import hint_in_words
from headway.terminal.solve import in_words, value_text
from tests.analysis.test_export import checked
from tests.conftest import Headway
from tests.lines import played
from tests.solver.test_draws import by_minimax

VARIANTS: list[dict[str, Any]] = [{}, {"wind": "windy"}, {"style": "at-once", "length": 4}]
SMALL: dict[str, Any] = {"length": 4, "pulls": 3, "strength": 1}
"""So small that what is expected is computed by the way."""


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_the_parts_of_a_review_add_up_to_the_result(tug_of_war: Game, rules: dict[str, Any]) -> None:
    game = tug_of_war.variant(rules)
    solution, results = solve(game), set[float]()
    for seed in range(40):
        table = headway.play(game, "random", "random", seed=seed)
        found = review(table, solution)
        total = found.start + found.luck - found.given_by(P1) + found.given_by(P2)
        expected = {"P1": 1.0, "P2": 0.0, "draw": 0.5}[table.result.value] if table.result else None
        assert float(found.result) == expected
        assert float(total) == pytest.approx(float(found.result), abs=1e-9)
        results.add(float(found.result))
    assert 0.5 in results
    assert len(results) > 1


def test_a_mistake_that_loses_a_draw_is_told(tug_of_war: Game) -> None:
    solution = solve(tug_of_war)
    table = played(Table(tug_of_war), 2, 1, 2)  # 3 to 1, 1 to 2, and 2 to 0: Player 2 had to pull by two
    (mistake,) = review(table, solution).mistakes
    assert (mistake.by, mistake.move, mistake.given_away) == (P2, "1", Fraction(1, 2))
    assert mistake_in_words(review(table, solution), mistake) == "1 let Player 1 win in 1 move; 2 drew."


def test_a_draw_is_called_one_everywhere(tug_of_war: Game) -> None:
    solution, table = solve(tug_of_war), Table(tug_of_war)
    assert verdict_in_words(solution, table) == "The game is a draw with best play, in 6 moves of both sides."
    assert in_words(solution, P1).startswith("The game is a draw under best play, ")
    assert value_text(solution, tug_of_war.start()) == "a draw, which counts as 0.500000"
    assert what_is_known(solution).startswith("The game is a draw with best play")
    last = played(table, 1, 1, 1, 1, 1)
    assert hint_in_words(solution, last).splitlines()[1:] == [
        "  1          draw, draws in 1 move",
        "  2          draw, draws in 1 move",
    ]
    line = best_line(solution, table)
    assert (len(line.moves), line.stop) == (6, Stop.OVER)
    truth = headway.solve(tug_of_war)
    assert (truth.verdict(), truth.value(), truth.plies()) == (headway.Verdict.DRAW, Fraction(1, 2), 6)
    assert "best play is a draw" in repr(truth)
    assert {worth.verdict for worth in truth.worths(last)} == {headway.Verdict.DRAW}
    over = played(last, 1)
    assert (truth.verdict(over), truth.value(over), truth.plies(over)) == (headway.Verdict.DRAW, Fraction(1, 2), 0)


# -- simulations


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_random_games_are_counted_alike_in_every_way(tug_of_war: Game, rules: dict[str, Any]) -> None:
    game = tug_of_war.variant(rules)
    by_graph, by_rules = playouts(game, P1)(500, 9), playouts(game, P1, most=1)(500, 9)
    interpreted = Tally()
    for number in range(500):
        interpreted = interpreted.plus(played_at_random(game, game.start(), Stream(9, number)))
    assert by_graph == by_rules == interpreted
    assert by_graph.games == 500
    assert min(by_graph.p1, by_graph.drawn) > 0


def test_what_is_expected_of_random_games_is_exact(tug_of_war: Game) -> None:
    """The share of each result, from all lines of play and their odds."""
    game, shares = tug_of_war.variant(SMALL), {P1: Fraction(0), P2: Fraction(0), DRAW: Fraction(0)}
    waiting = [(game.start(), Fraction(1))]
    for state, odds in waiting:
        if game.actor(state) == OVER:
            shares[game.winner(state)] += odds
        moves = game.moves_at(state)
        waiting += [(game.play_unchecked(state, move), odds / len(moves)) for move in moves]
    figures = expected_figures(game, ("random", "random"), P1, 1000)
    assert figures is not None
    assert (figures.p1, figures.p2, figures.drawn) == pytest.approx(tuple(map(float, shares.values())), abs=1e-12)
    pair = headway.policies.evaluate(game, "random", "random")
    assert pair.value() == shares[P1] + shares[DRAW] / 2
    assert pair.drawn() == pytest.approx(float(shares[DRAW]))
    assert pair.drawn(played(Table(game), 1, 1, 1)) == 1


def test_the_perfect_player_does_not_lose_a_draw_and_takes_what_is_given(tug_of_war: Game) -> None:
    solution = solve(tug_of_war)
    for seat in headway.Actor.P1, headway.Actor.P2:
        assert headway.policies.best_response(tug_of_war, "perfect", seat).value() == Fraction(1, 2)
    tally = headway.simulate(tug_of_war, 200, "perfect", "random", seed=1)
    assert tally.p2 == 0
    assert tally.p1 > 0
    assert tally.games == 200 == tally.p1 + tally.drawn
    assert " drawn, 0 unfinished>" in repr(tally)
    assert "drawn" in tally.svg()
    assert solution.verdict(tug_of_war.start()) == "draw"


# -- exports


def test_storm_finds_the_chance_of_each_result(tug_of_war: Game, tmp_path: Path) -> None:
    game = tug_of_war.variant({"wind": "windy", "strength": 0})
    explored = explore(game)
    text = "\n".join(prism(explored, P1))
    start = explored.starts[P1]
    found = {label: checked(text, tmp_path, f'P=? [F "{label}"]')[start] for label in ("p1", "p2", "draw")}
    assert sum(found.values()) == 1
    assert found["draw"] > 0
    assert found["p1"] + found["draw"] / 2 == solve(game).value(game.start()) == by_minimax(game)[game.start()]


@pytest.mark.parametrize("style", ["in-turn", "at-once"])
def test_gambit_finds_the_same_value(tug_of_war: Game, tmp_path: Path, style: str) -> None:
    game = tug_of_war.variant({"length": 4, "pulls": 4, "strength": 2, "style": style})
    path = tmp_path / "game.efg"
    lines = list(efg(game, P1, 8))
    assert 't "" 4 "draw" { 1/2, 1/2 }' in lines
    path.write_text("\n".join(lines))
    tree = pygambit.read_efg(path)
    payoffs = pygambit.nash.lp_solve(tree).equilibrium.payoffs
    value = float(Fraction(str(payoffs["Player 1"])))
    assert value == pytest.approx(float(by_minimax(game)[game.start()]), abs=1e-12)
    assert value + float(Fraction(str(payoffs["Player 2"]))) == pytest.approx(1)


def test_graphviz_reads_the_draws(tug_of_war: Game) -> None:
    graph = pygraphviz.AGraph("\n".join(dot(explore(tug_of_war), P1)))
    labels = [node.attr["label"] for node in graph.nodes()]
    drawn = [state for state in states_from(tug_of_war) if tug_of_war.actor(state) == OVER]
    drawn = [state for state in drawn if tug_of_war.winner(state) == DRAW]
    assert sum(label.endswith("a draw") for label in labels) == len(drawn) > 0


def states_from(game: Game) -> list[Any]:
    found = [game.start()]
    for state in found:
        after = (game.play_unchecked(state, move) for move in game.moves_at(state))
        found += [each for each in dict.fromkeys(after) if each not in found]
    return found


# -- the command line


def test_the_commands_know_draws(tug_of_war_found: Game, headway: Headway, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    told = headway("play", "tug-of-war", "--p1", "perfect", "--p2", "perfect", "--record", record, "--seed", 1)
    assert told.out.endswith("Nobody wins: the game is a draw.\n")
    assert headway("replay", record).out == told.out
    replayed = json.loads(headway("replay", record, "--json").out)
    assert (replayed["winner"], replayed["drawn"]) == (None, True)
    assert replayed["plies"][0]["positions"] == {"p1": [], "p2": [], "neutral": [1]}
    reviewed = json.loads(headway("review", record, "--json").out)
    assert (reviewed["start"], reviewed["result"], reviewed["winner"]) == (0.5, 0.5, None)
    assert "The line is flat: best play is a draw, and nothing was given away." in headway("review", record).out
    solved = json.loads(headway("solve", "tug-of-war", "--json").out)
    assert (solved["value"], solved["verdict"], solved["plies"], solved["gap"]) == (0.5, "draw", 6, 0.0)
    hinted = json.loads(headway("hint", "tug-of-war", "--moves", "2, 2", "--json").out)
    assert [move.get("drawn") for move in hinted["moves"]] == [True, True]
    small = [part for name, value in SMALL.items() for part in ("--rule", f"{name}={value}")]
    counted = json.loads(headway("simulate", "tug-of-war", *small, "--games", 50, "--seed", 1, "--json").out)
    assert counted["wins"]["p1"] + counted["wins"]["p2"] + counted["drawn"] == 50
    assert "drawn" in counted["expected"]
    assert "games were drawn" in headway("simulate", "tug-of-war", *small, "--games", 50).out
    assert "drawn" not in json.loads(headway("simulate", "cross-over", "--games", 5, "--json").out)
    assert headway("check", "tug-of-war").status == 0
    audited = headway("audit", "tug-of-war")
    assert audited.status == 0
    positioned = json.loads(headway("position", played(Table(tug_of_war_found), 2).text, "--json").out)
    assert positioned["positions"] == {"p1": [], "p2": [], "neutral": [1]}
