"""What may be proposed in a match now, and to what a computer agrees without being asked."""

from headway.errors import GameOver, NotOver
from headway.table.events import HUMAN, Offered, Proposal
from headway.table.match import Match
from headway.table.takeback import plies_since


def check_offer(match: Match, seat: int, what: Proposal) -> None:
    """Refuse a proposal that makes no sense now."""
    if what is Proposal.REMATCH:
        if not match.is_over:
            raise NotOver
    elif match.table.result is not None:
        raise GameOver
    if what is Proposal.TAKEBACK:
        plies_since(match.table, seat)


def agrees_at_once(match: Match, seat: int, what: Proposal) -> bool:
    """Does a seat agree to such a proposal without an answer? A computer does, but it has to think about a draw."""
    return match.players[seat] != HUMAN and what is not Proposal.DRAW


def open_offers(match: Match) -> dict[int, Proposal]:
    """What is being offered, by the number of the entry in the story of the game, from 1, that tells of the offer."""
    found, waiting = dict[int, Proposal](), {offered.what for offered in match.offers}
    story = match.current.story
    for back, entry in enumerate(reversed(story) if waiting else ()):
        if isinstance(entry.what, Offered) and entry.what.what in waiting:
            found[len(story) - back] = entry.what.what
            waiting.remove(entry.what.what)
        if not waiting:
            break
    return found
