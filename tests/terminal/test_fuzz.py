"""Whatever is typed, at whatever moment, the program answers and goes on."""

import random
import re
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headway.catalogue import find, names
from headway.errors import IllegalMove, UnknownMove
from headway.terminal.options import settings as read_settings
from tests.conftest import Outcome
from tests.patience import wait_until
from tests.table.records import random_table
from tools.terminal import Terminal

MOVES = "1|2|3|roll|skip|S1 1|s1 2|S3 1|S4 2"
COMMANDS = "help|rules|board|undo|draw|yes|no|resign|?"
ALMOST = "|S1|S1 9|1 1|-1|1.0|\u0661|quit now"
WORDS = st.sampled_from("|".join((MOVES, COMMANDS, ALMOST)).split("|"))
ENDINGS = ("headway resume", "wins the game!", "won the game!", "wins the game.", "a draw.", "'s flag.")
WON_ALONE = re.compile(r"(You win|The computer wins)\. [A-Z].*\.")
"""The end of a game of one person against a computer, and why it ended."""
JUNK = st.binary(max_size=30).map(lambda data: data.replace(b"\n", b" "))
LINES = st.lists(WORDS.map(str.encode) | JUNK, max_size=40).map(lambda lines: b"\n".join(lines) + b"\n")


@given(name=st.sampled_from(names()), seed=st.integers(0, 50), plies=st.integers(0, 20), text=st.text())
def test_any_text_is_a_legal_move_or_refused(name: str, seed: int, plies: int, text: str) -> None:
    table = random_table(name, seed, plies)
    try:
        move = table.game.parse(table.state, text)
    except (UnknownMove, IllegalMove) as error:
        refusal = str(error)
    else:
        assert table.game.legal(table.state, move)
        refusal = "none"
    assert refusal.isprintable()
    assert len(refusal) < 200


@given(name=st.sampled_from(names()), rule=st.text(), board=st.none() | st.text())
def test_any_rule_is_taken_or_refused(name: str, rule: str, board: str | None) -> None:
    game = find(name)
    try:
        refusal = str(game.variant(read_settings(game, [rule], board)).rules)
    except ValueError as error:
        refusal = str(error)
    assert refusal.isprintable()


@pytest.mark.parametrize("name", names())
def test_any_dialogue_on_a_real_terminal_ends_well(name: str) -> None:
    rng = random.Random(name)
    words = [*MOVES.split("|"), *COMMANDS.split("|"), *ALMOST.split("|"), "\x1b[A", "\xff", "x" * 300]
    terminal = Terminal("play", name, "--p2", rng.choice(["human", "random"]), "--seed", 1)
    for _ in range(60):
        terminal.type(f"{rng.choice(words)}\n")

    def has_ended() -> bool:
        """Say that the input ends, again and again: what is typed ahead of a secret is dropped."""
        if terminal.process.poll() is None:
            terminal.type("\x04")
            terminal.read(0.05)
        return terminal.process.poll() is not None

    wait_until(has_ended)
    assert terminal.wait() == 0
    assert "Traceback" not in terminal.screen


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(names()), typed=LINES, against=st.sampled_from(["human", "random"]))
def test_any_dialogue_ends_well(headway: Callable[..., Outcome], name: str, typed: bytes, against: str) -> None:
    told = headway("play", name, "--p2", against, "--seed", 1, typed=typed)
    assert told.status == 0
    assert told.err == ""
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", told.out)
    last = told.out.rstrip().splitlines()[-1]
    assert last.endswith(ENDINGS) or WON_ALONE.fullmatch(last)
