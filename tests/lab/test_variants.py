"""Which variants a sweep has: the values that rules take, the boards that are dealt, and what is refused."""

import re
from itertools import product

import pytest

import headway
from headway.errors import BadRules, HeadwayError
from headway.lab.variant_list import Wanted


@pytest.mark.parametrize(
    ("wanted", "values"),
    [
        ("7", (7,)),
        (7, (7,)),
        ("4..6", (4, 5, 6)),
        (" 4 .. 6 ", (4, 5, 6)),
        ("4..11..3", (4, 7, 10)),
        ("9,4..5,4", (9, 4, 5)),
        ([9, "4"], (9, 4)),
        (range(3, 5), (3, 4)),
        ("all", tuple(range(2, 1001))),
    ],
)
def test_the_values_of_a_number(wanted: Wanted, values: tuple[int, ...]) -> None:
    assert headway.lab.variants("cross-over", {"length": wanted}).values == {"length": values}


def test_a_range_has_the_values_that_the_rule_may_take() -> None:
    assert headway.lab.variants("race-to-the-center", {"length": "3..9"}).values["length"] == (4, 6, 8)


def test_named_readings_are_given_by_their_names() -> None:
    every = headway.lab.variants("race-to-the-center", {"reply": "all"})
    assert [each.game.settings["reply"] for each in every] == ["adjacent", "always", "never"]
    assert len(headway.lab.variants("race-to-the-center", {"reply": "never,always"})) == 2


def test_the_values_of_the_last_rule_change_first() -> None:
    found = headway.lab.variants("capture-the-flag", {"longest_step": "1..3", "soldiers": "2,1", "length": 4})
    expected = list(product((1, 2, 3), (2, 1), (4,)))
    rules = [each.game.settings for each in found]
    assert [(each["longest_step"], each["soldiers"], each["length"]) for each in rules] == expected
    assert found[-1].game.settings == rules[-1]
    assert len(found) == 6
    with pytest.raises(IndexError):
        found[6]


def test_what_is_not_swept_is_as_in_the_game() -> None:
    (only,) = headway.lab.variants(headway.load("cross-over", length=12), {"longest_step": 2})
    assert only.game == headway.load("cross-over", length=12, longest_step=2)
    assert [each.game for each in headway.lab.variants("cross-over")] == [headway.load("cross-over")]


def test_boards_are_dealt_from_the_seed_for_each_length() -> None:
    found = headway.lab.variants("number-race", {"length": "5,9"}, boards=3, seed=7)
    assert [(each.deal, len(each.game.board or ())) for each in found] == [
        (deal, n) for n in (5, 9) for deal in range(3)
    ]
    assert len({each.game.board for each in found}) == 6
    assert list(found) == list(headway.lab.variants("number-race", {"length": "5,9"}, boards=3, seed=7))
    other = headway.lab.variants("number-race", {"length": "5,9"}, boards=3, seed=8)
    assert {each.game.board for each in found}.isdisjoint({each.game.board for each in other})
    (given,) = headway.lab.variants("number-race", {"board": "3,1,2"})
    assert (given.game.board, given.game.settings["length"]) == ((3, 1, 2), 3)


@pytest.mark.parametrize(
    ("game", "rules", "boards", "told"),
    [
        ("cross-over", {"lenght": "4"}, 0, 'There is no rule "lenght". Did you mean length?'),
        ("cross-over", {"length": "9..4"}, 0, 'not "9..4"'),
        ("cross-over", {"length": "1..4"}, 0, 'length takes a whole number from 2 to 1000, not "1..4"'),
        ("cross-over", {"length": "4.5"}, 0, 'not "4.5"'),
        ("cross-over", {"length": ""}, 0, 'not ""'),
        ("cross-over", {"length": "4..9..0"}, 0, "0 apart"),
        ("cross-over", {"length": []}, 0, "no value for length"),
        ("cross-over", {"length": True}, 0, 'not "True"'),
        ("race-to-the-center", {"length": "5..5"}, 0, 'none is in "5..5"'),
        ("race-to-the-center", {"length": "4..8..3"}, 0, 'not "7"'),
        ("race-to-the-center", {"reply": "0..2"}, 0, 'adjacent, always, or never, not "0..2"'),
        ("cross-over", {}, 3, "no board to deal"),
        ("number-race", {"board": "1,2,3"}, 3, "none is dealt"),
        ("number-race", {"board": "1,2,3", "length": "3..4"}, 0, "has 3 numbers, but length is 4"),
        ("number-race", {}, -1, "a number of boards"),
        ("cross-over", "length=4", 0, "the values of rules by their names"),
        (7, {}, 0, "Expected a game"),
    ],
)
def test_nonsense_is_refused_in_one_line(game: str, rules: dict[str, Wanted], boards: int, told: str) -> None:
    with pytest.raises(HeadwayError, match=rf"^[^\n]*{re.escape(told)}[^\n]*$"):
        headway.lab.variants(game, rules, boards=boards)


def test_too_many_variants_are_refused_with_their_number_and_the_time() -> None:
    with pytest.raises(BadRules, match=r"^These are 99,900,000 variants, which would take about [\d,]+ (days|h) on \d"):
        headway.lab.variants("number-race", {"length": "2..1000"}, boards=100_000)


def test_too_much_work_is_refused_with_the_time() -> None:
    with pytest.raises(BadRules, match=r"^These are 27 variants, which would take about [\d,]+ days on"):
        headway.lab.variants("capture-the-flag", {"length": "100..126", "longest_step": 9})
