"""The match: its games, its score, and its rematches."""

import pytest

from headway.errors import MatchOver
from headway.rulekit import P1, P2
from headway.table.decide import decide
from headway.table.events import Proposal
from headway.table.intents import Accept, NextGame, Offer
from tests.table.matches import after, begun, moves, won_by


def test_in_a_match_the_start_alternates_and_a_draw_scores_for_neither() -> None:
    match, openers = begun(first=P2, wins=2), []
    for end in (P1, None, P2, P1):
        openers.append(match.table.first)
        match = (
            after(match, (P1, Offer(Proposal.DRAW)), (P2, Accept(Proposal.DRAW))) if end is None else won_by(match, end)
        )
        if end != P1 or len(openers) == 1:
            assert match.champion is None
            match = after(match, (P1, NextGame()))
    assert openers == [P2, P1, P2, P1]
    assert (match.score, match.champion, match.is_over) == ((2, 1), P1, True)
    with pytest.raises(MatchOver):
        decide(match, P1, NextGame())


def test_in_a_rematch_the_players_swap_seats_and_earlier_games_stay() -> None:
    match = won_by(moves(begun(players=("human", "3")), 3), P1)
    again = after(match, (P1, Offer(Proposal.REMATCH)))
    assert again.players == ("3", "human")
    assert (again.chair(P1), again.chair(P2)) == (P2, P1)
    assert (again.score, again.table.first, again.is_over) == ((0, 0), P1, False)
    assert again.games[0] == match.games[0]
    third = after(won_by(again, P2), (P2, Offer(Proposal.REMATCH)))
    assert (len(third.games), third.players, third.score) == (3, ("human", "3"), (0, 0))


def test_programs_do_not_go_on_with_a_match_that_has_a_game_without_an_end() -> None:
    assert moves(begun(limit=1, wins=3, players=("1", "2")), 3).is_over
    assert not moves(begun(limit=1, wins=3, players=("human", "2")), 3).is_over
