"""What players want to be called: events of the match, told to every viewer, and kept in its records."""

import json
from functools import reduce

import pytest

from headway.catalogue import find
from headway.errors import BadName, BadRecord, HeadwayError
from headway.rulekit import P1, P2, SPECTATOR
from headway.table.apply import apply, fold
from headway.table.decide import begin, resolve
from headway.table.events import Begun, Moved, Named, Proposal, from_json, to_json
from headway.table.intents import Accept, NextGame, Offer, Play, Resign, Sit, TakeName
from headway.table.match import Match
from headway.table.record import events_of
from headway.table.status import status
from headway.table.telling import name_players, tell, tell_players, tell_score
from headway.voice import Voice


def named(wins: int = 1) -> Match:
    match = begin(find("cross-over"), wins=wins).after
    for seat, name in ((P1, " Ada "), (P2, "Ben")):
        match = resolve(match, seat, TakeName(name)).after
    return match


def test_names_are_told_and_last_for_all_games_of_a_match() -> None:
    match = named(wins=2)
    assert match.names == ("Ada", "Ben")
    voice = Voice(P2, match.names)
    assert status(match.table, voice) == "Ada is to move."
    assert name_players(match.players, voice) == ["Ada", "You (Ben)"]
    assert tell_players(match.players, voice) == "You are Player 2; Player 1 is Ada."
    match = resolve(match, P1, Resign()).after
    assert tell_score(match)[0] == "Match score: Ada 0, Ben 1."
    match = resolve(match, P1, NextGame()).after
    assert (match.names, match.begun.names) == (("Ada", "Ben"), ("Ada", "Ben"))
    match = resolve(match, P1, Resign()).after
    assert match.is_over
    match = resolve(match, P1, Offer(Proposal.REMATCH)).after
    match = resolve(match, P2, Accept(Proposal.REMATCH)).after
    assert match.names == ("Ben", "Ada")  # the seats have swapped
    assert match.up_to(1).names == ("Ada", "Ben")


def test_a_long_run_of_moves_that_is_read_again_keeps_the_names() -> None:
    events = [*begin(find("cross-over").variant({"length": 40})).events, Named(P1, "Ada")]
    events += [Moved(ply % 2, "1", ply + 1) for ply in range(9)]
    assert fold(events) == reduce(apply, events, Match())
    assert fold(events).names == ("Ada", None)


