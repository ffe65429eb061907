"""Games that are made to mislead floats: rare odds, ladders, near-ties and long loops, re-checked in fractions."""

from fractions import Fraction
from itertools import product
from math import inf
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headway.rulekit import CHANCE, DRAW, OVER, P1, P2
from headway.solver import Unproven, solve, strategies
from headway.solver.backend import Backend, Compiled, Interpreted
from headway.solver.best_reply import _Reply
from headway.solver.certificate import is_left
from headway.solver.gth import TooHard
from tests import graph_games
from tests.solver.by_graph import best_strategies, normal_form, win_probabilities
from tests.solver.test_strategies import LOST, WON, choice, dice, made_of
from tests.state_graph import Graph, Node


def tickets(first: int, second: int) -> Graph:
    """P2 alone decides, again and again, at node 2.

    One ticket wins once in 2^first, and then a fair coin decides. The other way are two tickets in a row, each of which
    wins once in 2^second; then P2 has won. A blank leads back. So P2 wins with probability 1, by the second way.
    """
    return made_of(
        choice(P2, 3, 5),
        dice((4, 1), (2, 2**first - 1)),
        dice((WON, 1), (LOST, 1)),
        dice((6, 1), (2, 2**second - 1)),
        dice((LOST, 1), (2, 2**second - 1)),
    )


@pytest.mark.parametrize(("first", "second"), [(50, 44), (20, 18), (10, 30), (50, 26)])
def test_a_way_that_is_too_rare_to_notice_is_the_best(first: int, second: int) -> None:
    (values, odds), gap = best_strategies(tickets(first, second))
    assert values[2] < 1e-9
    assert gap < 1e-9
    assert odds[2] == (0.0, 1.0)


@pytest.mark.parametrize("seat", [P1, P2])
def test_a_way_that_is_too_rare_to_notice_is_the_best_for_either_side_among_others(seat: int) -> None:
    """The same where the other side has a choice, too, which makes no difference."""
    best, worst = (WON, LOST) if seat == P1 else (LOST, WON)
    graph = made_of(
        choice(seat, 3, 5),
        dice((4, 1), (2, 2**50 - 1)),
        dice((WON, 1), (LOST, 1)),
        dice((6, 1), (7, 2**44 - 1)),
        dice((best, 1), (7, 2**44 - 1)),
        choice(1 - seat, 2, 8),
        dice((2, 1)),
        choice(seat, worst, 2),
    )
    (values, _), gap = best_strategies(graph)
    assert gap <= 1e-9
    assert values[2] == pytest.approx(float(seat == P1), abs=1e-9)


@pytest.mark.parametrize(
    "way_back", [(7, choice(P1, 2)), (7, choice(P1, 2, 8), dice((2, 1))), (7, choice(P1, 2, LOST))]
)
def test_choices_on_the_way_back_change_nothing(way_back: tuple[int, *tuple[Node, ...]]) -> None:
    """The tickets once more, where a blank leads back through a node at which P1 chooses; P1 has nothing to gain."""
    back, *others = way_back
    first, second = dice((4, 1), (back, 2**50 - 1)), dice((6, 1), (back, 2**44 - 1))
    last = dice((LOST, 1), (back, 2**44 - 1))
    graph = made_of(choice(P2, 3, 5), first, dice((WON, 1), (LOST, 1)), second, last, *others)
    (values, _), gap = best_strategies(graph)
    assert gap <= 1e-9
    assert values[2] == pytest.approx(0, abs=1e-9)


def test_a_small_loop_of_both_sides_with_rare_odds_is_proved() -> None:
    """P1 would lose by the dice three times in 2^44 and stays; so the game is endless."""
    graph = made_of(choice(P1, 3, 2), dice((LOST, 3), (4, 2**44), (4, 10**12)), choice(P2, WON, 2, 3))
    (values, _), gap = best_strategies(graph)
    assert gap <= 1e-9
    assert values[2] == pytest.approx(0.5, abs=1e-9)


