"""Properties of a match under random intents of both seats."""

import json
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from headway.catalogue import find, names
from headway.errors import BadName, HeadwayError
from headway.rulekit import CHANCE, P1, P2, SPECTATOR
from headway.table.apply import apply, fold
from headway.table.decide import begin, decide, follow_up
from headway.table.events import (
    Begun,
    Declined,
    Ended,
    Event,
    Hinted,
    Moved,
    Named,
    Offered,
    Proposal,
    Seated,
    TakenBack,
    from_json,
    to_json,
)
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
from headway.table.match import Match
from headway.table.outcome import Reason, Result
from headway.table.record import events_of
from headway.table.story import Story
from headway.voice import NAMELESS, checked_name
from tests.table.matches import CLIENT_SEED, DICE, MORE_DICE, OTHER_CLIENT_SEED

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
CLIENT_SEEDS = st.sampled_from([None, CLIENT_SEED, OTHER_CLIENT_SEED])
NAMES = st.sampled_from([None, "Ada", "ada", " Eve ", "Player 2", "the computer", "", "x" * 500, "a\x1b[2J"])
INTENTS: st.SearchStrategy[Intent] = st.one_of(
    st.builds(Play, st.sampled_from(["1", "2", "roll", "S1 1", "skip", "x", ""]), st.integers(0, 4), CLIENT_SEEDS),
    st.builds(Offer, PROPOSALS, st.booleans(), SEEDS),
    st.builds(Accept, PROPOSALS, SEEDS),
    st.builds(Decline, PROPOSALS),
    st.just(Resign()),
    st.just(AskHints()),
    st.just(Forfeit("it failed")),
    st.builds(NextGame, st.none(), SEEDS),
    st.builds(Sit, SEATS, st.sampled_from(["human", "5"])),
    st.builds(TakeName, NAMES),
)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.builds(Hinted, SEATS),
    st.builds(
        Moved,
        st.sampled_from([P1, P2, CHANCE]),
        st.sampled_from(["1", "2", "roll", "S1 1"]),
        st.integers(1, 5),
        CLIENT_SEEDS,
    ),
    st.builds(TakenBack, st.integers(1, 4)),
    st.builds(Offered, PROPOSALS, SEATS),
    st.builds(Declined, PROPOSALS, SEATS, st.booleans()),
    st.builds(Seated, SEATS, st.sampled_from(["human", "5"])),
    st.builds(Named, SEATS, st.one_of(NAMES, st.just(7))),
    st.builds(Ended, st.sampled_from(list(Result)), st.sampled_from(list(Reason))),
    st.builds(
        Begun,
        st.just("cross-over"),
        st.sampled_from([{"length": 9, "longest_step": 3}, {"length": 3, "longest_step": 1}]),
        SEATS,
        st.sampled_from([("human", "human"), ("human", "5"), ("5", "human")]),
        st.integers(1, 2),
        is_swapped=st.booleans(),
        names=st.sampled_from([NAMELESS, ("Ada", None), (" Ada", "x" * 500)]),
    ),
)


