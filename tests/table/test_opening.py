"""How a match is opened: who moves first, and whether its board is dealt."""

from headway.catalogue import find
from headway.rulekit import P1, P2
from headway.table.dice import dealer
from headway.table.match import Match
from headway.table.opening import open_match
from tests.table.matches import DICE

RACE = find("number-race")


def opened(rules: dict[str, object] | None = None, first: int | None = P1, **terms: object) -> Match:
    return open_match(RACE, rules or {}, first, **terms).after  # type: ignore[arg-type]


def test_who_moves_first_is_drawn_if_it_is_not_given_and_a_seed_repeats_it() -> None:
    drawn = [opened(first=None, seed=seed).begun.first for seed in range(20)]
    assert set(drawn) == {P1, P2}
    assert drawn == [opened(first=None, seed=seed).begun.first for seed in range(20)]
    assert opened(first=P2).begun.first == P2


def test_a_board_that_is_given_is_kept_for_every_game() -> None:
    match = opened({"board": [3, 1, 2, 6]})
    assert match.table.game.board == (3, 1, 2, 6)
    assert not match.begun.is_dealt


def test_a_board_that_is_not_given_is_dealt_at_random_and_a_seed_repeats_it() -> None:
    boards = {opened({"length": 30}, seed=seed).table.game.board for seed in (1, 2, 2)}
    assert len(boards) == 2
    assert len({opened({"length": 30}).table.game.board for _ in range(3)}) == 3  # 6**30 boards
    assert opened({"length": 30}).begun.is_dealt


def test_with_dice_the_board_is_dealt_from_them() -> None:
    match = opened({"length": 30}, dice=DICE, seed=1)
    assert match.table.game.board == RACE.variant({"length": 30}, dealer(DICE)).board
    assert match.begun.is_dealt
