"""The match: the fold of its events, and what is decided in it."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from headway.catalogue import find, names
from headway.errors import (
    BadRecord,
    GameOver,
    HeadwayError,
    IllegalMove,
    MatchOver,
    NoOffer,
    NotOver,
    OnlyWatching,
    OutOfTurn,
    SeatTaken,
    StalePly,
    UnknownMove,
)
from headway.rulekit import CHANCE, P1, P2, SPECTATOR
from headway.table.apply import apply, fold
from headway.table.decide import begin, decide, follow_up
from headway.table.dice import commitment, roll
from headway.table.events import (
    Begun,
    Declined,
    Ended,
    Event,
    Moved,
    Offered,
    Proposal,
    Seated,
    TakenBack,
    from_json,
    to_json,
)
from headway.table.intents import Accept, Decline, Forfeit, Intent, NextGame, Offer, Play, Resign, Sit
from headway.table.match import Match
from headway.table.outcome import Reason, Result
from headway.table.record import events_of
from headway.table.story import Story

DICE = "5e" * 32
MORE_DICE = "07" * 32


def begun(name: str = "cross-over", rules: dict[str, object] | None = None, **terms: Any) -> Match:
    return fold(begin(find(name).variant(rules or {}), **terms))


def after(match: Match, *wanted: tuple[int, Intent]) -> Match:
    for seat, intent in wanted:
        match = fold(decide(match, seat, intent), match)
    return match


def moves(match: Match, *tokens: object) -> Match:
    for token in tokens:
        match = after(match, (match.table.actor, Play(str(token), match.table.ply)))
    return match


def won_by(match: Match, seat: int) -> Match:
    return after(match, (1 - seat, Resign()))


# -- every refusal by its type and its name


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
    ("intent", "kind"),
    [
        (Play("1", 0), GameOver),
        (Resign(), GameOver),
        (Forfeit("it failed"), GameOver),
        (Offer(Proposal.DRAW), GameOver),
        (Offer(Proposal.TAKEBACK), GameOver),
        (NextGame(), MatchOver),
    ],
)
def test_what_cannot_be_done_in_a_game_that_is_over_is_refused(intent: Intent, kind: type[HeadwayError]) -> None:
    with pytest.raises(kind) as refused:
        decide(won_by(begun(), P2), P1, intent)
    assert type(refused.value) is kind


def test_names_of_refusals_are_all_different() -> None:
    def family(kind: type[HeadwayError]) -> list[type[HeadwayError]]:
        return [kind, *(heir for child in kind.__subclasses__() for heir in family(child))]

    below = [kind for kind in family(HeadwayError) if kind.__module__ == "headway.errors"]
    assert len({kind.name for kind in below}) == len(below) > 12


# -- what is decided


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
    with pytest.raises(SeatTaken, match="take it back first"):
        decide(taken, P2, Sit(P1, "5"))
    assert after(taken, (P2, Sit(P2, "human"))).players == ("human", "human")


def test_in_a_match_the_start_alternates_and_draws_score_for_nobody() -> None:
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


def test_the_limit_leaves_a_game_unfinished() -> None:
    match = moves(begun(limit=2), 3, 2)
    assert (match.table.result, match.table.reason) == (Result.UNFINISHED, Reason.LIMIT)
    assert match.current.ended == Ended(Result.UNFINISHED, Reason.LIMIT)


def test_programs_do_not_go_on_with_a_match_that_has_a_game_without_an_end() -> None:
    assert moves(begun(limit=1, wins=3, players=("1", "2")), 3).is_over
    assert not moves(begun(limit=1, wins=3, players=("human", "2")), 3).is_over


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


def test_a_board_is_dealt_from_the_dice_and_anew_for_the_next_game() -> None:
    match = begun("number-race", {"length": 12}, wins=2, is_dealt=True, dice=DICE)
    assert match.table.game.settings["length"] == 12
    following = after(won_by(match, P1), (P2, NextGame(dice=MORE_DICE)))
    assert following.table.game.settings["length"] == 12
    assert following.table.game.board != match.table.game.board
    with pytest.raises(HeadwayError, match="needs a seed"):
        decide(won_by(match, P1), P2, NextGame())


# -- what cannot have happened is not applied


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


# -- random intents of both seats

GAMES = [
    *((name, {}) for name in names()),
    ("number-race", {"board": [1, 2, 3, 4, 5, 6]}),
    ("predictive-pursuit", {"length": 3, "forced": "unblockable"}),
    ("capture-the-flag", {"length": 4, "soldiers": 1}),
    ("cross-over", {"length": 3, "longest_step": 1}),
]
SEATS = st.sampled_from([P1, P2])
PROPOSALS = st.sampled_from(list(Proposal))
SEEDS = st.sampled_from([None, DICE, MORE_DICE])
INTENTS: st.SearchStrategy[Intent] = st.one_of(
    st.builds(Play, st.sampled_from(["1", "2", "roll", "S1 1", "skip", "x", ""]), st.integers(0, 4)),
    st.builds(Offer, PROPOSALS, st.booleans(), SEEDS),
    st.builds(Accept, PROPOSALS, SEEDS),
    st.builds(Decline, PROPOSALS),
    st.just(Resign()),
    st.just(Forfeit("it failed")),
    st.builds(NextGame, st.none(), SEEDS),
    st.builds(Sit, SEATS, st.sampled_from(["human", "5"])),
)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(Moved, st.sampled_from([P1, P2, CHANCE]), st.sampled_from(["1", "2", "roll", "S1 1"]), st.integers(1, 5)),
    st.builds(TakenBack, st.integers(1, 4)),
    st.builds(Offered, PROPOSALS, SEATS),
    st.builds(Declined, PROPOSALS, SEATS, st.booleans()),
    st.builds(Seated, SEATS, st.sampled_from(["human", "5"])),
    st.builds(Ended, st.sampled_from(list(Result)), st.sampled_from(list(Reason))),
    st.builds(
        Begun,
        st.just("cross-over"),
        st.sampled_from([{"length": 9, "longest_step": 3}, {"length": 3, "longest_step": 1}]),
        SEATS,
        st.sampled_from([("human", "human"), ("human", "5"), ("5", "human")]),
        st.integers(1, 2),
        is_swapped=st.booleans(),
    ),
)


def without_story(match: Match) -> Match:
    """The match but for what is told of it: a takeback is told, and changes nothing else for good."""
    return replace(match, games=tuple(played._replace(story=Story()) for played in match.games), offers=())


class MatchMachine(RuleBasedStateMachine):
    """Both seats want anything at any moment; what was decided is kept, and read again."""

    @initialize(
        which=st.sampled_from(GAMES),
        first=SEATS,
        wins=st.integers(1, 2),
        limit=st.sampled_from([None, 3, 8]),
        dice=SEEDS,
        players=st.sampled_from([("human", "human"), ("human", "5")]),
        is_dealt=st.booleans(),
    )
    def begin(self, which: Any, first: int, wins: int, limit: Any, dice: Any, players: Any, is_dealt: bool) -> None:
        game = find(which[0]).variant(which[1])
        self.events = begin(game, first, players, wins, limit, None, is_dealt and game.is_dealt, dice)
        self.match = fold(self.events)
        self.moments = {(1, self.match.table.moves): without_story(self.match)}
        self.ends: list[Match] = []  # of the games before the last

    def happen(self, events: list[Event]) -> None:
        for event in events:
            assert _explained(self.match, event)
            if isinstance(event, Begun):
                self.ends.append(replace(self.match, offers=()))
            self.match = apply(self.match, event)
            key = len(self.match.games), self.match.table.moves
            if isinstance(event, TakenBack):
                assert without_story(self.match) == self.moments[key]
            elif not self.match.table.ending and self.match.current.ended is None:
                self.moments[key] = without_story(self.match)
        self.events += events

    @rule(seat=st.sampled_from([P1, P2, CHANCE, SPECTATOR]), intent=INTENTS)
    def want(self, seat: int, intent: Intent) -> None:
        self.happen(_tried(self.match, seat, intent))

    @precondition(lambda self: self.match.table.result is None)
    @rule(data=st.data())
    def move(self, data: st.DataObject) -> None:
        table = self.match.table
        token = data.draw(st.sampled_from(table.legal))
        self.happen(decide(self.match, table.actor, Play(token, table.ply)))

    @rule(event=EVENTS)
    def pretend(self, event: Event) -> None:
        try:
            apply(self.match, event)
        except HeadwayError:
            return
        assert _explained(self.match, event)

    @invariant()
    def folding_again_gives_the_same(self) -> None:
        assert fold(self.events) == self.match

    @invariant()
    def json_gives_the_same_events(self) -> None:
        assert [from_json(json.loads(json.dumps(to_json(event)))) for event in self.events] == self.events

    @invariant()
    def earlier_games_stay_as_they_ended(self) -> None:
        assert [self.match.up_to(number) for number in range(1, len(self.match.games))] == self.ends
        assert self.match.up_to(len(self.match.games)) is self.match

    @invariant()
    def the_public_record_of_the_match_holds_its_games(self) -> None:
        """All of them under the same players, without dice that are still in use or a secret that is open."""
        games = self.match.games[self.match.opening :]
        events = [event for played in games for event in events_of(played)]
        recorded = fold(events)
        assert recorded.players == self.match.players
        for played, again in zip(games, recorded.games, strict=True):
            secrets = int(played.table.is_secret_open)
            assert again.table.moves == played.table.moves[: played.table.ply - secrets]
            assert again.result == played.result
        lines = json.dumps([to_json(event) for event in events])
        assert '"dice"' not in lines
        if self.match.begun.dice is not None and self.match.table.result is None:
            assert not any(isinstance(event, Ended) for event in events_of(self.match.current))

    @invariant()
    def nothing_is_left_that_follows_by_itself(self) -> None:
        assert follow_up(self.match) == []
        assert (self.match.table.result is None) == (self.match.current.ended is None)


def _explained(match: Match, event: Event) -> bool:
    """Is there an intent of which the event comes, or does it follow by itself?"""
    wanted: list[tuple[int, Intent]] = []
    match event:
        case Moved():
            wanted = [(event.by, Play(event.move, event.ply - 1))]
        case TakenBack():
            wanted = [(seat, Offer(Proposal.TAKEBACK, is_agreed=True)) for seat in (P1, P2)]
        case Offered():
            wanted = [(event.by, Offer(event.what, dice=DICE))]
        case Declined():
            wanted = [(event.by, Decline(event.what))]
        case Seated():
            return True  # anybody may be seated by the server
        case Begun():
            dice = event.dice or (MORE_DICE if match.begun.dice else None)
            wanted = [(P1, NextGame(event.rules, dice)), (P1, Offer(Proposal.REMATCH, True, dice))]
        case Ended(reason=Reason.AGREED):
            wanted = [(P1, Offer(Proposal.DRAW, is_agreed=True))]
        case Ended(reason=Reason.RESIGNED) if event.result.winner is not None:
            wanted = [(1 - event.result.winner, Resign())]
        case Ended(reason=Reason.FORFEIT) if event.result.winner is not None:
            wanted = [(1 - event.result.winner, Forfeit(event.why or ""))]
        case Ended(reason=Reason.LIMIT) if match.table.game.secret(match.table.state):
            return match.begun.limit == match.table.ply + 1 or _alike(event, follow_up(match)[:1])
        case Ended():
            return _alike(event, follow_up(match)[:1])
    return any(_alike(event, _tried(match, seat, intent)[:1]) for seat, intent in wanted)


def _tried(match: Match, seat: int, intent: Intent) -> list[Event]:
    try:
        return decide(match, seat, intent)
    except HeadwayError as error:
        refusal = error
    assert refusal.name != "refused"
    assert str(refusal).isprintable()
    return []


def _alike(event: Event, found: list[Event]) -> bool:
    """The same but for the dice and the reason that come with it, and for how a move is spelled."""
    if isinstance(event, Offered):
        return bool(found)  # a computer agrees at once; between people it stays an offer
    if not found or type(found[0]) is not type(event):
        return False
    if isinstance(event, Ended) and isinstance(found[0], Ended):
        return (event.result, event.reason) == (found[0].result, found[0].reason)
    if isinstance(event, Begun) and isinstance(found[0], Begun):
        return event._replace(dice=None, commitment=None) == found[0]._replace(dice=None, commitment=None)
    return found[0] == event or isinstance(event, Moved)


TestMatch = MatchMachine.TestCase
TestMatch.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