def test_a_bound_in_fractions_is_checked_by_other_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the search for best replies were wrong, nothing would be proved."""
    graph = tickets(100, 99)
    (_, _), gap = best_strategies(graph)
    assert gap <= 1e-9
    least = _Reply._least

    def too_much(self: _Reply, outside: Any, reward: Any) -> Any:
        worth, chosen = least(self, outside, reward)
        return {at: value + Fraction(1, 10**12) for at, value in worth.items()}, chosen

    monkeypatch.setattr(_Reply, "_least", too_much)
    (_, _), gap = best_strategies(graph)
    assert gap == inf


def test_a_process_that_can_be_kept_going_is_not_left() -> None:
    half = Fraction(1, 2)
    assert is_left({2: [{3: half, 0: half}], 3: [{2: Fraction(1)}, {0: Fraction(1)}]})
    assert not is_left({2: [{3: half, 0: half}, {3: Fraction(1)}], 3: [{2: Fraction(1)}, {0: Fraction(1)}]})


WEIGHTS = st.sampled_from([1, 1, 2, 3, 7, 2**20, 2**44, 2**44 + 1, 2**50, 10**12])


@st.composite
def hard_graphs(draw: st.DrawFn) -> Graph:
    """Up to six nodes of choice, draws, and dice with odds of every size; most lead on, some far back."""
    size = draw(st.integers(1, 6))
    nodes = []
    for at in range(2, size + 2):
        ahead = st.sampled_from([WON, LOST, *range(at + 1, size + 2)])
        anywhere = st.one_of(ahead, st.integers(2, size + 1))
        actor = draw(st.sampled_from([P1, P2, CHANCE, CHANCE] * 2 + [OVER]))
        targets = draw(st.lists(anywhere, min_size=1, max_size=2))
        if actor == OVER:
            nodes.append(Node((), OVER, (), False, DRAW))
            continue
        nodes.append(dice(*((to, draw(WEIGHTS)) for to in targets)) if actor == CHANCE else choice(actor, *targets))
    return made_of(*nodes)


@settings(max_examples=300)
@given(hard_graphs())
def test_every_small_hard_game_is_proved_and_right_in_fractions(graph: Graph) -> None:
    (values, _), gap = best_strategies(graph)
    assert gap <= 1e-9
    for value, truth in zip(values, by_trying_everything(graph), strict=True):
        assert abs(Fraction(value) - truth) <= Fraction(gap)


def by_trying_everything(graph: Graph) -> list[Fraction]:
    """The value of each node in fractions: the best of P1's plans, each met by the worst of P2's."""
    met = [
        [win_probabilities(_played(graph, {**ours, **theirs}), Fraction) for theirs in _plans(graph, P2)]
        for ours in _plans(graph, P1)
    ]
    return [max(min(values[at] for values in replies) for replies in met) for at in range(len(graph.nodes))]


def _plans(graph: Graph, seat: int) -> list[dict[int, int]]:
    own = [at for at, node in enumerate(graph.nodes) if node.actor == seat]
    every = product(*(range(len(graph.nodes[at].edges)) for at in own))
    return [dict(zip(own, chosen, strict=True)) for chosen in every]


def _played(graph: Graph, plan: dict[int, int]) -> Graph:
    """The graph in which each side has only the move of its plan."""
    nodes = [
        node._replace(edges=(node.edges[plan[at]],)) if node.actor in (P1, P2) else node
        for at, node in enumerate(graph.nodes)
    ]
    assert all(node.actor == OVER for node in nodes[:2])
    return made_of(*nodes[2:])


LONG = 801
"""Positions of a long track."""


def ruin(squares: int, up: int, down: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The faces of a coin at each square, from node 2 on: a step up with the weight `up`, or down."""
    nodes = range(2, squares + 2)
    return [((at + 1 if at <= squares else WON, up), (at - 1 if at > 2 else LOST, down)) for at in nodes]


def test_a_ruin_of_a_thousand_squares_is_solved_in_fractions() -> None:
    """From square k of n, the chance is (r^k - 1) / (r^(n + 1) - 1) if down is r times as likely as up (de Moivre)."""
    squares, ratio = 2 * LONG, Fraction(3, 2)
    game = graph_games.graph_game(*(graph_games.dice(*faces) for faces in ruin(squares, 2, 3)), starts=(2, 2 + LONG))
    solution = solve(game)
    assert solution.certificate.gap == 0
    for first, square in ((P1, 1), (P2, LONG + 1)):
        assert solution.value(game.start(first)) == (ratio**square - 1) / (ratio ** (squares + 1) - 1)


@pytest.mark.parametrize(
    ("squares", "backend"), [(LONG, Interpreted()), (20_000, Compiled())], ids=["python", "machine code"]
)
def test_a_fair_ruin_is_proved_in_floats(squares: int, backend: Backend) -> None:
    """It takes up to a hundred million steps on average, each of which adds its rounding to the gap."""
    (values, _), gap = best_strategies(made_of(*(dice(*faces) for faces in ruin(squares, 1, 1))), backend)
    assert gap < 1e-9
    assert values[2:] == pytest.approx([square / (squares + 1) for square in range(1, squares + 1)], rel=1e-12)


