"""Hints in a game are an event, so that its record says that there were some."""

import pytest

from headway.errors import BadRecord, GameOver
from headway.rulekit import P1, P2
from headway.table.apply import fold
from headway.table.decide import decide
from headway.table.events import Hinted, Moved, from_json, to_json
from headway.table.intents import AskHints, Resign
from headway.table.record import events_of
from headway.table.telling import tell
from headway.voice import Voice
from tests.table.matches import after, begun, moves


def test_hints_are_switched_on_once_a_game() -> None:
    match = begun()
    assert decide(match, P1, AskHints()) == [Hinted(P1)]
    hinted = after(match, (P1, AskHints()))
    assert decide(hinted, P1, AskHints()) == []
    assert decide(hinted, P2, AskHints()) == [Hinted(P2)]
    assert hinted.current.has_hints(P1)
    assert not hinted.current.has_hints(P2)
    assert hinted.table == match.table  # nothing else has changed


def test_the_record_says_when_they_were_switched_on() -> None:
    match = moves(after(moves(begun(), "3"), (P2, AskHints())), "2")
    events = list(events_of(match.current))
    assert events[1:] == [Moved(P1, "3", 1), Hinted(P2), Moved(P2, "2", 2)]
    assert fold(events).current.has_hints(P2)


def test_an_event_of_hints_has_one_form() -> None:
    assert to_json(Hinted(P2)) == {"hints": "P2"}
    assert from_json({"hints": "P2"}) == Hinted(P2)
    with pytest.raises(BadRecord, match='expected "hints" with P1 or P2'):
        from_json({"hints": True})


def test_hints_need_a_game_that_runs() -> None:
    over = after(begun(), (P1, Resign()))
    with pytest.raises(GameOver):
        decide(over, P1, AskHints())
    with pytest.raises(GameOver):
        fold([Hinted(P1)], over)
    with pytest.raises(BadRecord, match="P1 has switched hints on already"):
        fold([Hinted(P1), Hinted(P1)], begun())


def test_hints_are_told() -> None:
    game = begun().table.game
    assert tell(game, Hinted(P1), Voice(P1)) == "You switch hints on."
    assert tell(game, Hinted(P1), Voice(P2)) == "Player 1 switches hints on."
