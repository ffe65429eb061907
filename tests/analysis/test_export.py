"""Each export of each game, read back by the tool that it is written for: Storm (PRISM), Gambit and Graphviz."""

import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pygambit
import pygraphviz
import pytest
import stormpy

from headway.analysis.export import dot, efg, prism
from headway.catalogue import find, names
from headway.game import Game, State
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import Solution, explore, solve
from headway.solver.matrix_game import solve_matrix
from tests.conftest import Headway
from tests.graph_games import LOST, WON, choice, dice, graph_game

CHOOSERS = [
    ("cross-over", {}),
    ("cross-over", {"longest_step": 2}),
    ("race-to-the-center", {}),
    ("race-to-the-center", {"reply": "always"}),
    ("capture-the-flag", {"length": 4}),
    ("capture-the-flag", {"length": 5, "soldiers": 1, "longest_step": 3}),
]
"""Games in which only the players decide: turn-based games for PRISM-games. Storm reads a command after the other for
every state, which takes minutes for Capture the Flag as in the book: a smaller one stands for it."""
SHORT: dict[str, dict[str, object]] = {"capture-the-flag": {"length": 5}}
"""What is exported whole, where the game of the book has many thousand states."""


def short(name: str) -> tuple[Game, list[str]]:
    """A game as in the book, or shorter, and the arguments of a command about it."""
    rules = SHORT.get(name, {})
    return find(name).variant(rules), [name, *(f"--rule={rule}={value}" for rule, value in rules.items())]


TICKETS = graph_game(
    choice(P1, 3, 4),
    dice((WON, 1), (LOST, 2)),
    choice(P2, 5, 6),
    dice((WON, 3), (2, 1)),
    dice((WON, 1), (LOST, 1), (LOST, 2)),
    title='Two "Tickets"',
)
"""P1 takes a third, or leaves P2 the choice between a fourth and a die that may lead back: worth a third at node 2."""
ALONE = graph_game(choice(P1, 3, WON), dice((WON, 1), (LOST, 2)))
"""A game in which only P1 and chance act."""


# -- PRISM, by Storm


def in_storm(text: str, folder: Path) -> tuple[Any, list[int], Any]:
    """The model that Storm builds from a text, exactly; the number s of each of its states; and the program."""
    path = folder / "game.prism"
    path.write_text(text)
    program = stormpy.parse_prism_program(str(path))
    options = stormpy.BuilderOptions()
    options.set_build_state_valuations(True)
    options.set_build_all_labels(True)
    model = stormpy.build_model[stormpy.Rational](program, options=options)
    (variable,) = model.state_valuations.get_all_variables()
    return model, model.state_valuations.get_values_states(variable), program


def checked(text: str, folder: Path, formula: str) -> dict[int, Fraction]:
    """What Storm finds for a formula at each state of a model, by the state's number s, in exact rationals."""
    model, numbers, program = in_storm(text, folder)
    found = stormpy.model_checking(model, stormpy.parse_properties(formula, program)[0])
    return {number: Fraction(str(found.get_value(state))) for state, number in enumerate(numbers)}


def with_one_strategy(solution: Solution, seat: int) -> str:
    """The exported game with only the best moves of a seat: a Markov decision process, left to the other side."""
    game, states, kept = solution.game, list(solution.game.reachable()), []
    for line in prism(explore(game), P1):
        command = re.fullmatch(rf"  \[p{seat + 1}\] s=(\d+) -> \(s'=(\d+)\);", line)
        if command is not None:
            at, to = map(int, command.groups())
            if game.play_unchecked(states[at], solution.best(states[at])[0]) != states[to]:
                continue
        if not line.startswith("player "):
            kept.append("mdp" if line == "smg" else line)
    return "\n".join(kept)


@pytest.mark.parametrize("name", [name for name in names() if name != "predictive-pursuit"])
@pytest.mark.parametrize("first", ["p1", "p2"])
def test_storm_accepts_every_game_without_secrets(headway: Headway, tmp_path: Path, name: str, first: str) -> None:
    path = tmp_path / "game.prism"
    _, arguments = short(name)
    path.write_text(headway("export", *arguments, "--format", "prism", "--first", first).out)
    program = stormpy.parse_prism_program(str(path))
    assert program.nr_modules == 1


