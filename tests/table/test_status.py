"""Whose turn it is and what is to be done, for each viewer."""

from headway.rulekit import P1, P2, SPECTATOR
from headway.table.events import Proposal
from headway.table.intents import Accept, Forfeit, Offer
from headway.table.status import status
from headway.voice import Voice
from tests.table.matches import after, begun, moves, won_by


def test_the_status_says_whose_turn_it_is_and_what_to_do() -> None:
    match = begun("predictive-pursuit")
    assert status(match.table, Voice(P1)) == "Your turn: choose in secret."
    assert status(match.table, Voice(P2)) == "Player 1 is choosing in secret."
    chosen = moves(match, 1)
    assert status(chosen.table, Voice(P2)) == "Your turn: guess what Player 1 has chosen."
    assert status(chosen.table, Voice(P1)) == "Player 2 is to guess."
    race = begun("number-race")
    assert (status(race.table, Voice(P1)), status(race.table, Voice(P2))) == (
        "Your turn: roll.",
        "Player 1 is to roll.",
    )
    assert status(begun("cross-over").table, Voice(P2)) == "Player 1 is to move."
    forced = moves(begun("race-to-the-center", {"length": 4}), 1, 1)
    assert status(forced.table, Voice(P1)) == "Your turn: your only move is 1."
    over = won_by(begun("cross-over"), P2)
    assert (status(over.table, Voice(P1)), status(over.table, Voice(P2))) == (
        "Player 2 wins. You resigned.",
        "You win. Player 1 resigned.",
    )
    drawn = after(begun(), (P1, Offer(Proposal.DRAW)), (P2, Accept(Proposal.DRAW)))
    assert status(drawn.table, Voice(P1)) == "The game is a draw. Both players agreed."
    assert status(moves(begun(limit=1), 3).table, Voice(P1)) == (
        "The game is unfinished. The limit on moves is reached."
    )
    failed = after(begun("cross-over"), (P2, Forfeit("It failed.")))
    assert (status(failed.table, Voice(P1)), status(failed.table, Voice(P2))) == (
        "You win. Player 2 forfeited.",
        "Player 1 wins. You forfeited.",
    )


def test_while_the_die_rolls_it_is_the_turn_of_neither() -> None:
    rolling = moves(begun("number-race"), "roll")
    assert {status(rolling.table, Voice(viewer)) for viewer in (P1, P2, SPECTATOR)} == {"The die is rolling."}
