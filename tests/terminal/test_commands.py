"""The machine-readable surfaces, the exit statuses, and one clear line for whatever is wrong."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from headway import catalogue
from headway.catalogue import find, names
from headway.laws import GAME_LAWS, LAWS
from headway.solver.index import ENDS_WON, index_of
from headway.solver.numbering import numbering
from headway.solver.solution import Certificate, Solution
from headway.solver.span import start_numbers
from headway.terminal import arena, cli, lab
from headway.terminal.cli import COMMANDS
from headway.terminal.solve import value_text
from tests.conftest import Headway, entries
from tests.patience import PATIENCE


def test_games_as_json(headway: Headway) -> None:
    listed = json.loads(headway("games", "--json").out)
    by_name = {game["name"]: game for game in listed}
    assert list(by_name) == names()
    assert {game["title"] for game in listed} == {
        "Number Race",
        "Predictive Pursuit",
        "Capture the Flag",
        "Cross Over",
        "Race to the Center",
    }
    lengths = {name: game["rules"]["length"]["default"] for name, game in by_name.items()}
    assert lengths == {
        "number-race": 20,
        "predictive-pursuit": 10,
        "capture-the-flag": 10,
        "cross-over": 9,
        "race-to-the-center": 10,
    }
    assert by_name["race-to-the-center"]["rules"]["reply"]["choices"] == ["adjacent", "always", "never"]
    assert by_name["race-to-the-center"]["rules"]["reply"]["default"] == "adjacent"
    assert by_name["race-to-the-center"]["rules"]["length"]["range"] == [2, 1000]
    assert by_name["race-to-the-center"]["rules"]["length"]["step"] == 2
    for game in listed:
        for rule in game["rules"].values():
            assert ("range" in rule) != ("choices" in rule)
            assert rule["sentence"].endswith(".")


def test_games_for_people_fit_the_terminal(headway: Headway) -> None:
    told = headway("games").out
    assert all(name in told for name in names())
    assert max(map(len, told.splitlines())) <= 80


def test_perft_as_json(headway: Headway) -> None:
    assert json.loads(headway("perft", "cross-over", "--depth", 3, "--json").out) == {"nodes": [1, 3, 9, 24]}
    # markers on two squares block each other from the start, and every move is a skip
    variant = headway("perft", "cross-over", "--depth", 2, "--json", "--rule", "length=2", "--rule", "longest_step=1")
    assert json.loads(variant.out) == {"nodes": [1, 1, 1]}
    # a board of one square ends with the first roll that shows its number
    board = headway("perft", "number-race", "--depth", 4, "--json", "--board", "3", "--first", "p2")
    assert json.loads(board.out) == {"nodes": [1, 1, 6, 5, 30]}


def test_perft_for_people(headway: Headway) -> None:
    assert headway("perft", "capture-the-flag", "--depth", 2).out == "  0  1\n  1  4\n  2  16\n"


def test_replay_as_json(headway: Headway) -> None:
    told = json.loads(headway("replay", "capture-the-flag", "--moves", "S1 2, S3 1", "--json").out)
    assert told == {
        "plies": [
            {"by": "P1", "move": "S1 2", "positions": {"p1": [2, 0], "p2": [10, 10]}, "to_move": "P2"},
            {"by": "P2", "move": "S3 1", "positions": {"p1": [2, 0], "p2": [9, 10]}, "to_move": "P1"},
        ],
        "winner": None,
    }
    race = json.loads(headway("replay", "race-to-the-center", "--moves", "2,1,2,2,1", "--json").out)
    assert (race["winner"], race["plies"][-1]["to_move"]) == ("P1", None)
    dice = json.loads(headway("replay", "number-race", "--moves", "roll, 4", "--first", "p2", "--json").out)
    assert [(ply["by"], ply["move"], ply["to_move"]) for ply in dice["plies"]] == [
        ("P2", "roll", "CHANCE"),
        ("CHANCE", "4", "P1"),
    ]


def test_replay_of_no_moves(headway: Headway) -> None:
    assert json.loads(headway("replay", "cross-over", "--moves", "", "--json").out) == {"plies": [], "winner": None}
    assert headway("replay", "cross-over", "--moves", "").out.endswith("\nThe game is not finished.\n")


def test_check_tells_what_was_checked_and_in_how_many_states(headway: Headway) -> None:
    # the 62 states of the book's game, but for the two where both markers have arrived
    told = headway("check", "race-to-the-center", "--rule", "reply=never")
    assert told.status == 0
    assert told.out.startswith("race-to-the-center  length=10 longest_step=2 reply=never\n    60 states")
    assert told.out.count("    ok      ") == len(GAME_LAWS) + len(LAWS) + 1
    assert "    ok      the compiled rules agree with the interpreted ones\n" in told.out


def test_check_without_a_game_checks_all_that_there_are(headway: Headway, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here two small ones; tests/games/test_sixth_game.py checks all five, beside broken ones."""
    small = ["cross-over", "race-to-the-center"]
    monkeypatch.setattr(catalogue, "games", lambda: ([find(name) for name in small], []))
    told = headway("check")
    assert told.status == 0
    assert [line.split()[0] for line in told.out.splitlines() if not line.startswith(" ")] == small


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["play", "cros-over"], 'There is no game "cros-over". Did you mean cross-over?'),
        (["play", "chess"], 'There is no game "chess". The games are: capture-the-flag, cross-over,'),
        (["rules", "number race 2"], "Did you mean number-race?"),
        (["plya", "cross-over"], 'There is no command "plya". Did you mean play?'),
        (["play"], "Missing argument 'GAME'"),
        (["play", "cross-over", "--speed", "3"], "No such option"),
        (
            ["play", "cross-over", "--p1", "robot"],
            'There is no player "robot". The players are: human, random, 1 to 9, perfect,',
        ),
        (["play", "cross-over", "--p2", "randon"], "Did you mean random?"),
        (["play", "cross-over", "--first", "p3"], "p3"),
        (["play", "cross-over", "--match", "0"], "--match"),
        (["play", "cross-over", "--limit", "-1"], "--limit"),
        (["play", "cross-over", "--seed", "x"], "--seed"),
        (["play", "cross-over", "--rule", "length=1"], 'length takes a whole number from 2 to 1000, not "1".'),
        (["play", "cross-over", "--rule", "length=1e3"], 'length takes a whole number from 2 to 1000, not "1e3".'),
        (["play", "cross-over", "--rule", "length=\u0661\u0662"], "length takes a whole number"),
        (["play", "cross-over", "--rule", "length=" + "9" * 5000], "length takes a whole number"),
        (["play", "cross-over", "--rule", "length"], '--rule takes NAME=VALUE, not "length".'),
        (["play", "cross-over", "--rule", "lenght=9"], 'There is no rule "lenght". Did you mean length?'),
        (["play", "cross-over", "--rule", "length=9", "--rule", "length=8"], 'The rule "length" is given twice.'),
        (["play", "cross-over", "--board", "1,2"], "Cross Over has no board to give."),
        (["play", "race-to-the-center", "--rule", "length=9"], "length takes a whole even number from 2 to 1000"),
        (["play", "race-to-the-center", "--rule", "reply=maybe"], "reply takes adjacent, always, or never"),
        (["play", "number-race", "--board", "1,2,7"], "board takes numbers from 1 to 6, separated by commas"),
        (["play", "number-race", "--board", ""], "board takes numbers from 1 to 6, separated by commas"),
        (["perft", "cross-over", "--depth", "x"], "--depth"),
        (["perft", "cross-over"], "Missing option '--depth'"),
        (["check", "--rule", "length=9"], "headway check GAME"),
        (["replay", "cross-over"], 'Give the moves of cross-over with --moves "..."'),
        (["replay", "no-such-file"], 'There is no file "no-such-file".'),
        (["replay", "."], ". cannot be read: Is a directory."),
        (["replay", "cross-over", "--moves", "3,2,3"], "Move 3, 3: Cannot move 3 positions; that would land on"),
        (["replay", "cross-over", "--moves", "3,x"], 'Move 2: "x" is not a move here. You can enter 1, 2, or 3.'),
        (["replay", "cross-over", "--moves", "3,,2"], "Move 2: nothing is between the commas."),
        (["replay", "race-to-the-center", "--moves", "2,1,2,2,1,2"], "Move 6, 2: The game is over."),
        (["replay", "x" * 300], "There is no file"),
        (["replay", "Cross Over"], "Give the moves of cross-over with --moves"),
        (["replay", "x.jsonl", "--first", "p2"], "--rule, --board and --first go with --moves"),
        (["resume", "no-such-file"], "no-such-file is not a file."),
        (["play", "cross\x1b[31mover"], 'There is no game "cross?[31mover".'),
    ],
)
def test_bad_usage_gets_one_line_and_status_2(headway: Headway, args: list[str], complaint: str) -> None:
    refused = headway(*args)
    assert refused.status == 2
    assert refused.out == ""
    assert refused.err.startswith("headway: ")
    assert refused.err.count("\n") == 1
    assert complaint in refused.err
    assert len(refused.err) < 300


