"""Which variants a sweep has: the values that rules take, the boards that are dealt, and what is refused."""

import re
from itertools import permutations, product
from typing import Any

import pytest

import headway
from headway.errors import BadRules, HeadwayError
from headway.game import Game
from headway.lab.code_hash import key_of
from headway.lab.rule_values import Wanted
from headway.lab.variant_list import MOST_LEADS_FOUND, MOST_LOOKED_AT, some_of


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
        ("cross-over", {"length": "9..4"}, 0, 'The range "9..4" of length ends before it begins. Did you mean 4..9?'),
        ("cross-over", {"length": "4.."}, 0, 'from 2 to 1000, or a range such as 2..6, not "4..".'),
        ("cross-over", {"length": ".."}, 0, 'or a range such as 2..6, not "..".'),
        ("cross-over", {"length": "a..b"}, 0, 'or a range such as 2..6, not "a..b".'),
        ("cross-over", {"length": "4...9"}, 0, 'or a range such as 2..6, not "4...9".'),
        ("cross-over", {"length": f"4..{5000 * '9'}"}, 0, "or a range such as 2..6, not "),
        (
            "race-to-the-center",
            {"length": "4.."},
            0,
            "a whole even number from 2 to 1000, or a range such as 2..10, not",
        ),
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
        ("number-race", {"board": "1,2,3", "length": 4}, 0, "The board has 3 numbers, but length is 4."),
        ("number-race", {"board": "1,2,3", "length": "4,5"}, 0, "refuses all 2 variants: The board has 3 numbers, but"),
        ("cross-over", {"head_start": 8}, 0, "head_start can be at most 7 under these rules, not 8."),
        (
            "cross-over",
            {"length": "4,5", "head_start": "4..6"},
            0,
            "Cross Over refuses all 6 variants: head_start can be",
        ),
        ("number-race", {}, -1, "a number of boards"),
        ("cross-over", "length=4", 0, "the values of rules by their names"),
        (7, {}, 0, "Expected a game"),
    ],
)
def test_nonsense_is_refused_in_one_line(game: str, rules: dict[str, Wanted], boards: int, told: str) -> None:
    with pytest.raises(HeadwayError, match=rf"^[^\n]*{re.escape(told)}[^\n]*$"):
        headway.lab.variants(game, rules, boards=boards)


def test_rules_that_the_game_refuses_together_are_variants_that_say_so() -> None:
    found = headway.lab.variants("cross-over", {"length": "4..6", "head_start": "1,3,4"})
    # the second player's marker stops before the goal, and before the marker that stands at the other end
    expected = [(length, lead, lead <= length - 2) for length in (4, 5, 6) for lead in (1, 3, 4)]
    assert [(each.settings["length"], each.settings["head_start"], each.refused is None) for each in found] == expected
    assert found[1].refused is not None
    assert found[1].refused.why == "head_start can be at most 2 under these rules, not 3."
    (fits, other) = headway.lab.variants("number-race", {"board": "1,2,3", "length": "3,4"})
    assert (fits.refused, fits.game.board) == (None, (1, 2, 3))
    assert other.refused is not None
    assert other.refused.why == "The board has 3 numbers, but length is 4."


def test_all_head_starts_are_those_that_each_variant_allows() -> None:
    every = headway.lab.variants("cross-over", {"head_start": "all", "length": "6,4", "longest_step": "2,3"})
    found = [(each.settings.get("head_start", 0), each.settings["length"]) for each in every]
    assert found == [(lead, length) for lead in range(5) for length in (6, 4) for _ in (2, 3) if lead <= length - 2]
    assert not [each for each in every if each.refused]
    assert len(every) == len(found) == 16
    refused = [
        (length, lead)
        for length in (4, 6)
        for lead in range(1, 12)
        if headway.lab.variants("cross-over", {"length": length, "head_start": [0, lead]})[-1].refused
    ]
    assert refused == [(length, lead) for length in (4, 6) for lead in range(length - 1, 12)]  # by trying each


def test_all_head_starts_beside_a_lot_are_none() -> None:
    every = headway.lab.variants("cross-over", {"length": 4, "lot": "all", "head_start": "all"})
    found = [(each.settings.get("lot", "no"), each.settings.get("head_start", 0)) for each in every]
    assert found == [("no", 0), ("no", 1), ("no", 2), ("yes", 0)]


