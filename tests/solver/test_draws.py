"""Games that their rules can end in a draw: values, verdicts and certificates, against plain searches."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings

from headway.game import Game, State
from headway.rulekit import CHANCE, DRAW, OVER, P1, P2
from headway.solver import certificate as proofs
from headway.solver import solve
from headway.solver.backend import Backend, Compiled, Interpreted
from headway.solver.compiled_retrograde import solve_compiled
from headway.solver.explored import explore_interpreted
from headway.solver.index import NO_WINNER
from headway.solver.kernels.retrograde import NO_PLIES, Decided
from headway.solver.retrograde import retrograde
from headway.solver.solution_file import pack, unpack
from tests.graph_games import LOST, WON, Place, choice, dice, drawn, graph_game, places, secret
from tests.graph_games import State as GraphState
from tests.large import large_from
from tests.solver.test_hard_games import by_trying_everything
from tests.state_graph import Graph

WORTH = {P1: Fraction(1), DRAW: Fraction(1, 2), P2: Fraction(0)}
VARIANTS: list[dict[str, Any]] = [
    {},
    {"length": 4},
    {"length": 10, "pulls": 9, "strength": 4},
    {"wind": "windy"},
    {"wind": "windy", "strength": 0},
    {"style": "at-once", "length": 4},
    {"style": "at-once", "length": 4, "pulls": 8, "strength": 2},
    {"style": "at-once", "wind": "windy", "length": 4},
]


def by_minimax(game: Game) -> dict[State, Fraction]:
    """The value of every state of a game without loops, by its rules alone; of guesses that of no secret is known."""

    @cache
    def value(state: State) -> Fraction:
        actor = game.actor(state)
        if actor == OVER:
            return WORTH[game.winner(state)]
        after = [game.play_unchecked(state, move) for move in game.moves_at(state)]
        if actor == CHANCE:
            weights = [game.weight(state, move) for move in game.moves_at(state)]
            return sum(w * value(to) for w, to in zip(weights, after, strict=True)) / Fraction(sum(weights))
        if not game.secret(state):
            return (max if actor == P1 else min)(map(value, after))
        cells = [[value(game.play_unchecked(each, reply)) for reply in game.moves_at(each)] for each in after]
        return of_matrix(cells if actor == P1 else [list(column) for column in zip(*cells, strict=True)])

    states = game.reachable()
    guesses = {game.play_unchecked(s, move) for s in states if game.secret(s) for move in game.moves_at(s)}
    return {state: value(state) for state in states if state not in guesses}


def of_matrix(cells: list[list[Fraction]]) -> Fraction:
    """The value of a matrix game with up to two rows and columns: a saddle point, or what both mix to."""
    low = max(min(row) for row in cells)
    high = min(max(column) for column in zip(*cells, strict=True))
    if low == high:
        return low
    (a, b), (c, d) = cells
    return (a * d - b * c) / (a + d - b - c)


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_the_values_are_those_of_a_plain_search(tug_of_war: Game, rules: dict[str, Any]) -> None:
    game = tug_of_war.variant(rules)
    solution, expected = solve(game), by_minimax(game)
    assert solution.certificate.gap < 1e-9
    for state, value in expected.items():
        assert float(solution.value(state)) == pytest.approx(float(value), abs=1e-12)
    outcomes = {game.winner(state) for state in expected if game.actor(state) == OVER}
    assert outcomes == {P1, P2, DRAW}
    read = unpack(game, pack(solution))
    assert [read.verdict(state) for state in expected] == [solution.verdict(state) for state in expected]


def test_each_kind_of_game_is_solved_in_its_own_way(tug_of_war: Game) -> None:
    expected: dict[str, dict[str, object]] = {
        "local proof of every win, loss, draw and endless state": {},
        "exact fractions, each the mean of what follows": {"wind": "windy", "strength": 0},
        "what both strategies guarantee against best replies": {"wind": "windy"},
    }
    for proof, rules in expected.items():
        assert solve(tug_of_war.variant(rules)).certificate.proof == proof


@pytest.mark.parametrize("rules", [rules for rules in VARIANTS if not rules.keys() & {"wind", "style"}], ids=str)
def test_large_games_are_solved_alike_by_their_numbers(tug_of_war: Game, rules: dict[str, Any]) -> None:
    game = tug_of_war.variant(rules)
    small, large = solve(game), solve_compiled(game, print)
    assert large is not None
    assert large.certificate == small.certificate
    for state in game.reachable():
        found, expected = (
            (each.value(state), each.plies(state), each.verdict(state), each.best(state)) for each in (large, small)
        )
        assert found == expected


@pytest.mark.parametrize("rules", [{"wind": "windy"}, {"style": "at-once", "wind": "windy"}], ids=str)
def test_large_games_are_explored_alike(
    tug_of_war: Game, rules: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tug_of_war.variant(rules)
    expected = solve(game)
    large_from(monkeypatch, 0)
    found = solve(game)
    for state in game.reachable():
        assert float(found.value(state)) == pytest.approx(float(expected.value(state)), abs=1e-12)
        assert found.verdict(state) == expected.verdict(state)


@settings(max_examples=150, deadline=None)
@given(places(6, 2))
def test_the_verdict_is_what_best_play_can_end_in(given_places: list[Place]) -> None:
    """Best play is every choice that keeps the exact value; the ends that it can come to are looked for one by one."""
    game = graph_game(*given_places)
    graph, solution = Graph(game), solve(game)
    assert solution.certificate.gap < 1e-9
    nodes = {graph.nodes[at].state: at for at in range(len(graph.nodes))}
    values = exact_values(given_places)
    for state, at in nodes.items():
        ends, waiting = set[int | None](), [at]
        for each in waiting:
            node = graph.nodes[each]
            ends |= {node.winner} - {None}
            here = values[node.state]
            kept = [
                edge.to for edge in node.edges if node.actor == CHANCE or values[graph.nodes[edge.to].state] == here
            ]
            waiting += [to for to in kept if to not in waiting]
        decided = {Fraction(1): "P1", Fraction(0): "P2"}.get(values[state], "chance")
        expected = "endless" if not ends else "draw" if ends == {DRAW} else decided
        assert solution.verdict(state) == expected


def exact_values(given_places: list[Place]) -> dict[State, Fraction]:
    """The value of every node in fractions, by trying every plan of both sides."""
    from tests.solver.test_strategies import made_of, node_of

    found = by_trying_everything(made_of(*map(node_of, given_places)))
    return {GraphState(at): value for at, value in enumerate(found)}


@pytest.mark.parametrize(
    ("nodes", "verdict", "plies", "best"),
    [
        ((choice(P1, 3, LOST), choice(P2, 4, WON), drawn()), "draw", 2, [0]),
        ((choice(P1, 3, 2), choice(P2, 4, 2), drawn()), "draw", 2, [0]),  # they could go round for ever
        ((choice(P1, 3, 4), choice(P2, 4), drawn()), "draw", 1, [1]),  # the shortest way
        ((choice(P1, 2, 3), choice(P2, LOST, 4), drawn()), "endless", None, [0]),  # to leave the circle is to lose
        ((choice(P1, 3, WON), drawn()), "P1", 1, [1]),  # a win is better than a draw
        ((choice(P1, 3, LOST), dice((4, 1), (5, 2)), drawn(), drawn()), "draw", None, [0]),
        ((choice(P1, 3, LOST), dice((4, 1), (3, 2)), drawn()), "draw", None, [0]),
        ((choice(P1, 3, LOST), dice((4, 1), (5, 1)), drawn(), choice(P1, 5)), "draw", None, [0]),  # if it ends
        ((choice(P1, 3, LOST), dice((WON, 1), (LOST, 1))), "chance", None, [0]),  # worth one half, and no draw
    ],
)
def test_what_is_called_a_draw(nodes: tuple[Place, ...], verdict: str, plies: int | None, best: list[int]) -> None:
    game = graph_game(*nodes)
    solution = solve(game)
    start = game.start()
    assert (solution.verdict(start), solution.plies(start), solution.best(start)) == (verdict, plies, best)
    assert {solution.value(start)} <= {Fraction(1, 2), Fraction(1)}


@pytest.mark.parametrize(
    ("answers", "verdict"),
    [
        (((4, WON), (LOST, WON)), "draw"),  # a saddle point that is a draw
        (((4, 4), (4, 4)), "draw"),
        (((WON, LOST), (LOST, WON)), "chance"),
    ],
)
def test_secret_choices_are_a_draw_where_every_best_choice_is(answers: Any, verdict: str) -> None:
    nodes = [choice(P2, *(5 if to == 4 else to for to in answer)) for answer in answers]
    game = graph_game(secret(P1, 3, 4), *nodes, drawn())
    solution = solve(game)
    start = game.start()
    assert (float(solution.value(start)), solution.verdict(start)) == (0.5, verdict)
    guessing = game.view(game.play(start, 0), P2)
    assert solution.verdict(guessing) == verdict
    assert next(worth.is_drawn for worth in solution.worths(start)) == (verdict == "draw")


@pytest.mark.parametrize("backend", [Interpreted(), Compiled()])
def test_a_wrong_draw_does_not_prove_itself(tug_of_war: Game, backend: Backend) -> None:
    found = explore_interpreted(tug_of_war.variant({"length": 4}), backend=backend)
    right = retrograde(found.normal)
    assert {P1, P2, DRAW} == set(map(int, right.winners))
    assert proofs.local_error(found, right) is None
    for at in range(found.normal.size):
        wrong = Decided(backend.ints(list(right.winners)), backend.ints(list(right.plies)))
        for winner in {P1, P2, DRAW, NO_WINNER} - {int(right.winners[at])}:
            wrong.winners[at] = winner
            assert proofs.local_error(found, wrong) is not None
        wrong.winners[at] = right.winners[at]
        for plies in {NO_PLIES, 99, right.plies[at] + 1} - {right.plies[at]}:
            wrong.plies[at] = plies
            assert proofs.local_error(found, wrong) is not None