def test_storm_reads_every_state_and_move_of_capture_the_flag(headway: Headway, tmp_path: Path) -> None:
    """As in the book; it is only read, since to build the model takes Storm minutes."""
    game, path = find("capture-the-flag"), tmp_path / "game.prism"
    path.write_text(headway("export", game.name, "--format", "prism").out)
    (module,) = stormpy.parse_prism_program(str(path)).modules
    states = game.reachable()
    assert str(module.get_integer_variable("s").upper_bound_expression) == str(len(states) - 1)
    assert len(module.commands) == sum(len(game.moves_at(state)) or 1 for state in states)  # an end has a loop


@pytest.mark.parametrize(("name", "rules"), CHOOSERS)
@pytest.mark.parametrize("first", [P1, P2])
def test_storm_builds_the_same_states_players_and_ends(
    tmp_path: Path, name: str, rules: dict[str, object], first: int
) -> None:
    game = find(name).variant(rules)
    assert_same_model(game, first, tmp_path)


RARE = graph_game(choice(P1, 3, WON), dice((WON, 2**63), (4, 1)), dice((3, 10**30), (LOST, 10**29 + 7)))
"""Weights of more than 64 bits, which Storm reads exactly if they are written with a decimal point."""


@pytest.mark.parametrize("game", [TICKETS, ALONE, RARE])
def test_storm_builds_games_in_which_chance_and_players_act(tmp_path: Path, game: Game) -> None:
    assert_same_model(game, P1, tmp_path)


def assert_same_model(game: Game, first: int, folder: Path) -> None:
    states = list(game.reachable())  # in breadth-first order, as the export numbers them
    model, numbers, _ = in_storm("\n".join(prism(explore(game), first)), folder)
    assert model.model_type.name == "SMG"
    assert sorted(states[at] for at in numbers) == sorted(states_from(game, game.start(first)))
    assert [states[numbers[state]] for state in model.initial_states] == [game.start(first)]
    players, matrix = list(model.get_state_player_indications()), model.transition_matrix
    for state, at in enumerate(numbers):
        actor = game.actor(states[at])
        assert players[state] == (P2 if actor == P2 else P1)
        won = {("p1", "p2")[game.winner(states[at])]} if actor == OVER else set()
        assert model.labeling.get_labels_of_state(state) - {"init"} == won
        actions = [matrix.row_iter(row, row) for row in matrix.get_rows_for_group(state)]
        moved = [{states[numbers[to.column]]: Fraction(str(to.value)) for to in action} for action in actions]
        assert sorted(moved, key=str) == sorted(expected_actions(game, states[at]), key=str)


def expected_actions(game: Game, state: State) -> list[dict[State, Fraction]]:
    """The states that each action of a state leads to, with their odds, from the rules of the game."""
    after = {move: game.play_unchecked(state, move) for move in game.moves_at(state)}
    if game.actor(state) == OVER:
        return [{state: Fraction(1)}]
    if game.actor(state) != CHANCE:
        return [{to: Fraction(1)} for to in after.values()]
    odds = Counter[State]()
    for move, to in after.items():
        odds[to] += game.weight(state, move)
    return [{to: Fraction(weight, odds.total()) for to, weight in sorted(odds.items())}]


@pytest.mark.parametrize(("name", "rules"), CHOOSERS)
def test_storm_finds_the_same_wins_and_endless_states(tmp_path: Path, name: str, rules: dict[str, object]) -> None:
    """Storm does not solve reachability in turn-based games. It confirms them from both sides: with the moves of one
    side fixed to ours, the best reply of the other side, in exact rationals, at every state.
    """
    game = find(name).variant(rules)
    solution, states = solve(game), list(game.reachable())
    for seat, own, other in ((P1, "p1", "p2"), (P2, "p2", "p1")):
        text = with_one_strategy(solution, seat)
        wins = checked(text, tmp_path, f'Pmin=? [F "{own}"]')
        losses = checked(text, tmp_path, f'Pmax=? [F "{other}"]')
        assert len(wins) > 5
        for at in wins:
            value = solution.value(states[at])
            assert (wins[at] == 1) == (value == 1 - seat)  # our moves win against every reply exactly where we say so
            assert (losses[at] == 0) == (value != seat)  # and never lose exactly where the other side does not win


def test_storm_finds_the_same_value_where_chance_and_players_act(tmp_path: Path) -> None:
    solution, states = solve(TICKETS), list(TICKETS.reachable())
    floor = checked(with_one_strategy(solution, P1), tmp_path, 'Pmin=? [F "p1"]')
    ceiling = checked(with_one_strategy(solution, P2), tmp_path, 'Pmax=? [F "p1"]')
    for at in set(floor) & set(ceiling):
        assert float(floor[at]) == pytest.approx(float(solution.value(states[at])), abs=1e-9)
        assert ceiling[at] == floor[at]
    assert floor[states.index(TICKETS.start())] == Fraction(1, 3)


