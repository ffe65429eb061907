"""What the solver says, against independent ways to find it out, and against its own proofs."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from headway.catalogue import find, names
from headway.errors import HeadwayError
from headway.game import Game
from headway.rulekit import OVER, P1, P2
from headway.solver import Unproven, compiled_retrograde, solve
from headway.solver import certificate as proofs
from headway.solver.cache import place, solved
from headway.solver.compiled_retrograde import solve_compiled
from headway.solver.graph import Graph
from headway.solver.matrix_game import solve_matrix
from headway.solver.matrix_iteration import iterate
from headway.solver.memory import free_memory
from headway.solver.retrograde import retrograde
from headway.solver.size import TooLarge, positions
from tests.conftest import Headway
from tests.interrupted import interrupted
from tests.second_opinion import BOARD, OPINIONS

SIXTH = Path(__file__).parents[1] / "sixth"


@pytest.fixture
def lucky_steps(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game with a secret, a guess, a die and a choice in each turn."""
    monkeypatch.syspath_prepend(SIXTH)
    return Game.load("lucky-steps", "lucky_steps")


@pytest.mark.parametrize("name", ["cross-over", "race-to-the-center"])
@pytest.mark.parametrize("first", [1, 2])
def test_a_plain_search_of_the_second_opinion_agrees(name: str, first: int) -> None:
    opinion = OPINIONS[name]

    @cache
    def best(said: tuple[str, ...]) -> tuple[int, int]:
        """Who wins (1 or 2) and in how many moves, the winner hurrying and the loser delaying."""
        situation, words = opinion(first, said)
        mover = first if len(said) % 2 == 0 else 3 - first
        if not words:
            return 3 - mover if name == "cross-over" else _arrived(situation, first), 0
        found = [(winner, moves + 1) for winner, moves in (best((*said, word)) for word in words)]
        wins = [moves for winner, moves in found if winner == mover]
        return (mover, min(wins)) if wins else (3 - mover, max(moves for _, moves in found))

    game = find(name)
    solution = solve(game)
    state = game.start(first - 1)
    assert (solution.verdict(state), solution.plies[state]) == (f"P{best(())[0]}", best(())[1])


def _arrived(situation: Any, first: int) -> int:
    """Who wins Race to the Center when it is over: the second mover if on the center, else the first."""
    places = {1: situation[0], 2: situation[1]}
    return 3 - first if places[3 - first] == 5 else first


def test_capture_the_flag_by_simple_iteration() -> None:
    """Every state once more, by sweeping over all of them until nothing changes."""
    game = find("capture-the-flag")
    states = list(game.reachable())
    follow = {state: [game.play_unchecked(state, move) for move in game.moves_at(state)] for state in states}
    winner: dict[Any, int | None] = {s: game.winner(s) if game.actor(s) == OVER else None for s in states}
    changed = True
    while changed:
        changed = False
        for state in states:
            if winner[state] is None:
                seat, ahead = game.actor(state), [winner[after] for after in follow[state]]
                found = seat if seat in ahead else 1 - seat if set(ahead) == {1 - seat} else None
                changed |= found is not None
                winner[state] = found
    solution = solve(game)
    worth = {None: Fraction(1, 2), P1: Fraction(1), P2: Fraction(0)}
    assert all(solution.values[state] == worth[winner[state]] for state in states)
    assert solution.verdict(game.start()) == "endless"


def test_number_race_by_linear_algebra() -> None:
    """The chance to win from each pair of places, from equations set up by hand from the book's array."""
    ahead = {(at, face): next((p for p in range(at + 1, 21) if BOARD[p - 1] == face), at)
             for at in range(21) for face in range(1, 7)}  # fmt: skip
    pairs = [(mine, other) for mine in range(20) for other in range(20)]
    number = {pair: row for row, pair in enumerate(pairs)}
    system, right = np.eye(len(pairs)), np.zeros(len(pairs))
    for mine, other in pairs:  # whoever is to roll wins at once, or is where the other then is not to win
        for face in range(1, 7):
            place = ahead[mine, face]
            right[number[mine, other]] += 1 / 6
            if place < 20:
                system[number[mine, other], number[other, place]] += 1 / 6
    chances = np.linalg.solve(system, right)
    game, solution = find("number-race"), solve(find("number-race"))
    for state in game.reachable():
        if game.actor(state) in (P1, P2):
            mover, places = game.actor(state), game.positions(state)
            chance = chances[number[places[mover][0], places[1 - mover][0]]]
            value = float(solution.values[state])
            assert value == pytest.approx(chance if mover == P1 else 1 - chance, abs=1e-12)
    assert solution.certificate.gap == 0
    assert isinstance(solution.values[game.start()], Fraction)


