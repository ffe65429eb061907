"""Play on a real terminal: the track, secrets, interruptions, and games that are left and resumed."""

import random
import re
import signal
import sys
import time
from pathlib import Path

import pytest

from headway.catalogue import find, names
from headway.table.record import read
from tests.conftest import Headway
from tools.terminal import Terminal

CODES = re.compile(r"\033\[[0-9;]*m")


def test_the_track_is_drawn_under_each_turn() -> None:
    terminal = Terminal("play", "cross-over")
    terminal.answer("Player 1: ", 3)
    terminal.wait_for("Player 2: ")
    assert (
        """\
Player 2 is at position 9.

Player 1                   P1
Position [ ]|   1   2   3   4   5   6   7   8   9 |[ ]
Player 2                                       P2

Player 2, it's your turn."""
        in terminal.screen
    )
    terminal.kill()


def test_the_track_shows_shared_squares_and_markers_that_have_left_it() -> None:
    terminal = Terminal("replay", "cross-over", "--moves", "3,2,2,2,3,3,1")
    terminal.wait()
    assert (
        """\
Player 1                                            P1
Position [ ]|   1   2   3   4   5   6   7   8   9 |[ ]
Player 2           P2
"""
        in terminal.screen
    )


@pytest.mark.parametrize("game", names())
def test_nothing_is_wider_than_the_terminal(game: str) -> None:
    terminal = Terminal("play", game, "--p1", "random", "--p2", "random", "--seed", 3, "--limit", 12)
    assert terminal.wait() == 0
    tracks = [line for line in terminal.screen.splitlines() if line.startswith("Position ") and "|" in line]
    assert tracks
    assert len({track.rindex("|") for track in tracks}) == 1
    assert max(map(len, CODES.sub("", terminal.raw.decode()).splitlines())) <= 80


@pytest.mark.parametrize("game", names())
def test_in_a_narrow_terminal_lines_break_between_words(game: str, program: Headway) -> None:
    args = ["play", game, "--p1", "random", "--p2", "random", "--seed", 3, "--limit", 12]
    told = program(*args).out
    terminal = Terminal(*args, "--plain", columns=40)
    assert terminal.wait() == 0
    lines = terminal.raw.decode().replace("\r\n", "\n").splitlines()
    assert max(map(len, lines)) <= 40 < max(map(len, told.splitlines()))
    assert "".join(lines).replace(" ", "") == "".join(told.split())
    whole = {*told.split()}
    assert all(word in whole or word.endswith(",") for line in lines[:-1] for word in line.split()[:-1])
    assert all(line.split()[-1] in whole or line.endswith((",", "]")) for line in lines if line.strip())


@pytest.mark.parametrize("command", ["games", "solve number-race"])
def test_a_long_board_is_broken_after_a_comma_in_a_narrow_terminal(command: str, program: Headway) -> None:
    told = program(*command.split()).out
    terminal = Terminal(*command.split(), columns=40)
    assert terminal.wait() == 0
    lines = terminal.raw.decode().replace("\r\n", "\n").splitlines()
    assert max(map(len, lines)) <= 40 < max(map(len, told.splitlines()))
    (board,) = set(re.findall(r"\d+(?:,\d+){9,}", told))
    assert board in "".join(line.strip() for line in lines)


@pytest.mark.parametrize("game", names())
def test_a_rule_book_is_reflowed_in_a_narrow_terminal(game: str) -> None:
    terminal = Terminal("rules", game, columns=40)
    assert terminal.wait() == 0
    lines = terminal.text.splitlines()
    assert max(map(len, lines)) <= 40
    assert " ".join(terminal.text.split()) == " ".join(find(game).rulebook.split())
    paragraphs = " ".join(line.strip() or "\n" for line in lines).split("\n")
    assert len(paragraphs) == find(game).rulebook.rstrip().count("\n\n") + 1
    assert sum(len(line) > 30 for line in lines) > len(lines) / 2  # not a long line and a short one in turns