@pytest.mark.parametrize("board", [None, "3", "1,2,3", "6,6,5,5,4,4,3,3", "1,1,1,1,1,1,1,2"])
@pytest.mark.parametrize("first", ["p1", "p2"])
def test_storm_finds_the_same_chance_in_number_race(
    headway: Headway, tmp_path: Path, board: str | None, first: str
) -> None:
    """Number Race as a Markov chain, through our own export, in Storm's exact rationals."""
    options = ["--first", first, *(["--board", board] if board else [])]
    found = checked(headway("export", "number-race", "--format", "prism", *options).out, tmp_path, 'P=? [F "p1"]')
    game = find("number-race").variant({"board": board} if board else {})
    start = game.start(P2 if first == "p2" else P1)
    assert found[list(game.reachable()).index(start)] == solve(game).value(start)


@pytest.mark.parametrize("length", [5, 8])
@pytest.mark.parametrize("first", [P1, P2])
def test_storm_reads_a_game_in_which_nothing_is_decided(tmp_path: Path, length: int, first: int) -> None:
    """With steps of one, Cross Over is a chain without dice; what never ends counts one half."""
    game = find("cross-over").variant({"longest_step": 1, "length": length})
    text, states = "\n".join(prism(explore(game), first)), list(game.reachable())
    assert text.splitlines()[1] == "dtmc"
    won, lost = (checked(text, tmp_path, f'P=? [F "{label}"]') for label in ("p1", "p2"))
    assert won.keys() == {states.index(state) for state in states_from(game, game.start(first))}
    for at in won:
        assert (1 + won[at] - lost[at]) / 2 == solve(game).value(states[at])


def test_a_secret_is_refused_for_prism(headway: Headway) -> None:
    refused = headway("export", "predictive-pursuit", "--format", "prism")
    assert (refused.status, refused.err.count("\n")) == (2, 1)


# -- trees, by Gambit


def in_gambit(lines: list[str], folder: Path) -> Any:
    path = folder / "game.efg"
    path.write_text("\n".join(lines))
    return pygambit.read_efg(path)


@pytest.mark.parametrize("name", names())
def test_the_tree_for_gambit_is_whole(headway: Headway, name: str) -> None:
    """As many nodes of each kind as there are sequences of moves, and one information set for all that look alike."""
    depth = 6
    lines = headway("export", name, "--format", "efg", "--depth", depth).out.splitlines()[1:]
    game = find(name)
    assert len(lines) == sum(game.perft(depth))
    sets = [line.split()[3] for line in lines if line.startswith("p ")]
    if name == "predictive-pursuit":  # two guessing nodes to each secret: for two nodes one set
        assert len(sets) == 1 + 2 + 4 + 8 + 16 + 32
        assert len(set(sets)) == 1 + 1 + 4 + 4 + 16 + 16
    else:
        assert len(set(sets)) == len(sets)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("first", [P1, P2])
def test_the_tree_of_a_game_of_any_size_is_whole_to_a_depth(name: str, first: int) -> None:
    game, depth = find(name).variant({"length": 1000}), 5
    _, *lines = efg(game, first, depth)
    assert len(lines) == sum(game.perft(depth, first))


