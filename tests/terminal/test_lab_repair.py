"""`headway lab repair`: the result in words and as JSON, what is kept when it is interrupted, and refusals."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

import headway as package
from tests.conftest import Headway
from tests.interrupted import interrupted
from tests.lab.test_repair import chance_of_first

KEEP = ("--keep", ",".join(rule.name for rule in package.load("cross-over").change_list))
ASK = ("lab", "repair", "cross-over", "--skill", "0.5", "--to", "0.74", "--rule", "length=7..12", *KEEP)


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_smallest_change_is_told_with_its_proof(headway: Headway) -> None:
    told = headway(*ASK, "--keep", "longest_step").out.splitlines()
    now, least, next_best = (
        f"{100 * float(chance_of_first(package.load('cross-over', length=length), Fraction(1, 2))):.6g} %"
        for length in (9, 8, 12)
    )
    assert told[:9] == [
        f"Cross Over between players who err at a rate of 0.5: the side that moves first wins {now}. "
        "Fair is 73 % to 75 %.",
        f"It is fair if length is 8 instead of 9: {least}.",
        "  headway play cross-over --rule length=8",
        "No smaller change is fair: 1 smaller variant tried, and it fails.",
        "",
        "The next best:",
        f"  length is 12 instead of 9: {next_best}",
        "    headway play cross-over --rule length=12",
        "",
    ]
    assert told[-4:] == [
        "  length from 7 to 12",
        "  no change: 1 tried, 0 fair",
        "  1 rule, 1 step: 2 tried, 1 fair",
        "  1 rule, more steps: 3 tried, 1 fair",
    ]


def test_where_none_is_fair_that_is_told(headway: Headway) -> None:
    told = headway(*ASK, "--keep", "longest_step", "--to", "0.1").out
    assert "No variant is known to be fair: all in these ranges fail.\n" in told


def test_a_variant_that_is_undecided_is_named(headway: Headway) -> None:
    kept = (*KEEP, "--keep", "soldiers,longest_step")
    told = headway("lab", "repair", "capture-the-flag", "--rule", "length=10,1000", *kept, "--to", "0.9").out
    assert "all in these ranges fail, but for 1 that could not be decided." in told
    assert "  length is 1000 instead of 10: Capture the Flag has up to" in told


def test_a_draw_and_endless_play_are_told_beside_a_chance_of_one_half(headway: Headway) -> None:
    kept = ("--keep", "lot,pie,head_start", "--rule", "length=9")
    told = headway("lab", "repair", "cross-over", *kept, "--rule", "longest_step=1,3", "--rule", "cap=0,4").out
    assert (
        "It is fair if cap is 4 instead of 0: 50 %, but best play is a draw." in told
    )  # the book's game takes 7 moves
    apart = told.split("Fair only because they never end (--endless counts them):\n")[1]
    assert "  longest_step is 1 instead of 3: 50 %\n" in apart
    assert "1 rule, more steps: 1 tried, 0 fair, 1 but for endless play" in told
    ask = ("lab", "repair", "cross-over", *kept, "--rule", "longest_step=1,3", "--rule", "cap=0,4", "--endless")
    assert "longest_step is 1 instead of 3: 50 %, but best play never ends" in headway(*ask).out


def test_the_command_of_an_answer_plays_that_variant(headway: Headway) -> None:
    keep = ("--keep", "lot,pie,cap", "--to", "0.3", "--within", "0.3", "--show", "1", "--json")
    for game, rules in (("number-race", ("--rule", "head_start=0,5")), ("cross-over", ("--rule", "length=9,8"))):
        (found,) = json.loads(headway("lab", "repair", game, *rules, *keep).out)["found"]
        called, *command = found["command"].split()
        headway(*command, "--record", f"{game}.jsonl")
        played = package.read(f"{game}.jsonl").table.game
        assert (called, played) == ("headway", package.Table.from_text(found["text"]).game)


def test_a_cap_is_a_larger_change_the_shorter_it_is(headway: Headway) -> None:
    kept = ("--keep", "lot,pie,head_start,length,longest_step")
    told = json.loads(headway("lab", "repair", "cross-over", *kept, "--rule", "cap=2..6", "--json").out)
    assert [(each["changes"], each["steps"]) for each in told["found"]] == [
        ({"cap": cap}, 7 - cap) for cap in (6, 5, 4, 3, 2)
    ]


def test_a_game_that_is_fair_is_left_alone(headway: Headway) -> None:
    first, last = headway("lab", "repair", "capture-the-flag", "--endless").out.splitlines()
    assert "wins 50 %, but best play never ends. Fair is 49 % to 51 %." in first
    assert last == "It is fair as it is."


def test_a_repair_in_which_a_variant_failed_ends_with_a_status_of_its_own(
    headway: Headway, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("headway.lab.study.solve", broken)
    told = headway(*ASK, "--keep", "longest_step")
    assert told.status == 1
    assert "length is 8 instead of 9: ZeroDivisionError: division by zero" in told.out


def test_the_result_is_json_for_programs(headway: Headway) -> None:
    told = json.loads(headway(*ASK, "--keep", "longest_step", "--json").out)
    assert (told["game"], told["skill"], told["to"], told["within"]) == ("cross-over", 0.5, 0.74, 0.01)
    assert [each["changes"] for each in told["found"]] == [{"length": 8}, {"length": 12}]
    assert package.Table.from_text(told["found"][0]["text"]).game == package.load("cross-over", length=8)
    assert told["tried"][1] == {
        "rules": 1, "steps": 1, "variants": 2, "fair": 1, "failed": 1, "undecided": 0, "refused": 0, "adding": 0,
        "endless": 0,
    }  # fmt: skip
    assert told["values"] == {"length": [7, 8, 10, 11, 12]}
    assert told["complete"]


def test_ctrl_c_keeps_what_is_measured_and_the_same_command_goes_on(headway: Headway) -> None:
    rules = ("--rule", "length=6..16", "--rule", "longest_step=2..5", *KEEP, "--keep", "soldiers")
    aim = ("--to", "0.9", "--within", "0.001", "--skill", "0.3", "-j", "1", "--rows", "rows.jsonl")
    status, out, _ = interrupted("lab", "repair", "capture-the-flag", *rules, *aim, when=b" left")
    assert status == 130
    assert out.startswith(b"Capture the Flag between players who err at a rate of 0.3: the side that moves first wins ")
    assert b"\nInterrupted. What was measured is in rows.jsonl; the same command goes on.\n" in out
    rows = Path("rows.jsonl").read_text().splitlines()
    assert rows
    assert all(json.loads(row)["rate"] == 0.3 for row in rows)


def test_ctrl_c_after_the_answer_ends_the_search_with_what_is_proved() -> None:
    kept = ("--keep", "cap,longest_step", "-j", "1", "--show", "1000")
    status, out, _ = interrupted(
        "lab", "repair", "cross-over", "--rule", "length=4..90", *kept, when=b"(Ctrl-C ends): "
    )
    assert status == 130
    told, _, rest = out.decode().partition("\nInterrupted.\n")
    assert told.splitlines()[1:4] == [
        "It is fair if lot is yes instead of no: 50 %.",
        "  headway play cross-over --rule lot=yes",
        "No smaller change is fair: 1 smaller variant tried, and it fails.",
    ]
    assert "Tried:\n  length from 4 to 90\n" in rest
    assert "It is fair" not in rest


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("cross-over", "--to", "2"), 'Expected a chance from 0 to 1, not "2".'),
        (("cross-over", "--skill", "x"), 'Expected a rate of errors from 0 to 1, not "x".'),
        (("cross-over", "--keep", "lenght"), 'There is no rule "lenght". Did you mean length?'),
        (("cross-over", "--rows", "rows.txt"), "rows.txt must end with .csv, .jsonl or .parquet."),
        (("number-race", "--rule", "length=4..6"), "A repair keeps the board, and with it length."),
        (("cros-over",), 'There is no game "cros-over". Did you mean cross-over?'),
    ],
)
def test_nonsense_is_refused_in_one_line(headway: Headway, arguments: tuple[str, ...], told: str) -> None:
    refused = headway("lab", "repair", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert told in refused.err
    assert refused.err.count("\n") == 1


def test_a_sweep_writes_its_picture_and_its_report(headway: Headway) -> None:
    ask = ("lab", "sweep", "cross-over", "--rule", "length=4..6", "--out", "rows.csv")
    headway(*ask)
    told = headway(*ask, "--plot", "lengths.svg", "--html", "report.html", "--server", "https://games.example")
    assert told.out == "0 rows measured, 3 known; all are in rows.csv.\n"
    rows = sorted(package.lab.read("rows.csv"), key=lambda row: str(row.rules["length"]))
    assert Path("lengths.svg").read_text() == package.lab.plot(rows)
    assert Path("report.html").read_text() == package.lab.report(rows, "https://games.example")
    assert headway(*ask, "--plot", "lengths.png").status == 0
    assert Path("lengths.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--plot", "lengths.gif"), "lengths.gif must end with .svg or .png."),
        (("--plot", "no/lengths.svg"), "no/lengths.svg cannot be written: there is no folder no."),
        (("--html", "report.html", "--server", "games"), "The address of a server is like http://127.0.0.1:8000"),
    ],
)
def test_a_picture_that_cannot_be_is_refused_before_any_work(
    headway: Headway, arguments: tuple[str, ...], told: str
) -> None:
    refused = headway("lab", "sweep", "cross-over", "--rule", "length=4..6", "--out", "rows.csv", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert told in refused.err
    assert not Path("rows.csv").exists()