def test_prompts_and_the_track_fit_a_narrow_terminal() -> None:
    terminal = Terminal("play", "capture-the-flag", columns=40)
    terminal.answer("(1 or 2): ", "S1 2", "help", "board", "rules")
    terminal.wait_for("(1 or 2): ", at_the_end=True)
    terminal.kill()
    assert (
        """\
Player 1, it's your turn.
Enter the soldier to move (S1/S2) and
positions to move (1 or 2): S1 2
Player 1 moves S1 forward 2 positions to
position 2.
"""
        in terminal.screen
    )
    assert "\n  S2    S1\n| [0] 1  2  3  4  5  6  7  8  9[10]|\n" in terminal.screen
    assert max(map(len, CODES.sub("", terminal.text).splitlines())) <= 40


def test_each_side_has_its_colour() -> None:
    terminal = Terminal("play", "cross-over")
    terminal.wait_for("Player 1: ")
    terminal.kill()
    colours = {text.split()[-1]: colour for line in terminal.coloured for colour, text in line if colour != "default"}
    assert colours == {"P1": "cyan", "P2": "magenta"}


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_can_be_turned_off(env: dict[str, str]) -> None:
    terminal = Terminal("play", "cross-over", env=env)
    terminal.answer("Player 1: ", "board")
    terminal.wait_for("Player 1: ", at_the_end=True)
    terminal.kill()
    assert terminal.screen.count("[ ]|") == 2
    assert "\033" not in terminal.text


def test_colour_can_be_insisted_on(program: Headway) -> None:
    told = program("play", "cross-over", typed="board\n", env={"FORCE_COLOR": "1", "NO_COLOR": ""}).out
    assert "\033[1;36mPlayer 1" in told
    plain = program("play", "cross-over", "--plain", typed="board\n", env={"FORCE_COLOR": "1", "NO_COLOR": ""}).out
    assert plain == program("play", "cross-over", typed="board\n").out == CODES.sub("", told)


def test_plain_gives_the_words_alone() -> None:
    terminal = Terminal("play", "cross-over", "--plain")
    terminal.answer("Player 1: ", 3)
    terminal.wait_for("Player 2: ")
    assert "|" not in terminal.screen
    assert "\033" not in terminal.text
    terminal.kill()


def test_in_a_narrow_terminal_a_hidden_entry_has_a_line_of_its_own() -> None:
    terminal = Terminal("play", "predictive-pursuit", "--plain", columns=40)
    terminal.wait_for("Enter your secret move (1 or 2): ")
    terminal.type("2\n")
    terminal.wait_for("Player 2, guess")
    assert [line.strip() for line in terminal.screen.splitlines()].count("[Input Hidden]") == 1
    terminal.kill()


def test_a_secret_is_not_echoed_nor_written_before_the_guess(state_home: Path) -> None:
    terminal = Terminal("play", "predictive-pursuit", "--plain")
    terminal.wait_for("Enter your secret move (1 or 2): ")
    assert not terminal.echoes
    shown = terminal.screen
    terminal.type("2\n")
    terminal.wait_for("Player 2, guess Player 1's move (1 or 2): ")
    assert terminal.echoes
    new = terminal.screen.removeprefix(shown.rstrip())
    assert new.split("\n")[0].strip() == "[Input Hidden]"
    assert "2" not in new.replace("Player 2", "").replace("1 or 2", "")
    (journal,) = state_home.glob("*.jsonl")
    assert "move" not in journal.read_text().splitlines()[-1]
    terminal.answer("move (1 or 2): ", 1)
    terminal.wait_for("Scores:")
    assert journal.read_text().splitlines()[1].endswith('"move": "2"}')
    terminal.kill()


