"""The memory of the normal form: counted before it is built, and refused if it does not fit."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from headway.catalogue import find
from headway.errors import BadGame, TooLarge
from headway.game import Game
from headway.solver import exploration, solve
from headway.solver.explored import explore_interpreted
from headway.solver.form_memory import Count, Reachable, _judged, count, counted, most_reachable, room_for_form
from headway.solver.size import state_count
from tests.large import large_from
from tests.solver.peak_memory import peak_memory
from tests.solver.variants import named_length
from tests.state_graph import Graph

ENDLESS_MEMORY = 2**60


def by_graph(game: Game) -> Reachable:
    """What can come up in a game, counted in a graph of our own."""
    graph = Graph(game)
    nodes = outcomes = odds = secrets = 0
    hidden = {edge.to for node in graph.nodes if node.is_secret for edge in node.edges}
    for number, node in enumerate(graph.nodes):
        if number in hidden:  # the answer to a secret belongs to its node
            continue
        nodes += 1
        choices, answers = len(node.edges), 1
        if node.is_secret:
            secrets += 1
            answers = len(graph.nodes[node.edges[0].to].edges)
        outcomes += choices * answers
        if game.actor(node.state) in (0, 1) and choices * answers > 1:
            odds += choices + answers
    return Reachable(nodes, outcomes, odds, secrets)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("number-race", {}),
        ("predictive-pursuit", {}),
        ("predictive-pursuit", {"longest_step": 3, "overshoot": "stops", "length": 5}),
        ("predictive-pursuit", {"forced": "unblockable"}),
        ("race-to-the-center", {}),
    ],
)
def test_what_can_come_up_is_counted(name: str, rules: dict[str, object]) -> None:
    game = find(name).variant(rules)
    found = count(game, ENDLESS_MEMORY, lambda doing: None)
    assert found == counted(game, by_graph(game), True)
    assert all(each <= most for each, most in zip(found.reachable, most_reachable(game), strict=True))


def test_dice_choices_and_secrets_in_one_game_are_counted(lucky_steps: Game) -> None:
    assert count(lucky_steps, ENDLESS_MEMORY, lambda doing: None).reachable == by_graph(lucky_steps)


def test_a_game_that_surely_fits_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.solver.form_memory.count_reachable", None)  # nothing is counted
    game = find("predictive-pursuit")
    assert room_for_form(game, lambda doing: None) == most_reachable(game)


@pytest.mark.parametrize(("name", "length"), [("number-race", 30), ("predictive-pursuit", 20)])
def test_a_game_that_fits_only_just_is_counted_and_solved(
    name: str, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find(name).variant({"length": length})
    free = counted(game, by_graph(game), True).most
    assert free < counted(game, most_reachable(game), True).most
    monkeypatch.setattr("headway.solver.form_memory.free_memory", lambda: free)
    told = list[str]()
    found, ours = exploration.explore(game, told.append), explore_interpreted(game)
    assert (list(found.normal.form.to), found.states) == (list(ours.normal.form.to), ours.states)
    assert any(doing.startswith("counting: ") for doing in told)
    large_from(monkeypatch, 0)
    assert solve(game).certificate.gap < 1e-9


@pytest.mark.parametrize(("name", "length"), [("number-race", 30), ("predictive-pursuit", 20)])
def test_what_does_not_fit_is_refused_before_it_is_built_and_the_largest_length_is_named(
    name: str, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find(name).variant({"length": length})
    free = counted(game, by_graph(game), True).most * 4 // 5
    monkeypatch.setattr("headway.solver.form_memory.free_memory", lambda: free)
    monkeypatch.setattr(exploration, "expand", None)  # nothing is built
    with pytest.raises(TooLarge, match=r"; they take up to \d+\.\d+ MiB, and \d+\.\d+ MiB are free\.") as no:
        exploration.explore(game, lambda doing: None)
    largest = named_length(no.value)
    fits, not_any_more = (game.variant({"length": each}) for each in (largest, largest + 1))
    assert counted(fits, by_graph(fits), True).most <= free < counted(not_any_more, by_graph(not_any_more), True).most


@pytest.mark.parametrize(("name", "length"), [("number-race", 60), ("predictive-pursuit", 60)])
def test_among_large_games_the_largest_length_is_judged_by_one_that_is_counted_quickly(
    name: str, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is near the largest, which would be found by counting games that are nearly as large as the one refused."""
    game = find(name).variant({"length": length})
    free = counted(game, by_graph(game), True).most // 2
    monkeypatch.setattr("headway.solver.form_memory.free_memory", lambda: free)
    with pytest.raises(TooLarge) as no:
        exploration.explore(game, lambda doing: None)
    largest, counts = named_length(no.value), list[int]()
    monkeypatch.setattr("headway.solver.form_memory.MOST_COUNTED", 3_000)

    def watched(game: Game, free: int, progress: Callable[[str], None]) -> Count:
        counts.append(state_count(game))
        return count(game, free, progress)

    monkeypatch.setattr("headway.solver.form_memory.count", watched)
    told = list[str]()
    with pytest.raises(TooLarge, match=r"The largest length that fits is about (\d+)\.$") as again:
        exploration.explore(game, told.append)
    found = re.search(r"about (\d+)\.$", str(again.value))
    assert found is not None
    assert abs(int(found[1]) - largest) <= 2
    assert counts == [min(counts), state_count(game)]
    assert counts[0] <= 3_000
    assert re.search(r"^counting: .*; they take about [\d.]+ MiB, and [\d.]+ MiB are free$", told[-1])


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("number-race", {"length": 60}),
        ("predictive-pursuit", {"length": 60}),
        ("predictive-pursuit", {"length": 40, "longest_step": 4, "overshoot": "stops"}),
        ("capture-the-flag", {"length": 12, "lot": "yes"}),
    ],
)
def test_a_game_is_judged_to_take_about_what_it_takes(
    name: str, rules: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a variant with at most a fourth of its states. There are fewer moves near the ends of a track."""
    game = find(name).variant(rules)
    monkeypatch.setattr("headway.solver.form_memory.MOST_COUNTED", state_count(game) // 4)
    judged = _judged(game, ENDLESS_MEMORY, lambda doing: None)
    assert judged is not None
    least = count(game, ENDLESS_MEMORY, lambda doing: None).least
    assert 0.75 * least < judged.needed < 1.05 * least


def test_counting_stops_when_the_memory_is_exceeded(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("number-race").variant({"length": 100})
    free = 2 * 4 * state_count(game)
    monkeypatch.setattr("headway.solver.form_memory.free_memory", lambda: free)
    monkeypatch.setattr("headway.solver.form_memory.BATCH", 1_000)
    with pytest.raises(TooLarge, match=r"; they take at least 0\.\d+ MiB, and 0\.3\d* MiB are free\.") as no:
        exploration.explore(game, lambda doing: None)
    largest = named_length(no.value)
    fits, not_any_more = (game.variant({"length": each}) for each in (largest, largest + 1))
    assert counted(fits, by_graph(fits), True).most <= free < counted(not_any_more, by_graph(not_any_more), True).most


def test_no_more_memory_is_taken_than_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor much less: a refusal would come too early. Without large loops it is what is counted at least."""
    game = find("predictive-pursuit").variant({"length": 100})
    solve(game.variant({"length": 99}))  # everything is compiled
    found = count(game, ENDLESS_MEMORY, lambda doing: None)
    monkeypatch.setattr("headway.solver.form_memory.free_memory", lambda: found.most)
    large_from(monkeypatch, 0)
    peak = peak_memory(lambda: solve(game))
    assert 0.9 * found.least < peak < 1.05 * found.least + 2_000_000


def test_a_game_that_leaves_its_span_is_refused_while_it_is_counted() -> None:
    game = find("number-race")
    shorter = game.variant({"length": 19})
    narrow = replace(game, code=game.code._replace(span=lambda rules: shorter.code.span(shorter.rules)))
    with pytest.raises(BadGame, match=r"leaves the span .* leads to State\(places=\(\d+, \d+\)"):
        count(narrow, ENDLESS_MEMORY, lambda doing: None)