def test_a_name_is_taken_once_and_can_be_given_up() -> None:
    match = named()
    assert resolve(match, P1, TakeName("Ada")).events == []
    events = resolve(match, P1, TakeName(None)).events
    assert events == [Named(P1, None)]
    assert tell(find("cross-over"), Named(P1, "Eve"), Voice(P1)) == "You are called Eve."
    assert tell(find("cross-over"), Named(P1, "Eve"), Voice(SPECTATOR, ("Eve", None))) == "Player 1 is called Eve."
    assert tell(find("cross-over"), events[0], Voice(P2)) == "Player 1 has no name any more."
    assert tell(find("cross-over"), events[0], Voice(P1, ("Ada", None))) == "You have no name any more."
    assert match.offers == ()


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\nb", "a\x1b[2J", "a\u202eb"])
def test_a_name_that_is_not_a_short_line_of_text_is_refused(name: str) -> None:
    with pytest.raises(HeadwayError, match=r"printable|too long|at least one letter"):
        resolve(named(), P1, TakeName(name))
    with pytest.raises(BadRecord):
        from_json({"name": name, "by": "P1"})


LIKE_ANOTHER = [
    "Player 1",
    "player 2",
    "PLAYER  1",
    "Player-1",
    "Player \N{FULLWIDTH DIGIT ONE}",
    "you",
    "YOU",
    " You. ",
    "Ben",
    "BEN",
    "B e n",
]


@pytest.mark.parametrize("name", LIKE_ANOTHER)
def test_a_name_that_readers_would_take_for_another_player_is_refused(name: str) -> None:
    is_other = name.replace(" ", "").casefold() == "ben"
    refusal = "^That is the other player's name.$" if is_other else "would be taken for another player"
    with pytest.raises(BadName, match=refusal) as refused:
        resolve(named(), P1, TakeName(name))
    assert (refused.value.name, str(refused.value).count("\n")) == ("bad-name", 0)


@pytest.mark.parametrize("name", ["Player 3", "Ben 2", "Yousuf", "★", "Ada", "ADA"])
def test_any_other_name_is_taken(name: str) -> None:
    assert resolve(named(), P1, TakeName(name)).after.names == (name, "Ben")


def test_names_of_signs_are_compared_as_they_are() -> None:
    match = resolve(named(), P2, TakeName("★")).after
    assert resolve(match, P1, TakeName("☆")).after.names == ("☆", "★")
    with pytest.raises(BadName):
        resolve(match, P1, TakeName("★"))


@pytest.mark.parametrize("name", LIKE_ANOTHER)
def test_a_record_with_such_a_name_opens(name: str) -> None:
    event = from_json({"name": name, "by": "P1"})
    assert fold([event], named()).names == (name.strip(), "Ben")
    assert resolve(fold([event], named()), P1, TakeName(name.strip())).events == []


def test_the_record_has_the_names() -> None:
    match = resolve(named(), P1, Play("3", 0)).after
    match = resolve(match, P2, Resign()).after
    match = resolve(match, P1, Offer(Proposal.REMATCH, is_agreed=True)).after
    lines = [json.loads(json.dumps(to_json(event))) for played in match.games for event in events_of(played)]
    assert [line["name"] for line in lines if "name" in line] == ["Ada", "Ben"]
    assert [line.get("names") for line in lines if "headway" in line] == [None, ["Ben", "Ada"]]
    assert fold(map(from_json, lines)).names == ("Ben", "Ada")
    lines[-1]["names"] = ["Eve", "Ada"]
    with pytest.raises(BadRecord, match="not the next"):
        fold(map(from_json, lines))


@pytest.mark.parametrize("names", ["Ada", ["Ada"], ["Ada", 5], ["Ada", "\n"]])
def test_names_in_a_header_that_are_not_two_names_are_refused(names: object) -> None:
    header = to_json(begin(find("cross-over")).events[0])
    with pytest.raises(BadRecord):
        from_json({**header, "names": names})


# -- computers


def test_a_computer_without_a_name_is_called_the_computer() -> None:
    match = begin(find("capture-the-flag"), players=("human", "5")).after
    assert (match.names, match.called) == ((None, None), (None, "the computer"))
    match = resolve(match, P1, Play("S1 1", 0)).after
    assert status(match.table, Voice(P1, match.called)) == "The computer is to move."
    match = resolve(match, P2, Play("S3 2", 1)).after
    assert match.table.story(P1, match.called)[-1] == "The computer moves S3 from 10 to 8."
    won = resolve(match, P1, Resign()).after
    assert status(won.table, Voice(P1, won.called)) == "The computer wins. You resigned."
    assert status(won.table, Voice(P2, won.called)) == "You win. Player 1 resigned."
    assert won.current.called == won.called
    assert tell_players(won.players, Voice(P1, won.called)) == "You are Player 1; Player 2 is the computer, level 5."


def test_of_two_computers_neither_is_the_computer() -> None:
    assert begin(find("cross-over"), players=("5", "perfect")).after.called == (None, None)


def test_a_computer_that_takes_over_keeps_what_the_seat_was_called() -> None:
    """What a person has moved must not be told as the computer's."""
    match = resolve(begin(find("cross-over")).after, P1, Sit(P2, "5")).after
    assert match.called == (None, None)
    again = resolve(resolve(match, P1, Resign()).after, P1, Offer(Proposal.REMATCH, is_agreed=True)).after
    assert again.players == ("5", "human")
    assert again.called == ("the computer", None)
    other = resolve(again, P2, Sit(P1, "7")).after
    told = tell(other.table.game, other.current.story.last(1)[0].what, Voice(P2, other.called))
    assert told == "A computer, level 7, plays for Player 1."


@pytest.mark.parametrize("name", ["computer", "The Computer", "THE-COMPUTER"])
def test_a_person_cannot_be_called_the_computer(name: str) -> None:
    with pytest.raises(BadName, match="taken for another player"):
        resolve(begin(find("cross-over")).after, P1, TakeName(name))


# -- events


@pytest.mark.parametrize(
    "name", ["", " Ada", "x" * 500, "a\x1b[2J", 7], ids=["none", "spaced", "long", "escape", "number"]
)
def test_an_event_with_a_name_that_nobody_may_take_is_refused(name: str) -> None:
    with pytest.raises(HeadwayError):
        apply(named(), Named(P1, name))
    begun = begin(find("cross-over")).events[0]
    assert isinstance(begun, Begun)
    with pytest.raises(HeadwayError):
        apply(Match(), begun._replace(names=(None, name)))
