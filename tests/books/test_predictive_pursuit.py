"""Predictive Pursuit against its book."""

import pytest

from headway.catalogue import find
from headway.contract import fields
from headway.errors import IllegalMove, UnknownMove
from headway.rulekit import OVER, P1, P2, SPECTATOR
from headway.table.outcome import Result
from headway.table.table import Table
from tests.conftest import Headway, entries
from tests.lines import legal_tokens, places, played, table_of

SAMPLE = [  # the fifteen turns of the sample game: secret, guess, and both positions afterwards
    (2, 1, [2, 0]),
    (2, 2, [2, 0]),
    (1, 2, [3, 0]),
    (1, 1, [3, 0]),
    (2, 1, [5, 0]),
    (2, 1, [5, 2]),
    (2, 2, [5, 2]),
    (1, 2, [5, 3]),
    (2, 1, [7, 3]),
    (2, 2, [7, 3]),
    (1, 2, [8, 3]),
    (1, 1, [8, 3]),
    (2, 2, [8, 3]),
    (2, 1, [8, 5]),
    (2, 1, [10, 5]),
]


def test_the_sample_game_replays_turn_by_turn() -> None:
    table = table_of("predictive-pursuit")
    for secret, guess, after in SAMPLE:
        table = played(table, secret, guess)
        assert places(table) == after
    assert table.result is Result.P1


def test_the_turn_example_of_the_rules_replays() -> None:
    table = played(table_of("predictive-pursuit"), 2, 1)
    assert places(table) == [2, 0]
    table = played(table, 1, 1)
    assert places(table) == [2, 0]


def test_the_dialogue_is_the_books(headway: Headway) -> None:
    told = headway("play", "predictive-pursuit", typed=entries(2, 1, 2, 2)).out
    assert (
        """\
Player 1's Turn:
Enter your secret move (1 or 2): [Input Hidden]
Player 2, guess Player 1's move (1 or 2): 1
Player 1 chose 2.
Your guess was incorrect. Player 1 moves to position 2.

Scores:
Player 1 Position: 2
Player 2 Position: 0
---
Player 2's Turn:
Enter your secret move (1 or 2): [Input Hidden]
Player 1, guess Player 2's move (1 or 2): 2
Player 2 chose 2.
Your guess was correct. Player 2 does not move.

Scores:
Player 1 Position: 2
Player 2 Position: 0
---
"""
        in told
    )


def test_the_closing_line_is_the_books(headway: Headway) -> None:
    typed = entries(*(number for secret, guess, _ in SAMPLE for number in (secret, guess)))
    told = headway("play", "predictive-pursuit", typed=typed)
    assert told.status == 0
    assert told.out.endswith("---\nPlayer 1 reaches position 10 and wins the game.\n")


def test_the_other_player_guesses_not_the_mover() -> None:
    chosen = played(table_of("predictive-pursuit"), 2)
    assert chosen.actor == P2
    assert legal_tokens(chosen) == ["1", "2"]


def test_erratum_turn_13_has_both_steps() -> None:
    before = table_of("predictive-pursuit")
    for secret, guess, _ in SAMPLE[:12]:
        before = played(before, secret, guess)
    assert places(before)[0] == 8
    assert legal_tokens(before) == ["1", "2"]
    assert places(played(before, 2, 1))[0] == 10
    assert places(played(before, 1, 2))[0] == 9


def test_erratum_a_game_need_not_end() -> None:
    start = table_of("predictive-pursuit")
    assert played(start, 1, 1, 1, 1).state == start.state


def test_erratum_the_last_step_can_always_be_blocked() -> None:
    """A player who guesses 2 at a token on 8 and 1 at a token on 9 cannot lose, whatever else happens."""
    game = find("predictive-pursuit")
    for guard in (P1, P2):
        seen = {game.start(first) for first in (P1, P2)}
        waiting = list(seen)
        for state in waiting:
            assert game.actor(state) != OVER or game.winner(state) == guard
            (place,) = game.positions(state)[1 - guard]
            must_guess = 10 - place if game.actor(state) == guard and fields(state)["chosen"] else None
            for move in game.moves_at(state):
                after = game.play_unchecked(state, move)
                if (must_guess not in (1, 2) or move + 1 == must_guess) and after not in seen:
                    seen.add(after)
                    waiting.append(after)
        assert len(waiting) > 500


