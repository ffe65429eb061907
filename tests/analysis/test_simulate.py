"""Simulation: the same seed, the same numbers; and the numbers are those of the exact chances."""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headway.analysis import random_play
from headway.analysis.compiled_play import playouts
from headway.analysis.random_numbers import chunk_seed
from headway.analysis.random_play import simulate_random
from headway.analysis.tally import Tally
from headway.catalogue import find, names
from headway.errors import BadGame, HeadwayError
from headway.game import Game
from headway.players.tournament import simulate
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import solve
from tests.conftest import Headway
from tests.interrupted import interrupted
from tests.state_graph import Graph


def last(tallies: object) -> Tally:
    return list(tallies)[-1]  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize("name", names())
def test_the_same_seed_gives_the_same_numbers_on_any_number_of_threads(name: str) -> None:
    one, two, other = (last(simulate_random(find(name), 120_001, seed, threads=threads)) for seed, threads in
                       ((7, 1), (7, 3), (8, 2)))  # fmt: skip
    assert one == two != other
    assert one.games == 120_001


@pytest.mark.parametrize("name", names())
def test_the_graph_and_the_compiled_rules_play_the_same_games(name: str) -> None:
    """Both draw the same moves from the same numbers, so they must agree to the last ply."""
    game = find(name)
    for first in (P1, P2):
        assert playouts(game, first)(3000, 99) == playouts(game, first, most=10)(3000, 99)


def test_loaded_dice_and_secrets_are_played_alike(lucky_steps: Game) -> None:
    assert any(lucky_steps.weight(state, move) > 1 for state in lucky_steps.reachable()
               if lucky_steps.actor(state) == CHANCE for move in lucky_steps.moves_at(state))  # fmt: skip
    for first in (P1, P2):
        assert playouts(lucky_steps, first)(3000, 99) == playouts(lucky_steps, first, most=10)(3000, 99)


@pytest.mark.parametrize("name", ["cross-over", "race-to-the-center", "capture-the-flag"])
def test_random_games_are_won_as_often_as_the_equations_say(name: str) -> None:
    game = find(name) if name != "capture-the-flag" else find(name).variant({"length": 4})
    graph = Graph(game)
    system, right = np.eye(len(graph.nodes)), np.zeros(len(graph.nodes))
    for at, node in enumerate(graph.nodes):
        right[at] = node.actor == OVER and node.winner == P1
        for edge in node.edges:
            system[at, edge.to] -= 1 / len(node.edges)
    chance = float(np.linalg.solve(system, right)[graph.number[game.start()]])
    tally = last(simulate_random(game, 400_000, 3))
    assert tally.unfinished == 0
    assert tally.p1 / tally.games == pytest.approx(chance, abs=5 * (chance * (1 - chance) / 400_000) ** 0.5)


def test_number_race_is_won_as_often_as_the_solution_says() -> None:
    game = find("number-race")
    assert any(game.actor(state) == CHANCE for state in game.reachable())
    chance = float(solve(game).value(game.start()))
    tally = last(simulate_random(game, 400_000, 3))
    assert tally.p1 / tally.games == pytest.approx(chance, abs=5 * 0.5 / 400_000**0.5)


def test_an_endless_game_is_unfinished() -> None:
    tally = last(simulate_random(find("cross-over").variant({"longest_step": 1}), 1000, 1))
    assert tally == Tally(0, 0, 1000, 1_000_000)


def test_the_command_as_json(headway: Headway) -> None:
    told = json.loads(headway("simulate", "cross-over", "--games", "1e5", "--seed", 7, "--json").out)
    assert told["wins"]["p1"] + told["wins"]["p2"] + told["unfinished"] == told["games"] == 100_000
    assert (told["seed"], told["plies"] > 500_000, told["seconds"] > 0) == (7, True, True)


@pytest.mark.parametrize(
    ("name", "p1", "p2", "first"),
    [
        ("number-race", "random", "random", "p1"),
        ("cross-over", "random", "random", "p2"),
        ("predictive-pursuit", "random", "random", "p1"),
        ("race-to-the-center", "4", "random", "p1"),
    ],
)
def test_what_is_expected_is_what_is_counted(headway: Headway, name: str, p1: str, p2: str, first: str) -> None:
    """Within five standard errors, for the wins of each side."""
    games = 1000 if p1 == "4" else 100_000
    options = ["--p1", p1, "--p2", p2, "--first", first, "--games", games, "--seed", 5]
    told = json.loads(headway("simulate", name, *options, "--json").out)
    for seat in ("p1", "p2"):
        share = told["expected"][seat]
        assert told["wins"][seat] / games == pytest.approx(share, abs=5 * (share * (1 - share) / games) ** 0.5)
    assert told["plies"] / games == pytest.approx(told["expected"]["plies"], rel=0.02)
    shares = [f"{100 * told['expected'][seat]:.3f} %" for seat in ("p1", "p2")]
    line = headway("simulate", name, *options).out.splitlines()[-1]
    assert line.startswith(f"Expected, exactly: Player 1 {shares[0]}, Player 2 {shares[1]}; ")