def without_story(match: Match) -> Match:
    """The match without its story, in which a takeback is told, and without offers, which lapse with a move."""
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
        self.events = begin(game, first, players, wins, limit, None, is_dealt and game.is_dealt, dice).events
        self.match = fold(self.events)
        self.moments = {(1, self.match.table.moves): without_story(self.match)}
        self.ends: list[Match] = []  # of the games before the last

    def happen(self, events: list[Event]) -> None:
        for event in events:
            assert _explained(self.match, event)
            if isinstance(event, Begun):
                self.ends.append(replace(self.match, offers=()))
            before, self.match = self.match, apply(self.match, event)
            key = len(self.match.games), self.match.table.moves
            if isinstance(event, TakenBack):
                earlier = self.moments[key]  # moves are taken back; those who sit at the table, and their names, stay
                kept = replace(earlier, players=before.players, names=before.names)
                assert without_story(self.match) == kept
            elif self.match.table.reason in (None, Reason.RULES) and self.match.current.ended is None:
                self.moments[key] = without_story(self.match)
        self.events += events

    @rule(seat=st.sampled_from([P1, P2, CHANCE, SPECTATOR]), intent=INTENTS)
    def want(self, seat: int, intent: Intent) -> None:
        self.happen(_tried(self.match, seat, intent))

    @rule(seat=SEATS)
    def take_back(self, seat: int) -> None:
        self.happen(_tried(self.match, seat, Offer(Proposal.TAKEBACK, is_agreed=True)))

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
        games = self.match.games[self.match.first_game :]
        events = [event for played in games for event in events_of(played)]
        recorded = fold(events)
        assert (recorded.players, recorded.names) == (self.match.players, self.match.names)
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
            wanted = [(event.by, Play(event.move, event.ply - 1, event.client_seed))]
        case TakenBack():
            wanted = [(seat, Offer(Proposal.TAKEBACK, is_agreed=True)) for seat in (P1, P2)]
        case Offered():
            wanted = [(event.by, Offer(event.what, dice=DICE))]
        case Declined():
            wanted = [(event.by, Decline(event.what))]
        case Hinted():
            wanted = [(event.seat, AskHints())]
        case Seated():
            if match.players[event.seat] == event.player:  # it changes nothing
                return True
            wanted = [(seat, Sit(event.seat, event.player)) for seat in (P1, P2)]
        case Named():
            if match.names[event.seat] == event.name or _is_like_another(match, event):
                return True
            wanted = [(event.seat, TakeName(event.name))]
        case Begun():
            dice = event.dice or (MORE_DICE if match.begun.dice else None)
            agreed = NextGame(event.rules, dice), Offer(Proposal.REMATCH, True, dice)
            wanted = [(seat, intent) for seat in (P1, P2) for intent in agreed]
        case Ended(reason=Reason.AGREED):
            wanted = [(seat, Offer(Proposal.DRAW, is_agreed=True)) for seat in (P1, P2)]
        case Ended(reason=Reason.RESIGNED) if event.result.winner is not None:
            wanted = [(1 - event.result.winner, Resign())]
        case Ended(reason=Reason.FORFEIT) if event.result.winner is not None:
            wanted = [(1 - event.result.winner, Forfeit(event.why or ""))]
        case Ended(reason=Reason.LIMIT) if match.table.game.secret(match.table.state):
            return match.begun.limit == match.table.ply + 1 or _alike(event, follow_up(match)[:1])
        case Ended():
            return _alike(event, follow_up(match)[:1])
    return any(_alike(event, _tried(match, seat, intent)[:1]) for seat, intent in wanted)


def _is_like_another(match: Match, event: Named) -> bool:
    """Is a name refused only for being like another player's? Records from before that was refused have such names."""
    decided = _decided(match, event.seat, TakeName(event.name))
    return isinstance(decided, tuple) and decided[0] is BadName and checked_name(event.name) == event.name


def _tried(match: Match, seat: int, intent: Intent) -> list[Event]:
    """What is decided; nothing if it is refused. To decide it again gives the same, since `decide` is pure."""
    decided = _decided(match, seat, intent)
    assert _decided(match, seat, intent) == decided
    if isinstance(decided, list):
        return decided
    _, name, message = decided
    assert name  # every refusal has one
    assert message.isprintable()
    return []


def _decided(match: Match, seat: int, intent: Intent) -> list[Event] | tuple[type[HeadwayError], str, str]:
    try:
        return decide(match, seat, intent)
    except HeadwayError as error:
        return type(error), error.name, str(error)


def _alike(event: Event, found: list[Event]) -> bool:
    """The same but for the dice and the reason that come with it, and for how a move is spelled."""
    if not found or type(found[0]) is not type(event):
        return False
    if isinstance(event, Ended) and isinstance(found[0], Ended):
        return (event.result, event.reason) == (found[0].result, found[0].reason)
    if isinstance(event, Begun) and isinstance(found[0], Begun):
        return event._replace(dice=None, commitment=None) == found[0]._replace(dice=None, commitment=None)
    if isinstance(event, Moved) and isinstance(found[0], Moved):
        return event._replace(move="") == found[0]._replace(move="")
    return found[0] == event


TestMatch = MatchMachine.TestCase
TestMatch.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