def test_a_long_race_is_solved_in_floats_with_a_stated_residual(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = solve(find("number-race")).values[find("number-race").start()]
    monkeypatch.setattr("headway.solver.MOST_RATIONAL", 0)
    solution = solve(find("number-race"))
    assert solution.values[solution.game.start()] == pytest.approx(float(exact), abs=1e-12)
    assert 0 < solution.certificate.gap < 1e-12


@given(st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=2, max_size=4))
def test_a_matrix_game_keeps_its_promise_whatever_its_size(matrix: list[list[int]]) -> None:
    assert_solves([[float(entry) for entry in row] for row in matrix])


@given(st.lists(st.lists(st.floats(0, 1), min_size=2, max_size=2), min_size=2, max_size=2))
def test_the_closed_form_is_what_linear_programming_finds(matrix: list[list[float]]) -> None:
    assert_solves(matrix)
    primal = linprog([0, 0, -1], [[-row[k] for row in matrix] + [1] for k in range(2)], [0, 0], [[1, 1, 0]], [1],
                     [(0, 1), (0, 1), (None, None)])  # fmt: skip
    assert solve_matrix(matrix).value == pytest.approx(-primal.fun, abs=1e-7)


def assert_solves(matrix: list[list[float]]) -> None:
    value, rows, columns = solve_matrix(matrix)
    assert sum(rows) == pytest.approx(1)
    assert sum(columns) == pytest.approx(1)
    floor = min(sum(odd * row[k] for odd, row in zip(rows, matrix, strict=True)) for k in range(len(matrix[0])))
    ceiling = max(sum(odd * entry for odd, entry in zip(columns, row, strict=True)) for row in matrix)
    assert floor == pytest.approx(value, abs=1e-8)
    assert ceiling == pytest.approx(value, abs=1e-8)


VARIANTS: list[tuple[str, dict[str, object]]] = [
    *((name, {}) for name in names()),
    ("predictive-pursuit", {"overshoot": "stops"}),
    ("predictive-pursuit", {"forced": "unblockable"}),
    ("predictive-pursuit", {"forced": "unblockable", "longest_step": 1}),
    ("predictive-pursuit", {"longest_step": 3, "overshoot": "stops", "length": 5}),
    ("capture-the-flag", {"soldiers": 3, "length": 4}),
    ("capture-the-flag", {"longest_step": 3}),
    ("cross-over", {"longest_step": 1}),
    ("race-to-the-center", {"reply": "always"}),
    ("race-to-the-center", {"reply": "never"}),
    ("number-race", {"board": "3,3,3"}),
]


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_every_answer_has_its_certificate(name: str, rules: dict[str, object]) -> None:
    solution = solve(find(name).variant(rules))
    assert solution.certificate.gap <= 1e-9


@pytest.mark.parametrize("name", names())
def test_two_ways_through_the_graph_agree(name: str) -> None:
    """Stages solve every kind of game; where a game has its own way, both find the same values."""
    game = find(name) if name != "capture-the-flag" else find(name).variant({"length": 5})
    graph = Graph(game)
    solution = solve(game)
    values, odds = iterate(graph)
    assert all(abs(float(solution.values[n.state]) - v) < 1e-9 for n, v in zip(graph.nodes, values, strict=True))
    assert proofs.gap(graph, odds, values) < 1e-9


def test_the_block_near_the_goal_makes_predictive_pursuit_endless() -> None:
    game = find("predictive-pursuit")
    solution = solve(game)
    assert solution.verdict(game.start()) == "endless"
    assert solve(game.variant({"forced": "unblockable"})).verdict(game.start()) == "chance"


def test_steps_of_one_are_endless() -> None:
    game = find("cross-over").variant({"longest_step": 1})
    solution = solve(game)
    assert set(solution.values.values()) == {Fraction(1, 2)}
    assert solution.verdict(game.start()) == "endless"


def test_chance_choice_and_secrets_in_one_game(lucky_steps: Game) -> None:
    solution = solve(lucky_steps)
    start = lucky_steps.start()
    assert solution.certificate.gap < 1e-9
    assert solution.values[start] + solution.values[lucky_steps.start(P2)] == pytest.approx(1)
    assert [worth.odds for worth in solution.worths(start)] == pytest.approx([0.5, 0.5])  # the hands are alike
    for state in lucky_steps.reachable():  # taking steps is never worse than leaving them
        if lucky_steps.token(lucky_steps.moves_at(state)[0]) == "take" if lucky_steps.moves_at(state) else False:
            assert lucky_steps.tokens["take"] in solution.best(state)


