"""Events and intents as values."""

from headway.rulekit import P1, P2
from headway.table.events import Moved, Offered, Proposal, Seated, TakenBack
from headway.table.intents import Accept, Offer, Resign


def test_values_are_equal_only_to_values_of_their_own_type() -> None:
    assert Moved(P1, "3", 1) == Moved(P1, "3", 1) != Moved(P2, "3", 1)
    assert hash(Moved(P1, "3", 1)) == hash(Moved(P1, "3", 1))
    unlike: list[tuple[object, object]] = [
        (TakenBack(3), (3,)),
        ((3,), TakenBack(3)),
        (Accept(Proposal.DRAW), Offer(Proposal.DRAW)),
        (Accept(Proposal.DRAW, None), (Proposal.DRAW, None)),
        (Seated(P1, "5"), Offered(Proposal.DRAW, P1)),
        (Resign(), ()),
    ]
    for one, other in unlike:
        assert one != other
        assert not one == other  # noqa: SIM201 - both operators are defined


def test_values_show_their_fields() -> None:
    assert repr(Moved(P1, "S1 2", 1)) == "Moved(by=0, move='S1 2', ply=1, client_seed=None)"