def test_all_head_starts_are_dealt_boards_as_well() -> None:
    every = headway.lab.variants("number-race", {"length": 3, "head_start": "all"}, boards=2)
    assert [(each.settings.get("head_start", 0), each.deal) for each in every] == [
        (lead, deal) for lead in range(3) for deal in (0, 1)
    ]
    assert len({each.game.board for each in every}) <= 2  # the same ones for each head start


def test_too_many_variants_are_refused_with_their_number_and_the_time() -> None:
    with pytest.raises(BadRules, match=r"^These are 99,900,000 variants, which would take about [\d,]+ (days|h) on \d"):
        headway.lab.variants("number-race", {"length": "2..1000"}, boards=100_000)


def test_too_much_work_is_refused_with_the_time() -> None:
    with pytest.raises(BadRules, match=r"^These are 27 variants, which would take about [\d,]+ days on"):
        headway.lab.variants("capture-the-flag", {"length": "100..126", "longest_step": 9})


A_FEW = 10
"""The game itself, its first variant, and those with the first or the last value of each rule."""


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The variants that are built from here on."""
    found, build = list[object](), Game.variant

    def variant(self: Game, *settings: Any) -> Game:
        found.append(settings)
        return build(self, *settings)

    monkeypatch.setattr(Game, "variant", variant)
    return found


@pytest.mark.parametrize(
    ("game", "rules", "told"),
    [
        ("cross-over", {"length": "all", "cap": "all", "head_start": "all"}, "more than 9,990,999 variants"),
        ("number-race", {"length": "2..30", "head_start": "all"}, "more than 2,900,000 variants"),
        (
            "cross-over",
            {"length": "2..300", "longest_step": "all", "lot": "all", "head_start": "all"},
            "about [0-9,]+ variants",
        ),
        ("capture-the-flag", {"length": "all", "soldiers": "all", "head_start": "all"}, "about [0-9,]+ variants"),
    ],
)
def test_too_many_are_refused_before_their_head_starts_are_known(
    game: str, rules: dict[str, Wanted], told: str, built: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headway.lab.cost.MOST_VARIANTS", 100_000)
    with pytest.raises(BadRules, match=rf"^These are {told}, which would take about [\d,]+ \w+ on \d"):
        headway.lab.variants(game, rules, boards=100_000 if game == "number-race" else 0)
    assert 0 < len(built) <= MOST_LOOKED_AT + 2 * MOST_LEADS_FOUND + A_FEW


@pytest.mark.parametrize(
    ("rules", "variants"),
    [
        ({"length": "4..600", "head_start": "700..800"}, "60,297"),
        ({"length": "2..500", "head_start": "900..1000", "lot": "yes"}, "50,399"),
    ],
)
def test_many_impossible_variants_are_refused_after_a_look_at_some(
    rules: dict[str, Wanted], variants: str, built: list[object]
) -> None:
    told = f"^Cross Over refuses all that were looked at of {variants} variants: head_start can be at most"
    with pytest.raises(BadRules, match=told):
        headway.lab.variants("cross-over", rules)
    assert len(built) <= MOST_LOOKED_AT + A_FEW


@pytest.mark.parametrize("lengths", ["3..300", "300,3..299"])
def test_a_few_possible_ones_among_many_are_found_at_the_ends_of_the_ranges(lengths: str) -> None:
    found = headway.lab.variants("cross-over", {"length": lengths, "head_start": "298..1000"})
    assert len(found) > MOST_LOOKED_AT
    at = next(place for place, length in enumerate(found.values["length"]) if length == 300)
    assert [found[at * 703 + number].refused is None for number in (0, 1)] == [True, False]


def test_what_is_looked_at_has_every_value_of_the_last_rule() -> None:
    """Evenly spread numbers would all have the same one."""
    found = headway.lab.variants("cross-over", {"length": "2..201", "longest_step": "1..9", "cap": "1..10"})
    assert len(some_of(found)) == MOST_LOOKED_AT
    assert {each.settings["cap"] for each in some_of(found)} == {*range(1, 11)}
    assert {each.settings["longest_step"] for each in some_of(found)} == {*range(1, 10)}


def test_a_variant_has_the_same_key_in_whatever_order_its_rules_are_given() -> None:
    rules: dict[str, Wanted] = {"length": "4,5", "head_start": "0,3", "cap": "5,6"}
    keys = [
        {key_of(each) for each in headway.lab.variants("cross-over", dict(order))}
        for order in permutations(rules.items())
    ]
    assert [len(each) for each in keys] == [8] * 6  # some are refused
    assert len(set.union(*keys)) == 8