def test_a_name_may_be_written_as_people_write_it(headway: Headway) -> None:
    for name in ("Cross Over", "cross_over", "CROSS-OVER"):
        assert headway("rules", name).status == 0


@pytest.mark.parametrize("typed", [b"\xff\xfe\n", b"\x00\x1b[31m\x07\n", b"x" * 1_000_000 + b"\n", "3️⃣\n".encode()])
def test_unreadable_input_costs_one_line_and_nothing_else(headway: Headway, typed: bytes) -> None:
    told = headway("play", "cross-over", typed=typed + b"3\n")
    assert told.status == 0
    assert "Player 1 moves to position 4." in told.out
    assert "\x1b" not in told.out
    assert len(told.out) < 1000
    assert told.out.count("Please choose a different number of positions to move (1, 2, or 3):") == 1


def test_help_is_there_for_every_command(headway: Headway) -> None:
    told = headway("--help").out
    for command in COMMANDS:
        assert f"\n  {command} " in told
        assert headway(command, "--help").out.startswith(f"Usage: headway {command}")
    assert headway("--version").out.startswith("headway 0.")


def test_the_module_of_a_command_is_called_like_it() -> None:
    folder = Path(cli.__file__).parent
    for command in [
        *COMMANDS,
        *(f"arena {command}" for command in arena.COMMANDS),
        *(f"lab {command}" for command in lab.COMMANDS),
    ]:
        path = folder / command.replace(" ", "/")
        text = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8")
        assert text.startswith(f'"""`headway {command}`: ')
        assert f"\ndef {command.split()[-1]}(" in text


