"""A run of moves is applied at once: the result is that of one event after the other, in linear time."""

import random
from collections.abc import Callable
from functools import reduce
from typing import Any

import pytest

from headway.catalogue import find, names
from headway.errors import HeadwayError
from headway.rulekit import CHANCE
from headway.table.apply import apply, fold
from headway.table.decide import begin, decide
from headway.table.events import Event, Moved
from headway.table.intents import Play
from headway.table.match import Match
from headway.table.table import Table
from tests.table.matches import CLIENT_SEED, DICE


def one_by_one(events: list[Event]) -> Match:
    return reduce(apply, events, Match())


def played(name: str, seed: int, wins: int = 1, most: int = 200) -> list[Event]:
    """The events of a random game with a server's dice; some rolls have a part of the mover's program."""
    rng = random.Random(seed)
    events = begin(find(name), wins=wins, dice=DICE).events
    match = one_by_one(events)
    while match.table.result is None and match.table.ply < most:
        seed_part = CLIENT_SEED if rng.random() < 0.5 else None
        intent = Play(rng.choice(match.table.legal), match.table.ply, seed_part)
        more = decide(match, match.table.actor, intent)
        match = reduce(apply, more, match)
        events += more
    return events


@pytest.mark.parametrize("name", [*names(), "lucky-steps"])
@pytest.mark.parametrize("wins", [1, 2])
def test_a_run_leads_where_its_moves_lead(name: str, wins: int, lucky_steps_found: None) -> None:
    for seed in range(5):
        events = played(name, seed, wins)
        assert fold(events) == one_by_one(events)
        for cut in range(1, len(events), 7):  # also in the middle of a game, and of a secret
            assert fold(events[cut:], fold(events[:cut])) == one_by_one(events)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda event: event._replace(ply=event.ply + 1),
        lambda event: event._replace(by=1 - event.by if event.by != CHANCE else 0),
        lambda event: event._replace(move="none"),
        lambda event: event._replace(client_seed=CLIENT_SEED),
    ],
)
def test_a_wrong_move_in_a_run_is_refused_for_the_same_reason(spoil: Callable[[Moved], Moved]) -> None:
    events = played("capture-the-flag", 3)
    for index in (1, 5, len(events) - 2):
        event = events[index]
        assert isinstance(event, Moved)
        wrong = [*events[:index], spoil(event), *events[index + 1 :]]
        with pytest.raises(HeadwayError) as expected:
            one_by_one(wrong)
        with pytest.raises(HeadwayError) as found:
            fold(wrong)
        assert str(found.value) == str(expected.value)


def test_a_move_after_the_end_is_refused() -> None:
    events = played("cross-over", 1)
    moves = [event for event in events if isinstance(event, Moved)]
    with pytest.raises(HeadwayError, match="the game has ended"):
        fold([events[0], *moves, moves[-1]._replace(ply=moves[-1].ply + 1)])


def test_the_work_grows_with_the_length_and_not_with_its_square(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in moves that are copied into new tables."""
    copied = 0
    plain = Table._with

    def counted(table: Table, moves: tuple[int, ...], *others: Any) -> Table:
        nonlocal copied
        copied += len(moves)
        return plain(table, moves, *others)

    game = find("capture-the-flag").variant({"length": 1000})
    events = begin(game).events
    match = one_by_one(events)
    for _ in range(400):
        more = decide(match, match.table.actor, Play(match.table.legal[0], match.table.ply))
        match = reduce(apply, more, match)
        events += more
    monkeypatch.setattr(Table, "_with", counted)
    for plies in (100, 200, 400):
        copied = 0
        assert fold(events[: plies + 1]).table.ply == plies
        assert copied <= 2 * plies
