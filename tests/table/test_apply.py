"""`apply`: an event that cannot follow is refused."""

from dataclasses import replace

import pytest

from headway.catalogue import find
from headway.errors import BadRecord, HeadwayError
from headway.rulekit import P1, P2
from headway.table.apply import apply, fold
from headway.table.decide import begin, resolve
from headway.table.events import Begun, Declined, Ended, Event, Moved, Offered, Proposal, Seated, TakenBack
from headway.table.intents import Offer, Play, Resign
from headway.table.match import Match
from headway.table.outcome import Reason, Result
from tests.table.matches import begun, moves


@pytest.mark.parametrize(
    "event",
    [
        Moved(P2, "3", 1),
        Moved(P1, "3", 2),
        Moved(P1, "9", 1),
        TakenBack(1),
        Offered(Proposal.REMATCH, P1),
        Declined(Proposal.DRAW, P1),
        Ended(Result.P1, Reason.RULES),
        Ended(Result.UNFINISHED, Reason.LIMIT),
        Ended(Result.DRAW, Reason.RESIGNED),
        Begun("cross-over", {}, P1),
    ],
)
def test_an_event_that_cannot_follow_is_refused(event: Event) -> None:
    with pytest.raises(HeadwayError):
        apply(begun(), event)


def test_the_first_event_begins_a_game() -> None:
    with pytest.raises(BadRecord, match="begin first"):
        apply(Match(), Moved(P1, "3", 1))


def test_a_takeback_restores_the_match_but_not_who_sits_at_the_table() -> None:
    one_move = moves(begun(), 3)
    taken_back = fold([Seated(P2, "5"), TakenBack(2)], moves(one_move, 2))
    assert taken_back.table == begun().table
    assert taken_back.players == ("human", "5")
    without_change = fold([TakenBack(1)], moves(one_move, 2))
    assert replace(without_change, games=()) == replace(one_move, games=())
    assert without_change.current._replace(story=one_move.current.story) == one_move.current


def test_a_match_that_is_applied_to_stays_as_it_was() -> None:
    match = moves(begun(), 3)
    apply(match, Moved(P2, "2", 2))
    assert match == moves(begun(), 3)


@pytest.mark.parametrize("what", [Proposal.TAKEBACK, Proposal.REMATCH])
def test_what_a_computer_agrees_to_at_once_is_never_an_open_offer(what: Proposal) -> None:
    match = begin(find("cross-over"), players=("human", "5")).after
    match = resolve(resolve(match, P1, Play("3", 0)).after, P2, Play("2", 1)).after
    if what is Proposal.REMATCH:
        match = resolve(match, P1, Resign()).after
    assert not isinstance(resolve(match, P1, Offer(what)).events[0], Offered)
    with pytest.raises(BadRecord, match="agrees at once"):
        apply(match, Offered(what, P1))
    assert apply(match, Offered(what, P2)).offers == (Offered(what, P2),)  # a person thinks it over
