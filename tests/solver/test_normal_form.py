"""The normal form in machine code against the one that is made of the graph, and the values that follow from it."""

import re
from ast import literal_eval
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings

from headway.catalogue import find, names
from headway.errors import BadGame
from headway.game import Game
from headway.rulebooks.cross_over.rules import State
from headway.rulebooks.predictive_pursuit.rules import State as PursuitState
from headway.rulekit import CHANCE, OVER, P1, P2
from headway.solver import Solution, solve
from headway.solver.backend import Compiled, Interpreted
from headway.solver.exploration import explore
from headway.solver.explored import Explored, explore_interpreted
from headway.solver.kernels.form import Form
from headway.solver.solution_file import pack, unpack
from headway.solver.strategies import best_strategies
from tests.graph_games import LOST, WON, choice, dice, graph_game, secret
from tests.graph_games import State as Place
from tests.large import large_from
from tests.solver import by_graph
from tests.solver.test_cache import told
from tests.solver.test_strategies import graphs, secretive
from tests.state_graph import Graph


def in_machine_code(game: Game) -> Explored:
    """Explored in machine code."""
    return explore(game, lambda doing: None)


GAMES = [
    ("number-race", {"length": 8}),
    ("predictive-pursuit", {}),
    ("predictive-pursuit", {"length": 7, "longest_step": 4, "overshoot": "stops"}),
    ("predictive-pursuit", {"length": 6, "longest_step": 3, "forced": "unblockable"}),
]