def test_a_tree_of_too_many_states_is_refused(headway: Headway, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are 4 moves in each state: within 3 moves there are at most 2 * (1 + 4 + 16 + 64) states."""
    monkeypatch.setattr("headway.solver.explored.MOST_TO_DEPTH", 170)
    wanted = "export", "capture-the-flag", "--format", "efg", "--rule", "length=1000", "--depth"
    assert headway(*wanted, 3).status == 0
    refused = headway(*wanted, 40)
    assert (refused.status, refused.out) == (2, "")
    assert (
        "Capture the Flag has more than 170 states within 40 moves of its starts; take a smaller depth." in refused.err
    )


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("first", ["p1", "p2"])
def test_gambit_reads_every_game(headway: Headway, tmp_path: Path, name: str, first: str) -> None:
    depth, game = 4, find(name)
    lines = headway("export", name, "--format", "efg", "--depth", depth, "--first", first).out.splitlines()
    tree = in_gambit(lines, tmp_path)
    assert tree.is_const_sum
    assert tree.has_perfect_recall
    sets = {seat: {tuple(line.split()[2:4]) for line in lines if line.startswith(f'p "" {seat} ')} for seat in (1, 2)}
    assert [len(tree.get_infosets(f"Player {seat}")) for seat in (1, 2)] == [len(sets[1]), len(sets[2])]
    assert len(tree.get_events()) == sum(line.startswith("c ") for line in lines)
    assert f"{game.title}, " in tree.title


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("number-race", {"board": "1,2,3"}),
        ("predictive-pursuit", {"length": 2}),
        ("predictive-pursuit", {"length": 2, "overshoot": "stops"}),
        ("capture-the-flag", {"length": 2, "soldiers": 1}),
        ("cross-over", {"length": 4}),
        ("race-to-the-center", {"length": 4}),
    ],
)
@pytest.mark.parametrize("first", [P1, P2])
def test_gambit_finds_the_same_value(tmp_path: Path, name: str, rules: dict[str, object], first: int) -> None:
    """The value of the tree, by Gambit's exact linear program, is that of backward induction to the same depth."""
    game, depth = find(name).variant(rules), 6
    tree = in_gambit(list(efg(game, first, depth)), tmp_path)
    found = pygambit.nash.lp_solve(tree).equilibrium.payoffs["Player 1"]
    expected = backward_induction(game, game.start(first), depth)
    assert float(Fraction(str(found))) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("game", [TICKETS, ALONE])
def test_gambit_reads_chance_and_quotes(tmp_path: Path, game: Game) -> None:
    tree = in_gambit(list(efg(game, P1, 6)), tmp_path)
    assert tree.title == f"{game.title}, P1 moves first, to depth 6"
    found = pygambit.nash.lp_solve(tree).equilibrium.payoffs["Player 1"]
    assert float(Fraction(str(found))) == pytest.approx(backward_induction(game, game.start(), 6), abs=1e-12)


def backward_induction(game: Game, state: State, depth: int) -> float:
    """What P1 can make sure of in a number of moves; a game that is not over by then counts one half."""
    actor = game.actor(state)
    if actor == OVER:
        return float(game.winner(state) == P1)
    if depth == 0 or (depth == 1 and game.secret(state)):
        return 0.5
    after = [game.play_unchecked(state, move) for move in game.moves_at(state)]
    if game.secret(state):
        ends = [[game.play_unchecked(hidden, guess) for guess in game.moves_at(hidden)] for hidden in after]
        matrix = [[backward_induction(game, end, depth - 2) for end in row] for row in ends]
        if actor == P1:
            return solve_matrix(matrix).value
        return 1 - solve_matrix([[1 - worth for worth in row] for row in matrix]).value
    worths = [backward_induction(game, end, depth - 1) for end in after]
    if actor == CHANCE:
        weights = [game.weight(state, move) for move in game.moves_at(state)]
        return sum(map(float.__mul__, map(float, weights), worths)) / sum(weights)
    return max(worths) if actor == P1 else min(worths)


# -- graphs, by Graphviz


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("first", [P1, P2])
def test_graphviz_reads_every_state_and_move_of_one_start(headway: Headway, name: str, first: int) -> None:
    game, arguments = short(name)
    drawn = headway("export", *arguments, "--format", "dot", "--first", ("p1", "p2")[first]).out
    assert_same_drawing(game, first, drawn)


@pytest.mark.parametrize("game", [TICKETS, ALONE])
def test_graphviz_reads_chance_and_quotes(game: Game) -> None:
    assert_same_drawing(game, P1, "\n".join(dot(explore(game), P1)))


def assert_same_drawing(game: Game, first: int, drawn: str) -> None:
    graph, states = pygraphviz.AGraph(drawn), states_from(game, game.start(first))
    assert graph.name == game.title
    labels = {node.attr["label"].split("\\n")[0]: str(node) for node in graph.nodes()}
    assert len(labels) == len(graph.nodes()) == len(states)
    numbers = {state: labels[str(tuple(state))] for state in states}
    shapes = {P1: "box", P2: "ellipse", CHANCE: "diamond", OVER: "doublecircle"}
    assert {node: node.attr["shape"] for node in graph.nodes()} == {
        numbers[state]: shapes[game.actor(state)] for state in states
    }
    moves = Counter(
        (numbers[state], numbers[game.play_unchecked(state, move)], game.token(move))
        for state in states
        for move in game.moves_at(state)
    )
    assert Counter((edge[0], edge[1], edge.attr["label"]) for edge in graph.edges()) == moves


def states_from(game: Game, start: State) -> list[State]:
    seen, waiting = {start}, [start]
    for state in waiting:
        for move in game.moves_at(state):
            after = game.play_unchecked(state, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return waiting