def test_a_wrong_answer_does_not_prove_itself() -> None:
    graph = Graph(find("cross-over"))
    wins, plies = retrograde(graph)
    assert proofs.local_error(graph, wins, plies) is None
    decided = next(at for at, node in enumerate(graph.nodes) if node.actor != OVER)
    for change in (1 - (wins[decided] or 0), None):
        wrong = [*wins]
        wrong[decided] = change
        assert proofs.local_error(graph, wrong, plies) is not None
    late = [*plies]
    late[decided] = 99
    assert proofs.local_error(graph, wins, late) is not None


def test_a_careless_strategy_has_a_gap() -> None:
    graph = Graph(find("predictive-pursuit").variant({"overshoot": "stops"}))
    values, odds = iterate(graph)
    always_one = [(1.0, 0.0) if node.is_secret else odd for node, odd in zip(graph.nodes, odds, strict=True)]
    assert proofs.gap(graph, odds, values) < 1e-9 < 0.1 < proofs.gap(graph, always_one, values)


def test_an_unproven_answer_is_never_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.solver.gap", lambda graph, odds, values: 1e-8)
    with pytest.raises(Unproven, match=r"gap of 1\.0e-08"):
        solve(find("predictive-pursuit"))
    monkeypatch.setattr("headway.solver.local_error", lambda *args: "nothing fits")
    with pytest.raises(Unproven, match="nothing fits"):
        solve(find("cross-over"))


def named_length(refusal: object) -> int:
    found = re.search(r"The largest length that fits is (\d+)\.", str(refusal))
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize(("name", "most"), [("capture-the-flag", 1000), ("number-race", 500), ("cross-over", 100)])
def test_too_many_positions_are_refused_and_the_length_that_is_named_is_the_largest(name: str, most: int) -> None:
    game = find(name)
    with pytest.raises(
        TooLarge, match=rf"has up to {positions(game):,} positions under these rules; {most:,} fit\."
    ) as no:
        solve(game, most)
    largest = named_length(no.value)
    assert solve(game.variant({"length": largest}), most).states <= most
    with pytest.raises(TooLarge):
        solve(game.variant({"length": largest + 1}), most)


def test_no_more_states_come_up_than_there_are_positions() -> None:
    for name, rules in VARIANTS:
        game = find(name).variant(rules)
        assert len(Graph(game).nodes) <= positions(game)


def test_a_long_dice_game_is_refused_before_anything_is_compiled(
    headway: Headway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headway.solver.compiled_retrograde.solve_compiled", None)  # nothing is compiled
    refused = headway("solve", "number-race", "--rule", "length=1000")
    assert refused.status == 2
    assert "has up to 4,008,004 positions" in refused.err
    assert "The largest length that fits is 999." in refused.err


def test_the_largest_length_that_fits_the_memory_is_the_largest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.solver.compiled_retrograde.free_memory", lambda: 20_000_000)
    game = find("capture-the-flag").variant({"length": 40})
    with pytest.raises(TooLarge, match=r"they take about 0\.2 GiB, and 0\.0 GiB are free\.") as no:
        solve(game)
    largest = named_length(no.value)
    assert compiled_retrograde._fits(game.variant({"length": largest}))
    assert not compiled_retrograde._fits(game.variant({"length": largest + 1}))
    monkeypatch.setattr("headway.solver.compiled_retrograde.free_memory", lambda: 2**60)
    assert not compiled_retrograde._fits(game.variant({"length": 300}))  # more positions than can be numbered


@pytest.mark.parametrize("name", names())
def test_a_solution_comes_back_from_the_cache(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find(name)
    fresh = solved(game)
    monkeypatch.setattr("headway.solver.cache.solve", None)  # from here on there is only the cache
    kept = solved(game)
    assert (kept.values, kept.plies, kept.odds) == (fresh.values, fresh.plies, fresh.odds)
    assert (kept.guesses, kept.certificate, kept.endless) == (fresh.guesses, fresh.certificate, fresh.endless)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"7", b"8"),
        lambda data: b"\xff" * 100,
        lambda data: b"\n[]",
    ],
)
def test_a_damaged_cache_is_made_anew(damage: Callable[[bytes], bytes]) -> None:
    game = find("cross-over")
    whole = solved(game)
    path = place(game)
    sound = path.read_bytes()
    path.write_bytes(damage(sound))
    assert solved(game).values == whole.values
    assert path.read_bytes() == sound