def test_what_is_typed_ahead_of_a_secret_prompt_is_not_the_secret() -> None:
    terminal = Terminal("play", "predictive-pursuit")
    terminal.answer("secret move (1 or 2): ", 1)
    terminal.answer("guess Player 1's move (1 or 2): ", "2\n2")  # the second line is echoed: it cannot be a secret
    terminal.wait_for("Enter your secret move (1 or 2): ", at_the_end=True)
    assert "guess Player 2" not in terminal.screen
    terminal.kill()


def test_after_ctrl_z_a_secret_is_still_hidden() -> None:
    terminal = Terminal("play", "predictive-pursuit")
    terminal.wait_for("secret move (1 or 2): ", at_the_end=True)
    terminal.suspend_and_continue()
    terminal.answer("secret move (1 or 2): ", 2)
    terminal.wait_for("guess Player 1's move (1 or 2): ", at_the_end=True)
    assert not re.search(r"\): 2", terminal.screen)
    terminal.kill()


def test_a_mistyped_secret_is_not_shown_either() -> None:
    terminal = Terminal("play", "predictive-pursuit")
    terminal.answer("secret move (1 or 2): ", "987")
    terminal.wait_for("That is not a move here. You can enter 1 or 2.")
    assert "987" not in terminal.screen
    terminal.kill()


def test_ctrl_c_at_a_hidden_prompt_saves_and_gives_the_echo_back() -> None:
    terminal = Terminal("play", "predictive-pursuit")
    terminal.answer("secret move (1 or 2): ", 1)
    terminal.answer("move (1 or 2): ", 2)
    terminal.wait_for("secret move")
    assert not terminal.echoes
    terminal.type("\x03")
    assert terminal.wait() == 130
    assert terminal.echoes
    assert "Interrupted.\nThe game is saved. Go on with: headway resume" in terminal.screen


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGQUIT])
def test_a_program_that_is_ended_gives_the_echo_back(number: signal.Signals) -> None:
    terminal = Terminal("play", "predictive-pursuit")
    terminal.wait_for("secret move (1 or 2): ", at_the_end=True)
    assert not terminal.echoes
    terminal.kill(number)
    assert terminal.echoes


def test_a_hidden_choice_that_was_not_answered_is_asked_for_again(headway: Headway) -> None:
    terminal = Terminal("play", "predictive-pursuit")
    terminal.answer("secret move (1 or 2): ", 1)
    terminal.wait_for("guess")
    terminal.type("\x03")
    assert terminal.wait() == 130
    assert "Interrupted.\nA hidden choice is not saved; it will be asked for again." in terminal.screen
    assert "Player 1's Turn:\nEnter your secret move (1 or 2): [Input Hidden]" in headway("resume", typed="2\n").out


def test_ctrl_d_ends_the_input_and_saves() -> None:
    terminal = Terminal("play", "cross-over")
    terminal.answer("Player 1: ", 3)
    terminal.wait_for("Player 2: ")
    terminal.type("\x04")
    assert terminal.wait() == 0
    assert "The input has ended.\nThe game is saved. Go on with: headway resume" in terminal.screen


@pytest.mark.parametrize(
    ("game", "answers", "prompt"),
    [
        ("cross-over", ["nonsense"], "Player 1: "),
        ("cross-over", ["resign"], "Player 1, do you give the game up (yes or no)? "),
        ("cross-over", ["draw"], "Player 2, do you agree (yes or no)? "),
        ("number-race", [], "Roll the die (Press Enter to roll)..."),
        ("predictive-pursuit", [], "secret move (1 or 2): "),
    ],
)
@pytest.mark.parametrize(
    ("key", "status", "line"), [("\x03", 130, "Interrupted."), ("\x04", 0, "The input has ended.")]
)
def test_every_prompt_of_a_game_can_be_left_and_the_game_goes_on(
    game: str, answers: list[str], prompt: str, key: str, status: int, line: str
) -> None:
    """First in a new game, without colours, and then in the same game resumed, in plain words."""
    for args in (("play", game), ("resume", "--plain")):
        terminal = Terminal(*args, env={"NO_COLOR": "1"})
        terminal.answer("Player 1: ", *answers)
        terminal.wait_for(prompt, at_the_end=True)
        terminal.type(key)
        assert terminal.wait() == status
        assert "\033" not in terminal.text
        assert f"\n{line}\nThe game is saved. Go on with: headway resume" in terminal.screen