def ladders(is_choice: bool, length: int = LONG) -> Graph:
    """A die on a long track on which every third square is the foot of a ladder or the head of a snake.

    The sides take turns, or what comes to the same: an even square is P2's, an odd one P1's. Where there is a choice,
    the die may be cast from here, or from three squares on.
    """
    rng = Random(1)
    jumps = {square: rng.randrange(length) for square in range(1, length) if rng.random() < 1 / 3}

    def after(square: int, eyes: int) -> int:
        if square + eyes >= length:
            return WON if eyes % 2 else LOST
        return 2 + 2 * jumps.get(square + eyes, square + eyes)

    nodes = list[Node]()
    for square in range(length):
        others = [3 + 2 * ((square + 3) % length)] if is_choice else []
        nodes.append(choice(P1 if square % 2 else P2, 3 + 2 * square, *others))
        nodes.append(dice(*((after(square, eyes), 1) for eyes in range(1, 7))))
    return made_of(*nodes)


@pytest.mark.parametrize("is_choice", [False, True], ids=["chance alone", "with a choice"])
def test_ladders_and_snakes_on_a_long_track_are_proved(is_choice: bool) -> None:
    """Against plain iteration on arrays."""
    graph = ladders(is_choice)
    (values, _), gap = best_strategies(graph, Compiled())
    assert gap < 1e-9
    at = np.arange(2, len(graph.nodes), 2)
    choices = np.array([[edge.to for edge in graph.nodes[each].edges] for each in at])
    faces = np.array([[edge.to for edge in graph.nodes[each + 1].edges] for each in at])
    expected = np.array([1.0, 0.0, *[0.5] * (len(graph.nodes) - 2)])
    for _ in range(20_000):
        expected[at + 1] = expected[faces].mean(axis=1)
        offered = expected[choices]
        new = np.where(np.arange(LONG) % 2, offered.max(axis=1), offered.min(axis=1))
        if np.abs(new - expected[at]).max() < 1e-15:
            break
        expected[at] = new
    assert values == pytest.approx(expected.tolist(), abs=1e-9)


def test_a_long_fair_game_with_choices_is_its_exact_share() -> None:
    """Whatever fair steps the sides choose, the square is what it is on average: k squares of n win k times in n."""
    squares = 300
    nodes = list[Node]()

    def at(square: int) -> int:
        return LOST if square == 0 else WON if square == squares else 3 * square - 1

    for square in range(1, squares):
        step = min(square, squares - square, 2 + square % 3)
        nodes.append(choice(square % 2, at(square) + 1, at(square) + 2))
        nodes.append(dice((at(square - 1), 1), (at(square + 1), 1)))
        nodes.append(dice((at(square - step), 1), (at(square + step), 1)))
    (values, _), gap = best_strategies(made_of(*nodes), Compiled())
    assert gap < 1e-9
    assert values[2::3] == pytest.approx([square / squares for square in range(1, squares)], abs=1e-9)


def test_what_would_take_too_long_is_said_early() -> None:
    """Chance leads from everywhere to anywhere, and hardly ever out: iteration is slow, elimination is cubic."""
    rng, size = Random(1), 8_000
    faces = [[(rng.randrange(2, size + 2), 1) for _ in range(4)] for _ in range(size)]
    faces[0] += [(WON, 1)]
    faces[1] += [(LOST, 1)]
    faces[0][0], faces[1][0] = (5, 10**9), (6, 10**9)
    game = graph_games.graph_game(*(graph_games.dice(*each) for each in faces))
    amounts = r"\d[\d,]{12,} operations, and 2,000,000,000 fit"
    why = rf"a loop of [78],\d\d\d states would take too long to prove: {amounts}"
    expected = rf"Graph Game is not certain: {why}\.$"
    with pytest.raises(Unproven, match=expected):
        solve(game)


def test_what_is_too_rare_for_floats_and_too_large_for_fractions_is_said_early() -> None:
    lucky = [graph_games.dice((at + 1, 1), (2, 5)) for at in range(3, 3002)] + [graph_games.dice((WON, 1), (2, 5))]
    expected = "a loop of 3,001 states is left too rarely for floats to tell, and too large for fractions"
    with pytest.raises(Unproven, match=expected):
        solve(graph_games.graph_game(graph_games.choice(P1, 2, 3), *lucky))


def test_both_backends_find_the_same_values() -> None:
    (ours, _), gap = best_strategies(ladders(is_choice=True, length=80), Interpreted())
    (theirs, _), other = best_strategies(ladders(is_choice=True, length=80), Compiled())
    assert (ours, gap) == (theirs, other)


def test_a_loop_of_very_many_states_is_refused_before_it_is_begun() -> None:
    """A ruin of 150,000 squares: iteration gives up, and nothing else is tried."""
    squares = 150_000
    normal = normal_form(made_of(*(dice(*faces) for faces in ruin(squares, 1, 1))), Compiled())
    why = "a loop of 150,000 states would take too long to prove: 2,250,000,000 operations, and 2,000,000,000 fit"
    with pytest.raises(TooHard, match=f"^{why}$"):
        strategies.best_strategies(normal)
