"""`decide`: what comes of an intent, and every refusal by its type and its name."""

import pytest

from headway.errors import (
    GameOver,
    HeadwayError,
    IllegalMove,
    MatchOver,
    NoOffer,
    NoTakeback,
    NotOver,
    OnlyWatching,
    OutOfTurn,
    SeatTaken,
    StalePly,
    UnknownMove,
)
from headway.rulekit import CHANCE, P1, P2, SPECTATOR
from headway.table.decide import decide, resolve
from headway.table.dice import commitment, roll
from headway.table.events import Begun, Declined, Ended, Moved, Offered, Proposal, TakenBack
from headway.table.intents import (
    Accept,
    AskHints,
    Decline,
    Forfeit,
    Intent,
    NextGame,
    Offer,
    Play,
    Resign,
    Sit,
    TakeName,
)
from headway.table.outcome import Reason, Result
from tests.table.matches import CLIENT_SEED, DICE, MORE_DICE, after, begun, moves, won_by


@pytest.mark.parametrize(
    ("seat", "intent", "kind", "name", "message"),
    [
        (SPECTATOR, Play("1", 2), OnlyWatching, "only-watching", "only players"),
        (CHANCE, Resign(), OnlyWatching, "only-watching", "only players"),
        (P1, Play("1", 1), StalePly, "stale-ply", "meant for ply 2, and the game is at ply 3"),
        (P2, Play("1", 2), OutOfTurn, "out-of-turn", "Player 1 is to move"),
        (P1, Play("3", 2), IllegalMove, "illegal-move", "would land on Player 2's position"),
        (P1, Play("7", 2), UnknownMove, "unknown-move", '"7" is not a move here'),
        (P1, Accept(Proposal.DRAW), NoOffer, "no-offer", "no offer of a draw"),
        (P1, Decline(Proposal.TAKEBACK), NoOffer, "no-offer", "no offer of a takeback"),
        (P1, Offer(Proposal.REMATCH), NotOver, "not-over", "not over yet"),
        (P1, NextGame(), NotOver, "not-over", "not over yet"),
    ],
)
def test_what_cannot_be_done_in_a_running_game_is_refused(
    seat: int, intent: Intent, kind: type[HeadwayError], name: str, message: str
) -> None:
    with pytest.raises(kind, match=message) as refused:
        decide(moves(begun(), 3, 2), seat, intent)
    assert type(refused.value) is kind
    assert refused.value.name == name


@pytest.mark.parametrize(
    ("intent", "kind", "name"),
    [
        (Play("1", 0), GameOver, "game-over"),
        (Resign(), GameOver, "game-over"),
        (Forfeit("it failed"), GameOver, "game-over"),
        (Offer(Proposal.DRAW), GameOver, "game-over"),
        (Offer(Proposal.TAKEBACK), GameOver, "game-over"),
        (NextGame(), MatchOver, "match-over"),
    ],
)
def test_what_cannot_be_done_in_a_game_that_is_over_is_refused(
    intent: Intent, kind: type[HeadwayError], name: str
) -> None:
    with pytest.raises(kind) as refused:
        decide(won_by(begun(), P2), P1, intent)
    assert type(refused.value) is kind
    assert refused.value.name == name


def test_a_takeback_without_a_move_is_refused() -> None:
    with pytest.raises(NoTakeback, match="no move of yours") as refused:
        decide(moves(begun(), 3), P2, Offer(Proposal.TAKEBACK))
    assert refused.value.name == "no-takeback"


def test_names_of_refusals_are_all_different() -> None:
    def family(kind: type[HeadwayError]) -> list[type[HeadwayError]]:
        return [kind, *(heir for child in kind.__subclasses__() for heir in family(child))]

    below = [kind for kind in family(HeadwayError)[1:] if kind.__module__ == "headway.errors"]
    assert len({kind.name for kind in below}) == len(below) > 12


def test_a_draw_needs_both() -> None:
    offered = after(begun(), (P1, Offer(Proposal.DRAW)))
    assert offered.offers == (Offered(Proposal.DRAW, P1),)
    assert decide(offered, P1, Offer(Proposal.DRAW)) == []  # it is offered already
    with pytest.raises(NoOffer):
        decide(offered, P1, Accept(Proposal.DRAW))
    declined = after(offered, (P2, Decline(Proposal.DRAW)))
    assert (declined.offers, declined.table.result) == ((), None)
    agreed = after(offered, (P2, Offer(Proposal.DRAW)))  # to offer it as well is to accept
    assert (agreed.table.result, agreed.table.reason) == (Result.DRAW, Reason.AGREED)
    assert after(offered, (P1, Decline(Proposal.DRAW))).current.story.last(1)[0].what == Declined(
        Proposal.DRAW, P1, is_own=True
    )


def test_an_offer_lapses_with_the_next_move() -> None:
    assert moves(after(begun(), (P2, Offer(Proposal.DRAW))), 3).offers == ()