def test_a_closed_pipe_is_no_traceback() -> None:
    endless = "play cross-over --rule longest_step=1 --p1 random --p2 random"  # far more than a pipe holds
    command = f"{sys.executable} -m headway {endless} | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.stdout, done.stderr) == ("Welcome to Cross Over!\n", "")


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_no_traceback(closed: str) -> None:
    compiling = [("check cross-over", 0)] * (closed == "<&- >&- 2>&-")  # it takes seconds
    for command, status in (("games", 0), ("play cross-over", 0), ("solve cross-over", 0), ("nonsense", 2), *compiling):
        line = f"{sys.executable} -m headway {command} {closed}"
        done = subprocess.run(
            line, shell=True, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL
        )
        assert "Traceback" not in done.stderr
        assert done.returncode == status


def test_too_little_memory_is_said_in_a_line() -> None:
    """The program may take 20 MiB more than it has when it begins: what fills them takes seconds, and not a minute."""
    program = """
import resource, sys
from pathlib import Path
from headway.terminal.cli import run
pages = int(Path("/proc/self/statm").read_text().split()[0])
most = pages * resource.getpagesize() + (20 << 20)
resource.setrlimit(resource.RLIMIT_AS, (most, most))
sys.exit(run(sys.argv[1:]))
"""
    args = ["perft", "capture-the-flag", "--rule", "soldiers=9", "--depth", "50"]
    command = [sys.executable, "-c", program, *args]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (
        1,
        "headway: There is not enough memory for this; take smaller rules or less depth.\n",
    )