def test_a_variant_is_not_taken_for_the_books_game() -> None:
    game = find("cross-over")
    solved(game)
    variant = game.variant({"length": 12})
    assert place(variant) != place(game)
    assert solved(variant).game == variant


def test_solve_as_json(headway: Headway) -> None:
    told = json.loads(headway("solve", "cross-over", "--json").out)
    assert list(told) == ["game", "rules", "first", "states", "value", "verdict", "plies", "gap", "seconds"]
    assert (told["value"], told["verdict"], told["plies"], told["states"], told["gap"]) == (1.0, "P1", 7, 144, 0.0)
    assert told["rules"] == {"length": 9, "longest_step": 3}
    other = json.loads(headway("solve", "cross-over", "--json", "--first", "p2").out)
    assert (other["first"], other["value"], other["verdict"]) == ("P2", 0.0, "P2")


def test_solve_in_words(headway: Headway) -> None:
    assert (
        "Player 1 wins by opening with 3, in 7 moves; every other opening loses." in headway("solve", "cross-over").out
    )
    assert "Player 2 wins, whatever Player 1 opens with" in headway("solve", "race-to-the-center").out
    assert "Under best play the game never ends" in headway("solve", "capture-the-flag").out
    assert "Player 1 wins 53.767 % of the games." in headway("solve", "number-race").out


def test_hint_as_json(headway: Headway) -> None:
    told = json.loads(headway("hint", "cross-over", "--json").out)
    assert [(move["move"], move["value"], move["plies"]) for move in told["moves"]] == [
        ("1", 0.0, 7),
        ("2", 0.0, 5),
        ("3", 1.0, 6),
    ]
    assert told["to_move"] == "P1"
    assert all("odds" not in move for move in told["moves"])  # there is nothing to mix
    secret = json.loads(headway("hint", "predictive-pursuit", "--rule", "overshoot=stops", "--json").out)
    assert sum(move["odds"] for move in secret["moves"]) == pytest.approx(1)


def test_a_hint_for_the_guesser_does_not_know_the_secret(headway: Headway) -> None:
    told = {secret: headway("hint", "predictive-pursuit", "--moves", secret, "--json").out for secret in "12"}
    assert told["1"] == told["2"]
    stops = [headway("hint", "predictive-pursuit", "--rule", "overshoot=stops", "--moves", s).out for s in "12"]
    assert stops[0] == stops[1]
    assert "to be chosen with odds 0." in stops[0]


def test_a_hint_for_a_game_that_is_over_is_empty(headway: Headway) -> None:
    over = "3, 2, 1, 1, 2, 1, 3"
    assert headway("hint", "cross-over", "--moves", over).out == "The game is over.\n"
    told = json.loads(headway("hint", "cross-over", "--moves", over, "--json").out)
    assert (told["to_move"], told["value"], told["moves"]) == (None, 1.0, [])


def test_a_hint_before_the_die_tells_every_face(headway: Headway) -> None:
    told = json.loads(headway("hint", "number-race", "--moves", "roll", "--json").out)
    assert [move["move"] for move in told["moves"]] == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.parametrize("first", ["p1", "p2"])
def test_openings_that_are_mixed_are_all_named(headway: Headway, first: str) -> None:
    told = headway("solve", "predictive-pursuit", "--rule", "overshoot=stops", "--first", first).out
    assert "opening with 1 or 2" in " ".join(told.split())


def test_hint_during_play(headway: Headway) -> None:
    told = headway("play", "cross-over", typed="hint\n3\n").out
    assert "  3      100.00 %, wins in 7 moves\n" in told
    assert "Player 1 moves to position 4." in told


@pytest.mark.parametrize(
    ("name", "rules"), [(name, rules) for name, rules in VARIANTS if name not in ("predictive-pursuit", "number-race")]
)
def test_the_numbered_positions_agree_with_the_graph(name: str, rules: dict[str, object]) -> None:
    """The large solver on small games: every reachable state has the same winner and the same plies."""
    game = find(name).variant(rules)
    large, small = solve_compiled(game, print), solve(game)
    assert large is not None
    for state in game.reachable():
        assert large.values[state] == small.values[state]
        assert large.plies.get(state) == small.plies.get(state)
        assert large.verdict(state) == small.verdict(state)


@pytest.mark.parametrize("name", ["number-race", "predictive-pursuit"])
def test_chance_and_secrets_are_left_to_the_graph(name: str) -> None:
    assert solve_compiled(find(name), print) is None