@pytest.mark.parametrize("cure", [("overshoot", "stops"), ("forced", "unblockable")])
def test_the_variants_cure_the_block(cure: tuple[str, str]) -> None:
    # from 9 the token is not held by a guess of 1: it takes the step of 2 that stops, or cannot be guessed at
    at_nine = played(Table(find("predictive-pursuit").variant(dict([cure]))), *almost_there())
    secret = at_nine.game.secret(at_nine.state)
    assert played(at_nine, 2, 1).result is Result.P1 if secret else played(at_nine, 1).result is Result.P1


def almost_there() -> list[int]:
    """Moves that bring Player 1 to 9 of 10 and leave Player 2 at 0, with Player 1 to choose."""
    return [2, 1, 1, 1] * 4 + [1, 2, 1, 1]


def test_a_step_past_the_goal_is_refused_and_asked_again(headway: Headway) -> None:
    at_nine = played(table_of("predictive-pursuit"), *almost_there())
    assert places(at_nine) == [9, 0]
    assert legal_tokens(at_nine) == ["1"]
    with pytest.raises(IllegalMove, match="would pass position 10"):
        played(at_nine, 2)
    told = headway("play", "predictive-pursuit", typed=entries(*almost_there(), 2, 1, 2)).out
    assert told.endswith("""\
Enter your secret move (1 or 2): [Input Hidden]
That move would pass position 10; you must choose a lesser move (1).
Enter your secret move (1 or 2): [Input Hidden]
Player 2, guess Player 1's move (1 or 2): 2
Player 1 chose 1.
Your guess was incorrect. Player 1 moves to position 10.

Scores:
Player 1 Position: 10
Player 2 Position: 0
---
Player 1 reaches position 10 and wins the game.
""")


def test_any_step_may_be_guessed_possible_or_not() -> None:
    at_nine = played(table_of("predictive-pursuit"), *almost_there(), 1)
    assert legal_tokens(at_nine) == ["1", "2"]


def test_a_forced_step_can_be_blocked_by_default() -> None:
    blocked = played(table_of("predictive-pursuit"), *almost_there(), 1, 1)
    assert places(blocked) == [9, 0]
    assert blocked.actor == P2


def test_variant_a_forced_step_cannot_be_blocked(headway: Headway) -> None:
    at_nine = played(table_of("predictive-pursuit", forced="unblockable"), *almost_there())
    assert not at_nine.game.secret(at_nine.state)
    won = played(at_nine, 1)
    assert (places(won), won.result) == ([10, 0], Result.P1)
    moves = ",".join(map(str, [*almost_there(), 1]))
    told = headway("replay", "predictive-pursuit", "--rule", "forced=unblockable", "--moves", moves).out
    assert (
        """\
You have only one possible move and cannot be blocked. Enter it (1): 1
Player 1 moves to position 10.
"""
        in told
    )


def test_variant_a_step_past_the_goal_stops_on_it() -> None:
    at_nine = played(table_of("predictive-pursuit", overshoot="stops"), *almost_there())
    assert legal_tokens(at_nine) == ["1", "2"]
    assert played(at_nine, 2, 1).result is Result.P1


def test_only_the_mover_sees_the_choice() -> None:
    chosen = played(table_of("predictive-pursuit"), 2)
    assert chosen.view(P1) == chosen.state
    assert chosen.view(P2) == chosen.view(SPECTATOR) == played(table_of("predictive-pursuit"), 1).view(P2)
    assert chosen.log(P1) == ["2"]
    assert chosen.log(P2) == chosen.log(SPECTATOR) == ["?"]
    assert played(chosen, 1).log(SPECTATOR) == ["2", "1"]


def test_a_refused_secret_is_not_repeated() -> None:
    table = table_of("predictive-pursuit")
    with pytest.raises(UnknownMove) as refused:
        played(table, "22")
    assert "22" not in str(refused.value)
