"""Which entries of the story of a game tell of an offer that is open."""

from headway.rulekit import P1, P2
from headway.table.events import Proposal
from headway.table.intents import Accept, Decline, Offer, Play, Resign
from headway.table.offers import open_offers
from tests.table.matches import after, begun

DRAW, TAKEBACK, REMATCH = Offer(Proposal.DRAW), Offer(Proposal.TAKEBACK), Offer(Proposal.REMATCH)


def test_an_offer_is_open_until_it_is_answered_or_a_move_is_made() -> None:
    match = after(begun(), (P1, Play("3", 0)))  # the entries 1 and 2
    assert open_offers(match) == {}
    both = after(match, (P1, DRAW), (P1, TAKEBACK))
    assert open_offers(both) == {3: Proposal.DRAW, 4: Proposal.TAKEBACK}
    declined = after(both, (P2, Decline(Proposal.DRAW)))
    assert open_offers(declined) == {4: Proposal.TAKEBACK}
    assert open_offers(after(declined, (P2, Play("2", 1)))) == {}
    assert open_offers(after(declined, (P2, Accept(Proposal.TAKEBACK)))) == {}


def test_of_equal_offers_the_last_is_open() -> None:
    again = after(begun(), (P1, DRAW), (P1, Decline(Proposal.DRAW)), (P1, DRAW))
    assert open_offers(again) == {4: Proposal.DRAW}


def test_a_rematch_is_offered_in_the_story_of_the_game_that_is_over() -> None:
    over = after(begun(), (P1, DRAW), (P1, Resign()))
    assert open_offers(over) == {}
    assert open_offers(after(over, (P2, REMATCH))) == {4: Proposal.REMATCH}