@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_machine_code_explores_and_solves_what_the_graph_has(
    name: str, rules: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find(name).variant(rules)
    assert_same_nodes(game)
    large_from(monkeypatch, 10**9)
    ours = solve(game)
    large_from(monkeypatch, 0)
    assert_same_solution(game, ours, solve(game))


@pytest.mark.parametrize("name", names())
def test_both_explorations_number_the_nodes_alike(name: str) -> None:
    game = find(name) if name != "capture-the-flag" else find(name).variant({"length": 5})
    assert_same_nodes(game)


def test_both_explorations_agree_on_dice_choices_and_secrets_in_one_game(lucky_steps: Game) -> None:
    assert_same_nodes(lucky_steps)


def assert_same_nodes(game: Game) -> None:
    """Both explorations have the same arrays and states, and say of each node what a graph of our own says."""
    graph, ours, theirs = Graph(game), explore_interpreted(game), in_machine_code(game)
    for array in Form._fields:
        assert list(getattr(ours.normal.form, array)) == list(getattr(theirs.normal.form, array))
    assert list(ours.normal.results) == list(theirs.normal.results)
    assert ours.states == theirs.states == len(graph.nodes)
    assert ours.starts == theirs.starts
    flags = graph.has_secrets, graph.has_choice
    assert (ours.has_secrets, ours.has_choice) == (theirs.has_secrets, theirs.has_choice) == flags
    assert ours.has_chance == theirs.has_chance == graph.has_chance
    for number in range(ours.normal.size):
        assert_same_node(graph, ours, number)
        state = ours.state(number)
        assert state == theirs.state(number)
        assert number == ours.node(state) == theirs.node(state)
        assert ours.information_sets(number) == theirs.information_sets(number)


def assert_same_node(graph: Graph, found: Explored, number: int) -> None:
    """The same choices, leading to the same states with the same probabilities."""
    form, node = found.normal.form, graph.nodes[graph.number[found.state(number)]]
    sets = {seen.seat: seen for seen in found.information_sets(number)}
    moves = [list(sets[seat].moves) if seat in sets else [0] for seat in (P1, P2)]
    if node.actor == OVER:
        assert (form.rows[number], form.columns[number]) == (0, 0)
        assert found.normal.results[number] == (node.winner == P1)
        assert found.plies(number) == 0
        return
    assert (form.rows[number], form.columns[number]) == (len(moves[P1]), len(moves[P2]))
    after = [found.state(to) for to in found.normal.outcomes(number)]
    if node.actor == CHANCE:
        assert after == [graph.nodes[edge.to].state for edge in node.edges]
        assert found.weights(number) == [edge.weight for edge in node.edges]
        total = sum(edge.weight for edge in node.edges)
        assert found.chances(number) == [Fraction(edge.weight, total) for edge in node.edges]
        return
    expected = []
    for row in moves[P1]:
        for column in moves[P2]:
            own, other = (row, column) if node.actor == P1 else (column, row)
            at = next(edge.to for edge in node.edges if edge.move == own)
            if node.is_secret:
                assert found.node(graph.nodes[at].state) == number
                seen = graph.game.view(graph.nodes[at].state, 1 - node.actor)
                assert sets[1 - node.actor].seen == seen
                at = next(edge.to for edge in graph.nodes[at].edges if edge.move == other)
            expected.append(graph.nodes[at].state)
    assert after == expected
    assert found.plies(number) == 1 + node.is_secret


def assert_same_solution(game: Game, ours: Solution, found: Solution) -> None:
    """The second is also written and read back."""
    kept = unpack(game, pack(found))
    assert found.states == ours.states
    for state in game.reachable():
        seen = state if game.actor(state) == OVER else game.view(state, game.actor(state))
        for each in {state, seen}:
            assert told(kept, each) == told(found, each)
            assert float(found.value(each)) == pytest.approx(float(ours.value(each)), abs=1e-12)
            assert found.verdict(each) == ours.verdict(each)


@pytest.mark.parametrize(
    "game",
    [
        graph_game(secret(P1, WON, 3), choice(P2, WON, LOST)),  # a choice that ends the game
        graph_game(secret(P1, 3, 4), choice(P2, WON, LOST), choice(P1, WON, LOST)),  # the same side moves
        graph_game(secret(P1, 3, 4), choice(P2, WON, LOST), choice(P2, WON)),  # different answers
    ],
)
def test_a_secret_without_one_guess_of_the_other_side_is_refused(game: Game) -> None:
    with pytest.raises(BadGame, match="has a secret that is not answered by one guess of the other side"):
        explore_interpreted(game)


def only_right_guesses(rules: Any, state: Any, move: int) -> bool:
    """Predictive Pursuit, but the only guess is the step that was chosen: one for each, and not the same."""
    if state.places[0] == rules.length or state.places[1] == rules.length:
        return False
    return bool(move + 1 == state.chosen) if state.chosen != 0 else state.places[state.mover] + move < rules.length


def test_guesses_that_tell_the_secret_are_refused_in_machine_code_as_well() -> None:
    game = find("predictive-pursuit")
    told = replace(game, code=game.code._replace(legal=only_right_guesses))
    for explored in (explore_interpreted, in_machine_code):
        with pytest.raises(BadGame, match="has a secret that is not answered by one guess of the other side"):
            explored(told)


def half(rules: Any, state: Any, move: int) -> Any:
    return 0.5 if move == 0 else 1


def of_64_bits(rules: Any, state: Any, move: int) -> Any:
    return (state.mover + 2**62) * 2


def of_more_bits(rules: Any, state: Any, move: int) -> int:
    return 2**64


@pytest.mark.parametrize(
    ("weight", "why"),
    [
        (half, r"0\.5, not a positive whole number\.$"),
        (
            of_64_bits,
            r"has a weight of about 10\^18 in the state \(.*\), and machine code computes with weights up to ",
        ),
        (of_more_bits, r"Numba does not compile the rules"),
    ],
)
def test_a_weight_that_machine_code_cannot_take_is_refused(weight: Any, why: str) -> None:
    """With one line; what the interpreted rules would refuse, by the same one."""
    game = find("number-race").variant({"length": 5, "board": (3, 1, 2, 6, 5)})
    game = replace(game, code=game.code._replace(weight=weight))
    with pytest.raises(BadGame, match=why) as refused:
        explore(game, lambda doing: None)
    assert "\n" not in str(refused.value)


def test_two_secrets_that_look_the_same_are_refused() -> None:
    """Which of two secrets was chosen before does not show: what to guess would depend on it."""
    places = dice((3, 9), (4, 1)), secret(P1, 5, 6), secret(P1, 7, 8), *[choice(P2, WON, LOST)] * 4
    game = graph_game(*places)

    def view(rules: Any, state: Any, seat: int) -> Any:
        return state._replace(at=-3) if state.at > 4 and seat == P2 else state

    assert explore_interpreted(game).normal.size == 5
    with pytest.raises(BadGame, match=r"^Graph Game: two secrets look the same to the side that guesses\.$"):
        explore_interpreted(replace(game, code=game.code._replace(view=view)))


def blind(rules: Any, state: Any, seat: int) -> Any:
    """Predictive Pursuit, but a guesser does not see where the pieces are."""
    if state.chosen == 0 or seat == state.mover:
        return state
    return PursuitState((0, 0), state.mover, -1)


def test_two_secrets_that_look_the_same_are_refused_in_machine_code_as_well() -> None:
    game = find("predictive-pursuit").variant({"length": 4})
    same = replace(game, code=game.code._replace(view=blind))
    for explored in (explore_interpreted, in_machine_code):
        with pytest.raises(
            BadGame, match=r"^Predictive Pursuit: two secrets look the same to the side that guesses\.$"
        ):
            explored(same)


def test_what_guessers_see_is_numbered_in_64_bits() -> None:
    places = dice((3, 1), (4, 1)), secret(P1, 5, 6), secret(P1, 7, 8), *[choice(P2, WON, LOST)] * 4

    def seen_at(far: int) -> Game:
        """The answers to the first secret look like place -1, those to the second one like place -`far`."""
        game = graph_game(*places)

        def view(rules: Any, state: Any, seat: int) -> Any:
            is_hidden = state.at > 4 and seat == P2
            return Place(-1 if state.at < 7 else -far) if is_hidden else state

        return replace(game, code=game.code._replace(view=view))

    found = explore_interpreted(seen_at(2**63))
    assert [found.index.secret_node(Place(-far)) for far in (1, 2**63)] == [found.node(Place(at)) for at in (3, 4)]
    with pytest.raises(KeyError):
        found.index.secret_node(Place(-2))
    with pytest.raises(BadGame, match=r"^Graph Game: what a side sees that has to guess has integers that are too far"):
        explore_interpreted(seen_at(2**63 + 1))


def without_the_goal(rules: Any) -> Any:
    """The span of Predictive Pursuit without the last square."""
    return PursuitState((0, 0), P1, 0), PursuitState((rules.length - 1,) * 2, P2, rules.longest_step)


@pytest.mark.parametrize("explored", [explore_interpreted, in_machine_code])
def test_an_answer_that_leads_out_of_the_span_is_told(explored: Callable[[Game], Explored]) -> None:
    game = find("predictive-pursuit")
    with pytest.raises(BadGame, match="leaves the span") as refused:
        explored(replace(game, code=game.code._replace(span=without_the_goal)))
    told = re.search(r"in State\(places=(\S+ \S+), mover=(\d), chosen=(\d)\) the move \S+ leads", str(refused.value))
    assert told is not None
    places, mover, chosen = map(literal_eval, told.groups())
    assert chosen > 0
    assert PursuitState(places, mover, chosen) in game.reachable()


@pytest.mark.parametrize("explored", [explore_interpreted, in_machine_code])
@pytest.mark.parametrize("strange", [State((3, 3), P1), State((99, 3), P1), State((-99, 3), P1), State((3, 4, 5), P1)])
def test_a_state_that_cannot_come_up_has_no_node(strange: State, explored: Callable[[Game], Explored]) -> None:
    game = find("cross-over")
    found = explored(game)
    assert found.node(strange) is None
    with pytest.raises(KeyError):
        solve(game, known=found).value(strange)


@settings(max_examples=40)
@given(graphs())
def test_machine_code_and_python_solve_alike(graph: Graph) -> None:
    assert_alike(graph)


@settings(max_examples=40)
@given(secretive())
def test_machine_code_and_python_solve_secrets_alike(graph: Graph) -> None:
    assert_alike(graph)


def assert_alike(graph: Graph) -> None:
    (ours, _), gap = by_graph.best_strategies(graph, Interpreted())
    (theirs, _), other = by_graph.best_strategies(graph, Compiled())
    if max(gap, other) < 1e-9:
        assert theirs == pytest.approx(ours, abs=2e-9)


def test_the_closed_form_of_three_steps_is_proved() -> None:
    """Predictive Pursuit of 30 squares with up to three steps: 0.529521 by a closed form found elsewhere."""
    game = find("predictive-pursuit").variant({"length": 30, "longest_step": 3, "overshoot": "stops"})
    solution = solve(game)
    assert solution.value(game.start()) == pytest.approx(0.529521, abs=5e-7)
    assert solution.certificate.gap < 1e-9


@pytest.mark.parametrize(("length", "longest_step"), [(25, 3), (30, 4), (50, 9), (40, 5)])
def test_long_games_of_secrets_are_proved(length: int, longest_step: int) -> None:
    rules = {"length": length, "longest_step": longest_step, "overshoot": "stops"}
    game = find("predictive-pursuit").variant(rules)
    solution = solve(game)
    assert solution.certificate.gap < 1e-9
    assert solution.value(game.start(P1)) + solution.value(game.start(P2)) == pytest.approx(1, abs=1e-9)


def test_a_long_race_is_solved_with_every_state() -> None:
    """A long one in machine code and floats against the exact fractions of the graph."""
    game = find("number-race").variant({"length": 60})
    exact = solve(game)
    found = in_machine_code(game)
    solved, gap = best_strategies(found.normal)
    assert gap < 1e-12
    for state in game.reachable():
        node = found.node(state)
        assert node is not None
        assert solved.values[node] == pytest.approx(float(exact.value(state)), abs=1e-12)