def test_a_large_variant_is_solved_by_its_numbers(headway: Headway) -> None:
    told = json.loads(headway("solve", "capture-the-flag", "--rule", "length=20", "--json").out)
    assert told["states"] == 2 * 21**4
    assert (told["verdict"], told["gap"]) == ("endless", 0.0)
    hints = json.loads(headway("hint", "capture-the-flag", "--rule", "length=20", "--json").out)
    assert len(hints["moves"]) == 4


def test_what_does_not_fit_is_refused_with_its_size_and_the_largest_that_does(headway: Headway) -> None:
    refused = headway("solve", "capture-the-flag", "--rule", "length=1000")
    assert refused.status == 2
    assert "has up to 2,008,012,008,002 positions under these rules; they take about" in refused.err
    assert 20 < named_length(refused.err) < 1000


@pytest.mark.parametrize(
    ("limit", "used"), [("memory.max", "memory.current"), ("memory.limit_in_bytes", "memory.usage_in_bytes")]
)
def test_a_container_has_no_more_memory_than_its_limit(tmp_path: Path, limit: str, used: str) -> None:
    without = free_memory(tmp_path)
    folder = tmp_path if limit == "memory.max" else tmp_path / "memory"
    folder.mkdir(exist_ok=True)
    (folder / limit).write_text("5000000\n")
    (folder / used).write_text("3000000\n")
    assert free_memory(tmp_path) == 1_800_000
    (folder / "memory.stat").write_text("cache 9\ninactive_file 1000000\n")
    assert free_memory(tmp_path) == 2_700_000
    (folder / limit).write_text("max\n")
    assert free_memory(tmp_path) > 100_000_000
    assert without > 100_000_000


def test_too_many_plies_to_count_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same positions as ever; only the counter is made to end early."""
    monkeypatch.setattr("headway.solver.compiled_retrograde.MOST_PLIES", 5)
    monkeypatch.setattr("headway.solver.compiled_retrograde.propagate", compiled_retrograde.propagate.py_func)
    with pytest.raises(HeadwayError, match="can take more than 5 moves"):
        solve_compiled(find("cross-over"), print)


def test_too_many_moves_to_count_are_left_to_the_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.solver.compiled_retrograde.MOST_MOVES", 2)
    assert solve_compiled(find("cross-over"), print) is None


def test_moves_that_differ_by_rounding_only_are_equally_good() -> None:
    game = find("cross-over")
    start = game.start()
    exact = solve(game)
    values = dict(exact.values)
    for move, value in zip(game.moves_at(start), (0.3, 0.3 + 1e-16, 0.2), strict=True):
        values[game.play_unchecked(start, move)] = value
    assert replace(exact, values=values, plies={}).best(start) == game.moves_at(start)[:2]


@pytest.mark.parametrize(
    ("name", "rules", "is_endless"),
    [
        ("capture-the-flag", {}, True),
        ("capture-the-flag", {"length": 1}, False),  # whoever moves wins
        ("predictive-pursuit", {}, True),
        ("predictive-pursuit", {"overshoot": "stops"}, False),
        ("cross-over", {"longest_step": 1}, True),
        ("number-race", {}, False),
    ],
)
def test_a_move_says_whether_best_play_after_it_is_endless(
    name: str, rules: dict[str, object], is_endless: bool
) -> None:
    game = find(name).variant(rules)
    solution = solve(game)
    worths = solution.worths(game.start())
    assert {worth.is_endless for worth in worths} == {is_endless}
    for worth in worths:
        after = game.play_unchecked(game.start(), worth.move)
        seen = game.view(after, 1 - game.actor(game.start()))
        assert (solution.verdict(seen) == "endless") == is_endless  # also for a guesser, who does not see the secret
        assert {guess.is_endless for guess in solution.worths(seen)} <= {is_endless}


def test_a_span_that_is_left_is_noticed() -> None:
    game = find("cross-over")

    def span(rules: Any) -> Any:
        ends: Any = game.code.span(rules)
        return tuple(end._replace(places=tuple(min(place, 9) for place in end.places)) for end in ends)

    narrow = replace(game, code=game.code._replace(span=span))
    with pytest.raises(HeadwayError, match="leaves the span"):
        solve_compiled(narrow, print)


def test_ctrl_c_stops_a_large_solution() -> None:
    status, out, _ = interrupted("solve", "capture-the-flag", "--rule", "length=90", when=b"listing")
    assert (status, out) == (130, b"")
