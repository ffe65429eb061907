"""Who plays the seats that the user does not play."""

from headway.game import Game
from headway.policies.names import policy_of
from headway.policies.policy import Policy
from headway.rulekit import P1

Opponent = Policy | str | None
"""A policy or the name of one; None stands for self-play, in which the user moves for both sides."""
Opponents = tuple[Policy | None, Policy | None]
"""The policies of P1 and P2; None for a seat that the user plays."""


def opponents_of(game: Game, opponent: Opponent, seat: int) -> Opponents:
    """The policies of both seats if the user has `seat`; an unknown opponent is refused."""
    if opponent is None:
        return None, None
    policy = policy_of(game, opponent)
    return (None, policy) if seat == P1 else (policy, None)
