"""Why a game was won: true in every finished state of the five games and their variants, for every viewer."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from headway.catalogue import find
from headway.contract import default_ending
from headway.game import Game, State
from headway.rulekit import OVER, P1, P2, SPECTATOR
from headway.table.ending import tell_ending
from headway.voice import Voice
from tests.lines import every_game, table_of

VIEWERS = (P1, P2, SPECTATOR)
NAMES = ("Ada", "Bob")
VARIANTS: list[tuple[str, dict[str, object]]] = [
    ("number-race", {}),
    ("number-race", {"board": [1]}),
    ("number-race", {"board": [1, 2, 3, 3]}),
    ("predictive-pursuit", {}),
    ("predictive-pursuit", {"length": 1}),
    ("predictive-pursuit", {"length": 5, "longest_step": 3, "overshoot": "stops"}),
    ("predictive-pursuit", {"length": 4, "forced": "unblockable"}),
    ("capture-the-flag", {}),
    ("capture-the-flag", {"length": 1}),
    ("capture-the-flag", {"length": 4, "soldiers": 1, "longest_step": 2}),
    ("capture-the-flag", {"length": 3, "soldiers": 3, "longest_step": 3}),
    ("cross-over", {}),
    ("cross-over", {"length": 2}),
    ("cross-over", {"length": 6, "longest_step": 4}),
]
VARIANTS += [
    ("race-to-the-center", {"length": length, "longest_step": step, "reply": reply})
    for reply in ("adjacent", "always", "never")
    for length, step in ((2, 1), (2, 2), (4, 3), (6, 1), (10, 2), (12, 4))
]


def finished(game: Game) -> list[State]:
    return [state for state in game.reachable() if game.actor(state) == OVER]


def expected(game: Game, state: State, voice: Voice) -> str:
    """The reason by the positions of the pieces alone, as the rule books have it."""
    positions, length = game.positions(state), int(str(game.settings["length"]))
    return REASONS[game.name](positions, length, voice)


def reached_the_end(positions: tuple[tuple[int, ...], ...], length: int, voice: Voice) -> str:
    [winner] = [seat for seat in (P1, P2) if positions[seat] == (length,)]
    return f"{subject(winner, voice)} reached position {length}."


def captured(positions: tuple[tuple[int, ...], ...], length: int, voice: Voice) -> str:
    flags = (length, 0)
    [(winner, which)] = [
        (seat, which) for seat in (P1, P2) for which, place in enumerate(positions[seat]) if place == flags[seat]
    ]
    soldier = f"S{which + 1 + winner * len(positions[P1])}"
    flag = "your" if voice.viewer == 1 - winner else f"{NAMES[1 - winner]}'s"
    return f"{'Your ' if voice.viewer == winner else ''}{soldier} reached {flag} flag."


def crossed(positions: tuple[tuple[int, ...], ...], length: int, voice: Voice) -> str:
    [winner] = [seat for seat, is_past in enumerate((positions[P1][0] > length, positions[P2][0] < 1)) if is_past]
    verb = "are" if voice.viewer == winner else "is"
    start = "your start" if voice.viewer == 1 - winner else f"{NAMES[1 - winner]}'s start"
    return f"{subject(winner, voice)} {verb} past {start} at {length if winner == P1 else 1}."


def at_the_center(positions: tuple[tuple[int, ...], ...], length: int, voice: Voice) -> str:
    arrived = [seat for seat in (P1, P2) if positions[seat] == (length // 2,)]
    if len(arrived) == 2:
        return "Both reached the center; moving second wins."
    return f"{subject(arrived[0], voice)} reached the center first."


def subject(seat: int, voice: Voice) -> str:
    return "You" if voice.viewer == seat else NAMES[seat]


REASONS: dict[str, Callable[[tuple[tuple[int, ...], ...], int, Voice], str]] = {
    "number-race": reached_the_end,
    "predictive-pursuit": reached_the_end,
    "capture-the-flag": captured,
    "cross-over": crossed,
    "race-to-the-center": at_the_center,
}


@pytest.mark.parametrize(("name", "rules"), VARIANTS, ids=str)
def test_the_reason_is_true_in_every_finished_state(name: str, rules: dict[str, object]) -> None:
    game = find(name).variant(rules)
    states = finished(game)
    assert {game.winner(state) for state in states} <= {P1, P2}
    assert states
    for state in states:
        for viewer in VIEWERS:
            voice = Voice(viewer, NAMES)
            assert tell_ending(game, state, voice) == expected(game, state, voice)


@pytest.mark.parametrize("first", [P1, P2])
@pytest.mark.parametrize("reply", ["adjacent", "always"])
def test_where_both_are_on_the_center_the_second_mover_has_won(reply: str, first: int) -> None:
    """Both arrive in one turn, in every line of play that ends with both there."""
    lines = [table_of("race-to-the-center", first, length=6, reply=reply)]
    endings = 0
    while lines:
        table = lines.pop()
        if table.result is None:
            lines += [table.play(move) for move in table.legal]
        elif table.positions == ((3,), (3,)):
            endings += 1
            assert [table.by(table.ply - 2), table.by(table.ply - 1)] == [first, 1 - first]
            assert table.earlier(2).positions[first] != (3,)
            assert table.result.winner == 1 - first
            assert tell_ending(table.game, table.state, Voice(SPECTATOR)).startswith("Both reached the center;")
    assert endings


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_every_game_has_a_plain_sentence_or_none(game: Game) -> None:
    for state in finished(game):
        for viewer in VIEWERS:
            told = tell_ending(game, state, Voice(viewer))
            assert told == "" or re.fullmatch(r"[A-Z].*\.", told)
            assert viewer != SPECTATOR or not re.search(r"\b[Yy]our?\b", told)


def without_own_sentence(name: str, **rules: object) -> Game:
    game = find(name).variant(rules)
    return replace(game, words=game.words._replace(ending=default_ending))


def test_a_game_without_a_sentence_gets_a_derived_one() -> None:
    game = without_own_sentence("capture-the-flag", length=2)
    state = game.play(game.start(), game.parse(game.start(), "S1 2"))
    assert tell_ending(game, state, Voice(P1)) == "Your S1 reached position 2."
    assert tell_ending(game, state, Voice(P2)) == "S1 reached position 2."


def test_nothing_is_derived_where_both_are_on_a_goal() -> None:
    game = without_own_sentence("race-to-the-center", length=2)
    derived = {game.positions(state): tell_ending(game, state, Voice(P1)) for state in finished(game)}
    assert derived[((1,), (1,))] == ""
