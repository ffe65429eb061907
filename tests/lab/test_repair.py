"""Repairs: the fair variants, by a search that knows nothing of the lab, and the proof that no smaller change is."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import pytest

import headway
from headway.errors import BadRules, HeadwayError
from headway.game import Game, State
from headway.lab import Candidate, Repair, Row, Status
from headway.lab.repairs.candidates import Size, candidates_of
from headway.lab.repairs.search import aim_of
from headway.rulekit import OVER, P1, P2

GAME, OWN = "cross-over", {"length": 9, "longest_step": 3}
LENGTHS, STEPS = range(4, 13), range(2, 6)
KEPT = [rule.name for rule in headway.load(GAME).change_list]


def chance_of_first(game: Game, rate: Fraction) -> Fraction:
    """The chance of the side that moves first if both err, by plain recursion: a game without loops, in fractions."""

    @cache
    def best(state: State) -> tuple[int, int]:
        """Who wins under best play, 1 for P1, and in how many plies: soon for the winner, late for the loser."""
        if game.actor(state) == OVER:
            return int(game.winner(state) == P1), 0
        return min(map(after, [state] * len(game.moves_at(state)), game.moves_at(state)), key=rank(game.actor(state)))

    def after(state: State, move: int) -> tuple[int, int]:
        winner, plies = best(game.play(state, move))
        return winner, plies + 1

    def rank(seat: int) -> Callable[[tuple[int, int]], tuple[bool, int]]:
        wins = int(seat == P1)
        return lambda found: (found[0] != wins, found[1] if found[0] == wins else -found[1])

    @cache
    def chance(state: State) -> Fraction:
        if game.actor(state) == OVER:
            return Fraction(int(game.winner(state) == P1))
        moves = game.moves_at(state)
        good = [move for move in moves if after(state, move) == best(state)]
        mean = [
            sum((chance(game.play(state, move)) for move in some), Fraction(0)) / len(some) for some in (moves, good)
        ]
        return rate * mean[0] + (1 - rate) * mean[1]

    return (chance(game.start(P1)) + 1 - chance(game.start(P2))) / 2


@pytest.fixture(scope="module")
def chances() -> dict[tuple[int, int], Fraction]:
    """The chance at a rate of one half, by length and longest step."""
    return {
        (length, step): chance_of_first(headway.load(GAME, length=length, longest_step=step), Fraction(1, 2))
        for length, step in product(LENGTHS, STEPS)
    }


def repaired(**asked: object) -> Repair:
    rules = {"length": "4..12", "longest_step": "2..5"}
    asked = {"rules": rules, "keep": KEPT, "skill": 0.5, "show": 100} | asked
    return headway.lab.repair(GAME, **asked)  # type: ignore[arg-type]


def changes(length: int, step: int) -> dict[str, int]:
    return {name: value for name, value in (("length", length), ("longest_step", step)) if value != OWN[name]}


def size(changed: Mapping[str, Any]) -> Size:
    return Size(len(changed), sum(abs(value - OWN[name]) for name, value in changed.items()))


@pytest.mark.parametrize(("to", "within"), [("0.8", "0.01"), ("0.75", "0.005"), ("0.7", "0.004"), ("0.5", "0.1")])
def test_the_fair_variants_are_those_of_plain_recursion(
    chances: dict[tuple[int, int], Fraction], to: str, within: str
) -> None:
    found = repaired(to=to, within=within)
    fair = [changes(*rules) for rules, chance in chances.items() if abs(chance - Fraction(to)) <= Fraction(within)]
    least = [each for each in fair if not any(other.items() < each.items() for other in fair)]
    assert sorted(map(dict, (each.changes for each in found.found)), key=str) == sorted(least, key=str)
    assert [size(dict(each.changes)) for each in found.found] == sorted(size(each) for each in least)
    for each in found.found:
        exact = chances[each.game.settings["length"], each.game.settings["longest_step"]]  # type: ignore[index]
        assert each.first_wins == pytest.approx(exact, abs=1e-12)
        assert each.error is not None
        assert each.error < 1e-9
    assert found.is_complete
    assert not found.undecided
    every = [changes(*rules) for rules in chances]
    for tried in found.tried:
        of_size = [each for each in every if size(each) == (tried.rules, tried.steps)]
        adding = [each for each in of_size if any(other.items() < each.items() for other in least)]
        assert (tried.variants, tried.adding, tried.refused) == (len(of_size) - len(adding), len(adding), 0)
        assert tried.fair == len([each for each in of_size if each in least])
        assert (tried.failed, tried.endless) == (tried.variants - tried.fair, 0)
    if least:
        smaller = [each for each in every if size(each) < min(map(size, least))]
        assert sum(tried.variants for tried in found.smaller) == len(smaller)


def test_the_first_in_a_size_are_the_nearest_to_the_aim() -> None:
    found = repaired(to=0.78, within=0.03).found
    assert len({size(dict(each.changes)) for each in found}) < len(found)
    for one, other in pairwise(found):
        same_size = size(dict(one.changes)) == size(dict(other.changes))
        assert one.first_wins is not None
        assert other.first_wins is not None
        assert not same_size or abs(one.first_wins - 0.78) <= abs(other.first_wins - 0.78)


def test_a_search_ends_with_the_size_in_which_it_has_found_enough() -> None:
    every, some = repaired(to=0.8, within=0.01), repaired(to=0.8, within=0.01, show=1)
    assert len(every.found) > 1
    assert [each.changes for each in some.found] == [each.changes for each in every.found[:1]]
    assert (some.tried[-1].rules, some.tried[-1].steps) == size(dict(some.found[0].changes))
    assert some.tried == every.tried[: len(some.tried)]
    assert not some.is_complete


def test_a_game_that_is_fair_needs_no_change() -> None:
    found = headway.lab.repair("capture-the-flag", endless=True)  # by symmetry, and because best play never ends
    assert [(dict(each.changes), each.first_wins) for each in found.found] == [({}, 0.5)]
    assert len(found.tried) == 1


def test_a_variant_that_never_ends_is_fair_only_if_that_is_asked_for() -> None:
    """With steps of one position the markers of Cross Over meet, and no step is left: play never ends."""
    asked: dict[str, Any] = {"rules": {"length": 5, "longest_step": "1..3", "cap": "0,3"}, "keep": KEPT[:3]}
    for skill in (None, 0.3):
        found, counted = (headway.lab.repair(GAME, skill=skill, endless=endless, **asked) for endless in (False, True))
        one = {"longest_step": 1}
        assert one in [dict(each.changes) for each in found.endless]
        assert one not in [dict(each.changes) for each in found.found]
        assert one in [dict(each.changes) for each in counted.found]
        assert counted.endless == ()
        assert [each.never_ends for each in found.found] == [False] * len(found.found)
        assert {each.first_wins for each in found.endless} == {0.5}
        assert sum(tried.endless for tried in found.tried) == len(found.endless)
        assert sum(tried.failed for tried in found.tried) == sum(tried.failed for tried in counted.tried)
    for each in found.endless:  # no end can be reached from some state that can come up
        game = each.game
        origin = {state: [game.play(state, move) for move in game.moves_at(state)] for state in game.reachable()}
        ends = {state for state in origin if game.actor(state) == OVER}
        while more := {state for state in origin if state not in ends and ends.intersection(origin[state])}:
            ends |= more
        assert len(ends) < len(origin)


def test_of_those_who_err_a_game_ends_that_best_play_does_not_end() -> None:
    asked = {"rules": {"length": "3,4"}, "keep": [*KEPT, "soldiers", "longest_step"]}
    best = headway.lab.repair("capture-the-flag", **asked)  # type: ignore[arg-type]
    assert best.now.never_ends
    erring = headway.lab.repair("capture-the-flag", skill=0.5, **asked)  # type: ignore[arg-type]
    assert not erring.now.never_ends
    assert (erring.endless, erring.now.row.random_endless) == ((), 0)
    assert headway.lab.measure(erring.now.game).random_endless == 0


def decided(p1_first: float, p2_first: float, error: float, to: str = "0.5", within: str = "0.01") -> bool | None:
    row = Row(game=GAME, error=error, p1_at_rate_p1_first=p1_first, p1_at_rate_p2_first=p2_first)
    return aim_of(to, within, 0.1).decides(row)


def test_what_may_lie_on_either_side_of_a_limit_is_undecided() -> None:
    assert decided(0.505, 0.495, 1e-10) is True
    assert decided(0.515, 0.485, 1e-10) is False
    assert decided(0.51, 0.49, 1e-10) is None
    assert decided(0.5099, 0.4901, 1e-3) is None
    assert decided(0.49 - 1e-12, 0.51, 1e-10) is None
    assert decided(0.51, 0.49, 0.0) is None  # 0.51 is no binary fraction, so a value that is called so was rounded
    assert decided(0.75, 0.25, 0.0, "0.5", "0.25") is None  # even so it may have been
    assert decided(1.0, 0.0, 0.0, "0.5", "0.5") is True  # whole and half chances are exact
    assert decided(0.5, 0.5, 0.0, "0.5", "0") is True
    assert aim_of("0.5", "0.01", None).decides(Row(game=GAME, status=Status.TOO_LARGE)) is None


def test_both_sides_must_have_a_fair_chance_of_moving_first() -> None:
    assert decided(0.6, 0.6, 0.0) is False  # 0.5 on the average, but a side wins 0.6 whoever moves first
    assert decided(0.505, 0.48, 1e-12) is False


def test_undecided_variants_are_named_and_the_proof_leaves_them_open() -> None:
    found = headway.lab.repair(
        "capture-the-flag", rules={"length": "1000,8"}, keep=[*KEPT, "soldiers", "longest_step"], to=0.9
    )
    assert [(dict(each.changes), each.first_wins, each.row.status) for each in found.undecided] == [
        ({"length": 1000}, None, Status.TOO_LARGE)
    ]
    assert found.maybe_smaller == found.undecided
    assert found.is_complete
    assert sum(tried.undecided for tried in found.tried) == 1


def test_rows_of_a_file_are_not_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rows.csv"
    first = headway.lab.repair(GAME, keep=[*KEPT, "longest_step"], skill=0.3, rows=path)
    rows = headway.lab.read(path)
    assert len(rows) == sum(tried.variants for tried in first.tried)
    assert all(row.rate == 0.3 and row.first_wins_at_0 is None for row in rows)
    monkeypatch.delattr("headway.lab.repairs.search.measure_tasks")  # nothing is measured
    again = headway.lab.repair(GAME, keep=[*KEPT, "longest_step"], skill=0.3, rows=path)
    assert (again.tried, again.now.first_wins) == (first.tried, first.now.first_wins)


def test_the_same_is_found_by_an_executor() -> None:
    asked = {"rules": {"length": "5..12"}, "keep": KEPT, "skill": 0.5, "to": 0.8, "within": 0.02}
    with ThreadPoolExecutor(1) as executor:
        there = headway.lab.repair(GAME, **asked, executor=executor)  # type: ignore[arg-type]
    here = headway.lab.repair(GAME, **asked)  # type: ignore[arg-type]
    assert [(each.changes, each.first_wins) for each in here.found] == [
        (each.changes, each.first_wins) for each in there.found
    ]
    assert here.tried == there.tried


def test_sizes_count_every_change_once() -> None:
    game = headway.load("race-to-the-center")
    found = candidates_of(game, {"length": "6..14", "longest_step": "1..4", "reply": "all"}, KEPT)
    sizes = found.sizes()
    assert [many for _, many in sizes] == [len(list(found.of_size(each))) for each, _ in sizes]
    every = [tuple(changed.items()) for each, _ in sizes for changed in found.of_size(each)]
    assert len(every) == len(set(every)) == 5 * 4 * 3 == len(found)
    assert Size(1, 1) in dict(sizes)  # length 8 or 12: two positions are one step, as the rule allows even ones only
    assert {"length": 8} in list(found.of_size(Size(1, 1)))
    assert [each for each, _ in sizes] == sorted(each for each, _ in sizes)


def test_the_ranges_that_are_not_given_lie_around_the_game_s_own_values() -> None:
    found = candidates_of(headway.load(GAME), {}, KEPT).values
    assert found == {"length": (5, 6, 7, 8, 10, 11, 12, 13), "longest_step": (1, 2, 4, 5, 6)}
    book = candidates_of(headway.load("race-to-the-center"), {}, KEPT).values
    assert book == {"length": (4, 6, 8, 12, 14, 16), "longest_step": (1, 3, 4, 5), "reply": (1, 2)}


def test_the_changes_that_any_game_can_have_are_candidates() -> None:
    for game in headway.games():
        found = candidates_of(game, {}, [])
        assert {rule.name for rule in game.change_list} <= set(found.values), game
    lot = headway.lab.repair(GAME, rules={"lot": "all"}, keep=[*OWN, *(name for name in KEPT if name != "lot")])
    assert [(dict(each.changes), each.first_wins) for each in lot.found] == [({"lot": "yes"}, 0.5)]


def test_one_value_is_a_rule_of_the_game_that_is_repaired() -> None:
    found = headway.lab.repair(GAME, rules={"length": 12, "longest_step": [3, 4]}, keep=KEPT, to=0.9, skill=0.1)
    assert found.now.game == headway.load(GAME, length=12)
    assert set(found.values) == {"longest_step"}
    assert found.now.first_wins == pytest.approx(
        chance_of_first(headway.load(GAME, length=12), Fraction(1, 10)), abs=1e-12
    )


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"to": 1.5}, "Expected a chance from 0 to 1, not 1.5."),
        ({"to": "half"}, 'Expected a chance from 0 to 1, not "half".'),
        ({"to": "1/0"}, 'Expected a chance from 0 to 1, not "1/0".'),
        ({"within": float("nan")}, "Expected a difference of chances from 0 to 1, not nan."),
        ({"skill": -1}, "Expected a rate of errors from 0 to 1, not -1."),
        ({"keep": "lot"}, 'Expected the names of rules in a list, not "lot".'),
        ({"keep": ["log"]}, 'There is no rule "log". Did you mean lot[?] The rules are: length, .*'),
        ({"rules": {"length": "4..6"}, "keep": ["length"]}, "length is to be kept, and to be changed."),
        ({"show": 0}, "Expected a number of variants from 1 to 1,000, not 0."),
        ({"jobs": 0}, "Expected a number of processes from 1 to 1,000, not 0."),
    ],
)
def test_nonsense_is_refused_in_one_line(asked: dict[str, object], told: str) -> None:
    with pytest.raises(HeadwayError, match=f"^{told}$"):
        headway.lab.repair(GAME, **asked)  # type: ignore[arg-type]


def test_a_board_stays_and_too_many_changes_are_refused() -> None:
    with pytest.raises(BadRules, match=r"^A repair keeps the board, and with it length\.$"):
        headway.lab.repair("number-race", rules={"length": "4..6"})
    with pytest.raises(BadRules, match=r"^These are [0-9,]+ variants, and a repair tries at most 1,000,000\.$"):
        headway.lab.repair(
            "capture-the-flag",
            rules={"length": "all", "soldiers": "all", "longest_step": "all", "lot": "all", "pie": "all"},
        )


def test_a_candidate_opens_by_its_text() -> None:
    found = headway.lab.repair(GAME, keep=KEPT, skill=0.5, to=0.8, within=0.01, show=1).found[0]
    assert isinstance(found, Candidate)
    assert headway.Table.from_text(found.text).game == found.game


def test_no_pair_of_changes_is_missed() -> None:
    names = list(candidates_of(headway.load(GAME), {}, []).values)
    of_two = candidates_of(headway.load(GAME), {}, []).of_size(Size(2, 2))
    assert {tuple(changed) for changed in of_two} == set(combinations(names, 2))
    assert (P1, P2) == (0, 1)