def test_games_that_never_end_are_expected(headway: Headway) -> None:
    """Markers that move one step at a time block each other."""
    out = headway("simulate", "cross-over", "--rule", "longest_step=1", "--games", 100, "--seed", 1).out
    assert out.endswith("0.000 %, Player 2 0.000 %, 100.000 % never end; 1000.00 moves a game\n")


@pytest.mark.parametrize("args", [["cross-over", "--p1", "reader"], ["cross-over", "--rule", "length=200"]])
def test_nothing_is_expected_of_players_that_are_not_policies_and_of_large_games(
    headway: Headway, args: list[str]
) -> None:
    assert "expected" not in json.loads(headway("simulate", *args, "--games", 10, "--seed", 1, "--json").out)


def test_other_programs_can_play_too(headway: Headway) -> None:
    told = json.loads(headway("simulate", "cross-over", "--games", 20, "--p1", "perfect", "--seed", 1, "--json").out)
    assert told["wins"] == {"p1": 20, "p2": 0}  # Player 1 wins by opening with 3


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--games", "0"], "not a whole number from 1"),
        (["--games", "1.5"], "not a whole number"),
        (["--games", "x"], "'x'"),
        (["--p1", "human"], "No person can play here"),
    ],
)
def test_bad_input(headway: Headway, args: list[str], complaint: str) -> None:
    refused = headway("simulate", "cross-over", *args)
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert complaint in refused.err


def test_ctrl_c_prints_what_is_done_so_far() -> None:
    status, out, _ = interrupted("simulate", "capture-the-flag", "--games", "1e10", "--json", when=b"games")
    assert status == 130
    assert 0 < json.loads(out)["games"] < 1e10


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**40))
def test_the_seed_of_a_chunk_is_what_numpy_gives(seed: int, chunk: int) -> None:
    state = np.random.SeedSequence([seed, chunk]).generate_state(1, np.uint64)[0]
    assert chunk_seed(seed, chunk) == int(state >> np.uint64(1))


@pytest.mark.parametrize("name", names())
def test_without_numba_the_same_games_are_played(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = last(simulate_random(find(name), 2050, 7, P2))
    monkeypatch.setattr("headway.analysis.random_play.find_spec", lambda module: None)
    tallies = list(simulate_random(find(name), 2050, 7, P2))
    assert tallies[-1] == compiled
    assert [tally.games for tally in tallies] == [*range(100, 2001, 100), 2050]


def test_an_endless_game_is_unfinished_without_numba_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.analysis.random_play.find_spec", lambda module: None)
    assert last(simulate_random(find("cross-over").variant({"longest_step": 1}), 3, 1)) == Tally(0, 0, 3, 3000)


WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = sys.modules["numpy"] = sys.modules["scipy"] = None
from headway.terminal.cli import run
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.parametrize("p2", ["random", "5"])
def test_the_command_needs_no_numba(p2: str) -> None:
    command = [sys.executable, "-c", WITHOUT_NUMBA, "simulate", "cross-over", "--games", "200", "--p2", p2, "--json"]
    done = subprocess.run([*command, "--seed", "3"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["games"] == 200


def test_programs_play_the_same_games_with_the_same_seed() -> None:
    game = find("capture-the-flag").variant({"length": 4})
    one, two, other = (list(simulate(game, 20, ("3", "random"), seed)) for seed in (1, 1, 2))
    assert one == two != other
    assert [tally.games for tally in one] == list(range(1, 21))


def test_a_program_that_fails_forfeits_and_is_told_of_once() -> None:
    told: list[str] = []
    tally = last(simulate(find("cross-over"), 3, ("engine:no-such-program", "random"), 1, notify=told.append))
    assert tally == Tally(p2=3)
    assert len(told) == 1
    assert "cannot be started" in told[0]


def test_a_person_cannot_play_a_simulation() -> None:
    with pytest.raises(HeadwayError, match="No person can play here"):
        simulate(find("cross-over"), 1, ("random", "human"))


@pytest.mark.parametrize("least", [0, -5])
def test_a_weight_that_is_not_positive_is_refused_wherever_games_are_played(
    least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the graph, by the compiled rules, by the interpreted ones, and between programs."""
    book = find("number-race")
    game = replace(book, code=book.code._replace(weight=lambda rules, state, move: least + move))
    with pytest.raises(BadGame, match=r'^Number Race: the weight of "1" in the state \(.*\) is (0|-5), not a positive'):
        playouts(game, P1)
    with pytest.raises(BadGame, match=f" is {least}, not a positive whole number"):
        playouts(game, P1, most=10)(100, 1)
    with pytest.raises(BadGame, match=f" is {least}, not a positive whole number"):
        last(simulate(game, 10, ("random", "1"), seed=1))
    monkeypatch.setattr(random_play, "is_compiled", lambda: False)
    with pytest.raises(BadGame, match=f" is {least}, not a positive whole number"):
        last(simulate_random(game, 10, 1))
