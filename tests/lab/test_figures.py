"""The figures of a row: against known ones, linear equations in fractions, the arena's questions, and definitions."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

import headway
from headway.arena.questions import all_questions
from headway.errors import BadGame, HeadwayError
from headway.game import Game, State
from headway.lab import Row, Status
from headway.lab.study import Study
from headway.phrases import percent
from headway.policies.length import MOST_PLIES
from headway.policies.policy import LEVELS, Odds, erring
from headway.rulekit import OVER, P1, P2
from headway.solver import Unproven, explore, solve
from headway.solver.kernels.best_play import set_best_odds
from headway.solver.strategies import best_strategies
from headway.tolerances import PROVEN, ROUNDING
from tests.graph_games import LOST, WON, Place, choice, dice, graph_game
from tests.policies import brute_force

VARIANTS: list[tuple[str, dict[str, object]]] = [
    ("cross-over", {"length": 4, "longest_step": 2}),
    ("cross-over", {"length": 5, "longest_step": 1}),
    ("capture-the-flag", {"length": 3, "soldiers": 1}),
    ("race-to-the-center", {"length": 6, "reply": "always"}),
    ("predictive-pursuit", {"length": 2}),
    ("number-race", {"length": 4}),
]


def best_odds(game: Game) -> "brute_force.Mixed":
    """Best play in fractions: equal odds for all best moves, and where it mixes what is solved."""
    truth = solve(game)

    def odds(seen: State) -> Odds:
        mixed, best = truth.odds(seen), truth.best(seen)
        return dict.fromkeys(best, Fraction(1, len(best))) if mixed is None else mixed

    return odds


def chances(game: Game, p1_rate: Fraction, p2_rate: Fraction) -> tuple[float, float]:
    """The chance of P1 at two rates of errors if P1, and if P2, moves first: by elimination in fractions."""
    best = best_odds(game)

    def at(rate: Fraction) -> "brute_force.Mixed":
        return lambda seen: erring(best(seen), game.moves_at(seen), rate)

    found = brute_force.values(game, at(p1_rate), at(p2_rate))
    return float(found[game.start(P1)]), float(found[game.start(P2)])


def test_the_chances_of_cross_over_are_those_that_are_known() -> None:
    row = headway.lab.measure(headway.load("cross-over"))
    found = (
        row.first_wins_at_100,
        row.first_wins_at_50,
        row.first_wins_at_20,
        row.first_wins_at_10,
        row.first_wins_at_1,
        row.first_wins_at_0,
    )
    assert [round(chance or 0, 3) for chance in found] == [0.647, 0.711, 0.835, 0.907, 0.990, 1]
    assert row.first_wins_at_100 == pytest.approx(917485 / 1417176, abs=PROVEN)


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_chances_are_the_solution_of_the_linear_equations(name: str, rules: dict[str, object]) -> None:
    game = headway.load(name).variant(rules)
    study = Study(game)
    for rate in (Fraction(1), Fraction(1, 10), Fraction(0)):
        p1_first, p2_first = chances(game, rate, rate)
        assert study.first_wins(float(rate)) == pytest.approx((p1_first + 1 - p2_first) / 2, abs=PROVEN)
    better, worse = Fraction(1, 100), Fraction(1, 2)
    as_p1, as_p2 = chances(game, better, worse), chances(game, worse, better)
    expected = (sum(as_p1) + 2 - sum(as_p2)) / 4
    assert study.better_wins(float(better), float(worse)) == pytest.approx(expected, abs=PROVEN)
    assert study.error < PROVEN


@pytest.mark.parametrize(("name", "rules"), [each for each in VARIANTS if each[1].get("longest_step") != 1])
def test_games_are_as_long_as_the_linear_equations_say(name: str, rules: dict[str, object]) -> None:
    game = headway.load(name).variant(rules)
    row, best = headway.lab.measure(game), best_odds(game)
    for kind, rate in (("random", Fraction(1)), ("level_5", Fraction(33, 100)), ("perfect", Fraction(0))):

        def odds(seen: State, rate: Fraction = rate) -> Odds:
            return erring(best(seen), game.moves_at(seen), rate)

        if brute_force.ending(chain := brute_force.chain_of(game, odds, odds)) == set(chain):
            found = brute_force.lengths(game, odds, odds)
            expected = float(found[game.start(P1)] + found[game.start(P2)]) / 2
            assert getattr(row, f"{kind}_plies") == pytest.approx(expected, abs=PROVEN)
            assert getattr(row, f"{kind}_endless") == 0
        else:
            assert (kind, getattr(row, f"{kind}_endless")) == ("perfect", 1)
    assert LEVELS[5] == Fraction(33, 100)
    length = headway.policies.evaluate(game, "random", "random").length()  # these games are alike for both seats
    assert (row.random_plies_50, row.random_plies_90) == (length.quantile(0.5), length.quantile(0.9))


def test_the_mean_of_games_that_outlast_what_is_listed_is_exact() -> None:
    row = headway.lab.measure(graph_game(dice((2, 99_999), (WON, 1))))
    assert row.random_plies == pytest.approx(100_000, rel=PROVEN)
    assert (row.random_plies_50, row.random_plies_90, row.random_endless) == (None, None, 0)
    over = 1 - (1 - 1e-5) ** MOST_PLIES
    assert row.status == Status.PARTIAL
    assert f"{percent(1 - over)} of games last longer than {MOST_PLIES:,} plies." in row.why


def test_endless_games_are_told_from_long_ones() -> None:
    """One roll in 100,000 ends the game, and as many lead to a place that is never left."""
    row = headway.lab.measure(graph_game(dice((2, 99_998), (WON, 1), (3, 1)), dice((3, 1))))
    assert row.random_endless == pytest.approx(0.5, abs=PROVEN)
    assert row.random_plies == pytest.approx(50_000, rel=1e-6)  # a roll that ends it comes after 50,000 on average


def test_values_and_verdicts_are_those_of_either_first_mover() -> None:
    row = headway.lab.measure(headway.load("cross-over", length=5, head_start=2))
    game = headway.load("cross-over", length=5, head_start=2)
    p1_first, p2_first = chances(game, Fraction(0), Fraction(0))
    assert (row.value_p1_first, row.value_p2_first) == (p1_first, p2_first)
    told = {1.0: "P1", 0.0: "P2"}
    assert (row.verdict_p1_first, row.verdict_p2_first) == (told[p1_first], told[p2_first])
    uneven = headway.lab.measure(graph_game(choice(P1, WON), dice((WON, 1), (LOST, 3)), starts=(2, 3)))
    assert (uneven.value_p1_first, uneven.value_p2_first) == (1, 0.25)
    assert (uneven.verdict_p1_first, uneven.verdict_p2_first) == ("P1", "chance")


def test_a_large_loop_is_solved_as_a_whole_and_as_it_is_by_its_components() -> None:
    game = headway.load("capture-the-flag", length=4)
    study = Study(game)
    best = Study(game).known
    assert best is not None
    assert best.normal.component_count < best.normal.size / 2
    for rate in (0.3, 0.01):
        chains = study.chains
        assert chains is not None
        form = chains._form(rate, rate)
        by_components, gap = best_strategies(form)
        found, error = chains._by_krylov(form)
        assert max(gap, error) < PROVEN
        assert abs(np.array(found) - np.array(by_components.values)).max() <= gap + error


def test_a_game_with_dice_choices_and_secrets_is_measured(lucky_steps: Game) -> None:
    row, truth = headway.lab.measure(lucky_steps), solve(lucky_steps)
    assert row.status == Status.OK
    assert row.value_p1_first == pytest.approx(float(truth.value(lucky_steps.start(P1))), abs=PROVEN)
    assert row.first_wins_at_0 == pytest.approx(row.value_p1_first, abs=PROVEN)  # the seats are alike
    p1_first, p2_first = chances(lucky_steps, Fraction(1, 5), Fraction(1, 5))
    assert row.first_wins_at_20 == pytest.approx((p1_first + 1 - p2_first) / 2, abs=PROVEN)


def test_where_something_is_at_stake_is_what_the_arena_asks(lucky_steps: Game) -> None:
    for game in [headway.load(name).variant(rules) for name, rules in VARIANTS] + [lucky_steps]:
        questions = all_questions(headway.solve(game))
        row = headway.lab.measure(game)
        at_stake = sum(question.stakes > 0 for question in questions)
        assert row.choices == len(questions), game
        assert row.at_stake == pytest.approx(at_stake / max(1, len(questions))), game


def test_perfect_play_that_never_ends_has_no_length() -> None:
    row = headway.lab.measure(headway.load("capture-the-flag", length=4))
    assert (row.verdict_p1_first, row.perfect_endless) == ("endless", 1)
    assert (row.perfect_plies, row.perfect_plies_50, row.perfect_plies_90) == (None, None, None)
    assert row.first_wins_at_0 == 0.5
    assert row.level_5_endless == row.random_endless == 0


def test_every_level_is_better_than_the_one_below() -> None:
    row = headway.lab.measure(headway.load("capture-the-flag", length=4))
    steps = [row.level_1_over_random, *(getattr(row, f"level_{level}_over_{level - 1}") for level in range(2, 10))]
    assert min(steps) > 0.5
    assert max(steps) < (row.perfect_over_random or 0)
    dice = headway.lab.measure(headway.load("number-race", length=6))  # nothing to decide
    assert dice.perfect_over_random == pytest.approx(0.5, abs=PROVEN)
    assert (dice.choices, dice.at_stake) == (0, 0)


def same_game(one: Game, other: Game) -> bool:
    """Are two variants the same, by all that their rules say of all states at once?"""

    def told(game: Game) -> dict[State, object]:
        found: dict[State, object] = {}
        for state in game.reachable():
            after = {game.token(move): game.play_unchecked(state, move) for move in game.moves_at(state)}
            secret = game.actor(state) in (P1, P2) and game.secret(state)
            found[state] = game.actor(state), after, secret, game.winner(state) if not after else None
        return found

    starts = [game.start(P1) for game in (one, other)]
    return starts[0] == starts[1] and told(one) == told(other)


@pytest.mark.parametrize("name", ["race-to-the-center", "predictive-pursuit", "cross-over"])
def test_a_rule_never_applies_where_its_neighbours_make_the_same_game(name: str) -> None:
    book, found = headway.load(name, length=4), set[tuple[str, ...]]()
    readings = [rule for rule in book.rule_list if rule.choices]
    for step in (1, 3, 9):
        for reading in range(len(readings[0].choices) if readings else 1):
            rules: dict[str, object] = {"longest_step": step}
            if readings:
                rules[readings[0].name] = readings[0].choices[reading]
            game = book.variant(rules)
            expected = []
            for rule in game.rule_list:
                now = game.settings[rule.name]
                if rule.choices:
                    others: list[object] = [choice for choice in rule.choices if choice != now]
                else:
                    assert isinstance(now, int)
                    others = [v for v in (now - rule.allowed.step, now + rule.allowed.step) if v in rule.allowed]
                if all(same_game(game, game.variant({**game.settings, rule.name: other})) for other in others):
                    expected.append(rule.name)
            assert headway.lab.measure(game).unused_rules == tuple(expected), game
            found.add(tuple(expected))
    assert name == "cross-over" or len(found) > 1  # some rules never apply in some variants


def longest_play(game: Game) -> int:
    """The most plies that a game without loops can last."""

    @cache
    def after(state: State) -> int:
        return max((1 + after(game.play(state, move)) for move in game.moves_at(state)), default=0)

    return max(after(game.start(first)) for first in (P1, P2))


@pytest.mark.parametrize(("name", "rules"), [("cross-over", {"length": 5}), ("race-to-the-center", {"length": 6})])
def test_a_cap_never_applies_if_no_game_lasts_so_long(name: str, rules: dict[str, object]) -> None:
    plain = headway.load(name).variant(rules)
    longest, own = longest_play(plain), headway.lab.measure(plain).unused_rules or ()
    for more in ({}, {"head_start": 1}):
        most = longest_play(plain.variant({**rules, **more}))
        for cap in (most - 1, most, most + 1):  # a game that its last ply wins is won
            found = headway.lab.measure(plain.variant({**rules, **more, "cap": cap})).unused_rules
            assert ("cap" in (found or ())) == (cap >= most)
            assert "head_start" not in (found or ())
    assert longest > 3
    assert "cap" not in own


def test_a_pie_rule_never_applies_if_the_first_turn_ends_the_game() -> None:
    short, long = (headway.lab.measure(headway.load("cross-over", length=length, pie="yes")) for length in (2, 5))
    assert "pie" in (short.unused_rules or ())  # with two positions every step goes to the end
    assert "pie" not in (long.unused_rules or ())
    lot = headway.lab.measure(headway.load("cross-over", length=2, lot="yes", pie="yes", cap=9))
    assert set(lot.unused_rules or ()) & {"lot", "pie", "cap"} == {"pie", "cap"}


def test_what_is_too_large_or_not_proved_has_a_row_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    large = headway.lab.measure(headway.load("capture-the-flag", length=1000, soldiers=9))
    assert (large.status, large.states, large.value_p1_first) == (Status.TOO_LARGE, None, None)
    assert "states under these rules" in large.why

    def raising(error: Exception) -> Row:
        def solve(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr("headway.lab.study.solve", solve)
        return headway.lab.measure(headway.load("cross-over"))

    unproven = raising(Unproven("The solution of Cross Over is not certain."))
    assert (unproven.status, unproven.why) == (Status.UNPROVEN, "The solution of Cross Over is not certain.")
    assert raising(MemoryError()).status == Status.TOO_LARGE
    assert raising(BadGame("The rules\nare wrong.")).why == "BadGame: The rules are wrong."
    assert raising(ZeroDivisionError("division by zero")).status == Status.FAILED
    assert {row.key for row in (unproven, raising(MemoryError()))} == {unproven.key}


def test_what_is_too_large_for_chains_has_its_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.lab.study.MOST_CHAINED", 100)
    row = headway.lab.measure(headway.load("cross-over"))
    assert (row.status, row.value_p1_first, row.first_wins_at_10, row.choices) == (Status.PARTIAL, 1, None, None)
    assert row.why == "Only best play is known: it has more than 100 positions."


def test_a_row_comes_back_from_its_cells() -> None:
    for game in (
        headway.load("number-race", length=3),
        headway.load("number-race", length=1),
        headway.load("race-to-the-center", longest_step=9),
    ):
        row = headway.lab.measure(game)
        assert Row.from_cells(row.cells()) == row
        as_text = {name: "" if cell is None else str(cell) for name, cell in row.cells().items()}
        assert Row.from_cells(as_text) == row


def test_the_largest_value_of_a_rule_has_figures_although_the_games_beside_it_are_refused() -> None:
    row = headway.lab.measure(headway.load("cross-over", length=5, head_start=3))
    assert row.status is Status.OK
    with pytest.raises(HeadwayError):
        headway.Table(headway.load("cross-over", length=4, head_start=3))


def test_the_shortest_way_to_a_draw_is_best_play() -> None:
    drawn = 5  # the last node: an end that is no win
    game = graph_game(choice(P1, drawn, 3), choice(P2, 4, 4), choice(P1, drawn, drawn), Place(OVER))
    known, truth = explore(game), solve(game)
    states = [known.state(node) for node in range(known.normal.size)]
    values = [float(truth.value(state)) for state in states]
    plies = [-1 if (left := truth.plies(state)) is None else left for state in states]
    form = known.normal.form
    odds = [0.0] * int(form.first_odds[known.normal.size])
    set_best_odds(len(states), form, values, plies, [0] * len(states), odds, ROUNDING)
    start = int(form.first_odds[known.starts[P1]])
    assert (game.moves_at(game.start()), odds[start : start + 2]) == ([0, 1], [1.0, 0.0])