@pytest.mark.parametrize("how", ["kill", "terminate", "hang up", "close"])
def test_whatever_ends_the_program_resume_goes_on_where_the_screen_was(how: str, headway: Headway) -> None:
    terminal = Terminal("play", "cross-over")
    terminal.answer("Player 1: ", 3)
    terminal.answer("Player 2: ", 2)
    terminal.wait_for("Player 1: ")
    if how == "close":
        terminal.close()
    else:
        terminal.kill({"kill": signal.SIGKILL, "terminate": signal.SIGTERM, "hang up": signal.SIGHUP}[how])
    told = headway("resume", typed="3\n2\n")
    assert told.out.startswith(
        "Going on with Cross Over, Player 1 (a person) and Player 2 (a person), 2 moves played.\n"
    )
    assert "Cannot move 3 positions; that would land on Player 2's position." in told.out
    assert "Player 1 moves to position 6." in told.out


def test_killed_at_any_moment_nothing_is_lost_that_was_shown(state_home: Path) -> None:
    """Games are killed at random moments; the record always holds every move the screen confirmed."""
    rng = random.Random(11)
    for _ in range(8):
        terminal = Terminal("play", "capture-the-flag", "--plain")
        plies = rng.randrange(1, 8)
        for ply in range(plies):
            terminal.answer("(1 or 2): ", f"{'S1' if ply % 2 == 0 else 'S3'} 1")
        time.sleep(rng.random() / 50)
        terminal.process.kill()
        terminal.wait()
        shown = terminal.screen.count(" forward 1 position")
        record = read(max(state_home.glob("*.jsonl")))
        assert plies >= record.table.ply >= shown >= plies - 1
        for old in state_home.glob("*.jsonl"):
            old.unlink()


def test_a_game_that_is_being_played_is_not_resumed_twice(headway: Headway, state_home: Path) -> None:
    terminal = Terminal("play", "cross-over")
    terminal.wait_for("Player 1: ")
    assert headway("resume").err == "headway: There is no unfinished game.\n"
    (journal,) = state_home.glob("*.jsonl")
    refused = headway("resume", journal)
    assert (refused.status, refused.err) == (2, f"headway: {journal} is being played in another terminal.\n")
    terminal.kill()


@pytest.mark.parametrize(("target", "shown"), [("play", "q to quit"), ("serve", "Headway is served at")])
def test_ctrl_c_is_no_error_of_make(target: str, shown: str, tmp_path: Path) -> None:
    installed = ["-o", ".venv/play.done", "-o", ".venv/web.done", f"BIN={Path(sys.executable).parent}"]
    make = Terminal(
        target, "PORT=0", *installed, env={"XDG_DATA_HOME": str(tmp_path), "BROWSER": "true"}, command=["make"]
    )
    make.wait_for(shown)
    make.type("\x03")
    make.wait()
    assert "***" not in make.screen


def test_another_failure_is_an_error_of_make(tmp_path: Path) -> None:
    make = Terminal(
        "play", "GAME=chess", "-o", ".venv/play.done", f"BIN={Path(sys.executable).parent}", command=["make"]
    )
    assert make.wait() == 2
    assert "Error 2" in make.screen


def test_where_nothing_can_be_decided_the_computer_is_just_the_computer() -> None:
    terminal = Terminal()
    terminal.answer("? ", "number-race", "computer")
    terminal.wait_for("You are Player 1; Player 2 is the computer.\r\n")
    terminal.kill()


def test_a_person_is_told_which_player_they_are_against_the_computer() -> None:
    terminal = Terminal("play", "cross-over", "--p1", "5")
    terminal.wait_for("You are Player 2; Player 1 is the computer, level 5.")
    terminal.kill()