def test_a_takeback_goes_to_before_the_own_last_move() -> None:
    match = moves(begun(), 3, 2, 2)
    asked = after(match, (P2, Offer(Proposal.TAKEBACK)))
    assert after(asked, (P1, Accept(Proposal.TAKEBACK))).table == moves(begun(), 3).table
    at_one_keyboard = decide(match, P1, Offer(Proposal.TAKEBACK, is_agreed=True))
    assert at_one_keyboard == [TakenBack(1)]


def test_a_computer_agrees_to_everything_but_a_draw() -> None:
    match = moves(begun(players=("human", "5")), 3, 2)
    assert decide(match, P1, Offer(Proposal.TAKEBACK)) == [TakenBack(2)]
    assert decide(match, P1, Offer(Proposal.DRAW)) == [Offered(Proposal.DRAW, P1)]
    over = won_by(match, P2)
    (again,) = decide(over, P1, Offer(Proposal.REMATCH))
    assert isinstance(again, Begun)
    assert again.players == ("5", "human")


def test_a_computer_takes_a_seat_and_a_person_comes_back() -> None:
    match = begun()
    taken = after(match, (P1, Sit(P2, "7")))
    assert taken.players == ("human", "7")
    assert decide(taken, P1, Sit(P2, "7")) == []
    with pytest.raises(SeatTaken, match="take it back first") as refused:
        decide(taken, P2, Sit(P1, "5"))
    assert refused.value.name == "seat-taken"
    assert after(taken, (P2, Sit(P2, "human"))).players == ("human", "human")


def test_a_person_whose_seat_a_computer_plays_can_only_come_back() -> None:
    match = after(begun(), (P1, Sit(P2, "7")))
    for intent in (Play("3", 0), Offer(Proposal.DRAW), Resign(), TakeName("Ada"), AskHints(), Sit(P1, "5")):
        with pytest.raises(SeatTaken):
            resolve(match, P2, intent, is_person=True)
    assert resolve(match, P2, Sit(P2, "human"), is_person=True).after.players == ("human", "human")
    assert decide(match, P2, Resign()) == [Ended(Result.P1, Reason.RESIGNED)]  # the computer may


def test_the_limit_leaves_a_game_unfinished() -> None:
    match = moves(begun(limit=2), 3, 2)
    assert (match.table.result, match.table.reason) == (Result.UNFINISHED, Reason.LIMIT)
    assert match.current.ended == Ended(Result.UNFINISHED, Reason.LIMIT)


def test_a_program_that_fails_forfeits() -> None:
    match = after(begun(players=("human", "engine:x")), (P2, Forfeit("The engine has ended.")))
    assert (match.table.result, match.table.reason, match.current.ended) == (
        Result.P1,
        Reason.FORFEIT,
        Ended(Result.P1, Reason.FORFEIT, "The engine has ended."),
    )


def test_dice_are_rolled_from_the_seed_and_shown_at_the_end() -> None:
    match = begun("number-race", dice=DICE)
    assert match.begun.commitment == commitment(DICE)
    rolling = match.table.play("roll")
    face = rolling.game.token(roll(rolling.game, rolling.state, DICE, 1))
    events = decide(match, P1, Play("roll", 0))
    assert events[:2] == [Moved(P1, "roll", 1), Moved(CHANCE, face, 2)]
    ended = after(match, (P1, Resign())).current.ended
    assert ended == Ended(Result.P2, Reason.RESIGNED, seed=DICE)


def test_the_players_program_takes_part_in_a_roll() -> None:
    match = begun("number-race", dice=DICE)
    rolling = match.table.play("roll")
    face = rolling.game.token(roll(rolling.game, rolling.state, DICE, 1, CLIENT_SEED))
    assert decide(match, P1, Play("roll", 0, CLIENT_SEED))[:2] == [
        Moved(P1, "roll", 1, CLIENT_SEED),
        Moved(CHANCE, face, 2),
    ]


def test_a_seed_is_only_kept_where_it_takes_part_in_a_roll() -> None:
    assert decide(begun(dice=DICE), P1, Play("3", 0, CLIENT_SEED)) == [Moved(P1, "3", 1)]
    assert decide(begun("number-race"), P1, Play("roll", 0, CLIENT_SEED))[0] == Moved(P1, "roll", 1)


def test_a_board_is_dealt_from_the_dice_and_anew_for_the_next_game() -> None:
    match = begun("number-race", {"length": 12}, wins=2, is_dealt=True, dice=DICE)
    assert match.table.game.settings["length"] == 12
    following = after(won_by(match, P1), (P2, NextGame(dice=MORE_DICE)))
    assert following.table.game.settings["length"] == 12
    assert following.table.game.board != match.table.game.board
    with pytest.raises(HeadwayError, match="needs a seed"):
        decide(won_by(match, P1), P2, NextGame())
