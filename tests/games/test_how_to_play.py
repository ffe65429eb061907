"""How to play: at most four short lines, true of the rules in force."""

import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from headway.catalogue import find, names
from headway.contract import default_how_to_play, fields
from headway.game import Game
from headway.rulekit import OVER, P1, P2

SIXTH = Path(__file__).parents[1] / "sixth"


def told(name: str, **rules: object) -> str:
    return "\n".join(find(name).variant(rules).how_to_play)


def numbers(text: str) -> set[int]:
    """The numbers in a text, those in "Player 1" and "Player 2" left out."""
    return set(map(int, re.findall(r"\d+", re.sub(r"Player \d", "", text))))


@pytest.mark.parametrize("name", names())
def test_it_is_short_under_every_extreme_of_the_rules(name: str) -> None:
    """Two lines of a narrow terminal at most for each line, whatever the rules."""
    book = find(name)
    ends = [
        [(rule.name, rule.choices[value] if rule.choices else value) for value in (rule.allowed[0], rule.allowed[-1])]
        for rule in book.rule_list
        if not rule.is_row
    ]
    for settings in product(*ends):
        lines = book.variant(dict(settings)).how_to_play
        assert 1 <= len(lines) <= 4
        assert all(0 < len(line) <= 84 and line == line.strip() and line.endswith(".") for line in lines), lines


@pytest.mark.parametrize("name", names())
def test_it_can_be_read_anywhere(name: str) -> None:
    """In a browser there is no Enter to press and no option to give."""
    assert not re.search(r"\benter|press|--|\btype", told(name), re.IGNORECASE)


def test_the_books_numbers() -> None:
    """The position that wins, the first and the last position, and the steps, as each book has them."""
    assert numbers(told("number-race")) == {0, 1, 20}
    assert numbers(told("predictive-pursuit")) == {0, 1, 2, 10}
    assert numbers(told("capture-the-flag")) == {0, 1, 2, 10}
    assert numbers(told("cross-over")) == {1, 3, 9}
    assert numbers(told("race-to-the-center")) == {0, 1, 2, 5, 10}


def test_the_numbers_of_variants() -> None:
    assert numbers(told("number-race", length=33)) == {0, 1, 33}
    assert numbers(told("predictive-pursuit", length=33, longest_step=7)) == {0, 1, 7, 33}
    assert numbers(told("capture-the-flag", length=33, soldiers=4, longest_step=7)) == {0, 1, 4, 7, 33}
    assert numbers(told("cross-over", length=33, longest_step=7)) == {1, 7, 33}
    assert numbers(told("race-to-the-center", length=34, longest_step=7)) == {0, 1, 7, 17, 34}
    assert "1 soldier at" in told("capture-the-flag", soldiers=1)
    assert "your soldier 1 position ahead" in told("capture-the-flag", soldiers=1, longest_step=1)


@pytest.mark.parametrize("longest_step", [1, 2, 3])
def test_a_skip_is_spoken_of_where_it_can_happen(longest_step: int) -> None:
    game = find("cross-over").variant({"longest_step": longest_step})
    skips = any(game.legal(state, game.tokens["skip"]) for state in game.reachable())
    assert skips == ("skip your turn" in "\n".join(game.how_to_play))


@pytest.mark.parametrize("forced", ["guessable", "unblockable"])
@pytest.mark.parametrize("overshoot", ["refused", "stops"])
@pytest.mark.parametrize("longest_step", [1, 2, 3])
def test_secrets_and_steps_past_the_end_are_spoken_of_as_they_are(
    longest_step: int, overshoot: str, forced: str
) -> None:
    rules = {"length": 4, "longest_step": longest_step, "overshoot": overshoot, "forced": forced}
    game = find("predictive-pursuit").variant(rules)
    text = "\n".join(game.how_to_play)
    running = [state for state in game.reachable() if game.actor(state) != OVER]
    choosing = [state for state in running if fields(state)["chosen"] == 0]
    assert game.has_secrets == ("in secret" in text)
    unguessed = game.has_secrets and not all(map(game.secret, choosing))
    assert unguessed == ("An only possible step is not guessed" in text)
    refused = any(len(game.moves_at(state)) < longest_step for state in choosing)
    assert refused == ("is not allowed" in text)
    stops = overshoot == "stops" and longest_step > 1  # a step of one never goes past the end
    assert stops == ("stops there" in text)


@pytest.mark.parametrize("reply", ["adjacent", "always", "never"])
@pytest.mark.parametrize("longest_step", [1, 2, 3])
def test_an_answer_to_an_arrival_is_spoken_of_as_it_is(longest_step: int, reply: str) -> None:
    game = find("race-to-the-center").variant({"reply": reply, "longest_step": longest_step})
    away = set()
    for state in game.reachable():
        seat, places = game.actor(state), game.positions(state)
        if seat in (P1, P2) and places[1 - seat] == (5,):
            away.add(abs(5 - places[seat][0]))
    said = re.search(r"are (\S+)(?: or | to )?(\d)? positions? away", "\n".join(game.how_to_play))
    assert (said is not None) == bool(away)
    if said is not None:
        assert away == set(range(int(said[1]), int(said[2] or said[1]) + 1))


def test_a_game_without_one_says_what_follows_from_its_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(SIXTH)
    game = Game.load("lucky-steps", "lucky_steps")
    assert game.how_to_play == ("Hide a coin, roll a die, and decide.", "The track has the positions 0 to 5.")
    assert game.variant({"length": 9}).how_to_play[1] == "The track has the positions 0 to 9."


@pytest.mark.parametrize(
    ("name", "goals"),
    [
        ("number-race", "Both players make for position 20."),
        ("cross-over", "Player 1 makes for positions 10 to 12. Player 2 makes for positions -2 to 0."),
        ("capture-the-flag", "Player 1 makes for position 10. Player 2 makes for position 0."),
    ],
)
def test_the_goals_are_part_of_it(name: str, goals: str) -> None:
    game = find(name)
    game = replace(game, words=game.words._replace(how_to_play=None))
    assert game.how_to_play[-1] == goals
    assert len(game.how_to_play) == 3


def test_goals_that_are_scattered_are_listed() -> None:
    assert default_how_to_play("Go.", (0, 9), ((1, 4, 8), ()))[-1] == "Player 1 makes for positions 1, 4, or 8."