def test_output_that_cannot_show_a_letter_shows_a_mark_instead(program: Headway) -> None:
    told = program("play", "cross-over", typed="é\n", env={"PYTHONIOENCODING": "ascii"})
    assert told.status == 0
    assert "Player 1: ?\n" in told.out


def test_a_user_without_a_home_can_play(program: Headway) -> None:
    """As in a container with a number for a user: the game cannot be saved, and is played all the same."""
    code = (
        "import pathlib, platformdirs, sys; from headway.terminal.cli import run; sys.exit(run(['play', 'cross-over']))"
    )
    broken = "import platformdirs\ndef gone(*a): raise RuntimeError\nplatformdirs.user_state_path = gone\n" + code
    done = subprocess.run([sys.executable, "-c", broken], input="3\n", capture_output=True, text=True, timeout=PATIENCE)
    assert "Player 1 moves to position 4." in done.stdout
    assert done.stderr.count("\n") == 1


def test_an_interruption_that_falls_where_nothing_can_be_raised_is_not_lost() -> None:
    """As in a callback of the compiler: Python drops what is raised there, and the program would go on."""
    program = """
import sys, time
from headway.solver.solution import Certificate, Solution
from headway.terminal import arena, cli, lab
class Deaf:
    def __del__(self):
        raise KeyboardInterrupt
def main(*args, **options):
    Deaf()
    time.sleep(60)
cli.cli.main = main
try:
    cli.run([])
except KeyboardInterrupt:
    print("heard")
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert (ended.stdout, ended.stderr) == ("heard\n", "")


def test_endless_play_is_called_endless_and_not_even(headway: Headway) -> None:
    """Best play of Capture the Flag never ends, whatever the first move is."""
    told = headway("hint", "capture-the-flag").out
    assert told == "After every move, best play goes on for ever.\n"
    assert "%" not in told
    assert "value        endless, which counts as 0.500000\n" in headway("solve", "capture-the-flag").out
    hint = json.loads(headway("hint", "capture-the-flag", "--json").out)
    assert {(move["value"], move["endless"]) for move in hint["moves"]} == {(0.5, True)}


def test_an_even_game_is_called_even() -> None:
    game = find("cross-over")
    index = index_of(game, numbering(game), start_numbers(game, numbering(game))[:1], {})
    even = Solution(game, Certificate("none", 0.0), 1, index, [0.5], [ENDS_WON], None, None)
    assert value_text(even, game.start()) == "0.500000, the chance that Player 1 wins: even"
    endless = replace(even, ends=[0])
    assert value_text(endless, game.start()) == "endless, which counts as 0.500000"
    drawn = replace(even, ends=[2])
    assert value_text(drawn, game.start()) == "a draw, which counts as 0.500000"


def test_a_review_tells_endless_play(headway: Headway, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    headway("play", "capture-the-flag", "--record", record, typed=entries("S1 2", "S3 1", "S1 2", "resign"))
    told = headway("review", record).out
    assert "(~ marks endless play, which counts as one half)\n" in told
    assert re.search(r"^  1\. Player 1  S1 2 +endless$", told, re.MULTILINE)
    assert not re.search(r"^  \d\. .* 50\.00 %", told.replace("gave away 50.00 %", ""), re.MULTILINE)


@pytest.mark.parametrize("where", ["rules", "play"])
def test_the_rules_of_a_variant_come_before_the_book(headway: Headway, where: str) -> None:
    variant = ["race-to-the-center", "--rule", "length=12", "--rule", "reply=never"]
    told = headway(where, *variant, typed=entries("rules", "quit")).out
    here, _, book = told.partition("The rule book, with its own numbers:\n")
    assert "Race to the Center with length=12, reply=never:\n" in here
    for line in find("race-to-the-center").variant({"length": "12", "reply": "never"}).how_to_play:
        assert f"- {line}\n" in here
    assert "the center is 5" in book
    assert "with its own numbers" not in headway("rules", "race-to-the-center").out
