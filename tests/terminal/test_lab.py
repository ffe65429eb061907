"""`headway lab`: sweeps as a table, as JSON and in files, plans, interruptions, and refusals in one line."""

import json
from pathlib import Path

import pytest

import headway as package
from tests.conftest import Headway
from tests.interrupted import interrupted
from tools.terminal import Terminal

GAME = "race-to-the-center"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_plan_says_how_many_variants_there_are_and_how_long_they_take(headway: Headway, tmp_path: Path) -> None:
    ask = ("lab", "sweep", GAME, "--rule", "length=4..30", "--rule", "longest_step=1..4", "--rule", "reply=all")
    told = headway(*ask, "--dry-run", "-j", "1", "--out", "rows.csv")
    assert told.out.splitlines()[:3] == [
        "Race to the Center: 168 variants",
        "  first  length=4 longest_step=1 reply=adjacent",
        "  last   length=30 longest_step=4 reply=never",
    ]
    assert "  time   about " in told.out
    assert told.out.endswith(" on 1 core\n")
    assert json.loads(headway(*ask, "--dry-run", "--json").out)["variants"] == 168
    assert not list(tmp_path.glob("rows*"))


def test_a_table_has_a_line_for_each_variant_in_their_order(headway: Headway) -> None:
    told = headway("lab", "sweep", "cross-over", "--rule", "length=9,4", "--rule", "longest_step=1,3")
    heading, *lines = told.out.split("\n\n")[0].splitlines()
    assert heading.split()[:6] == ["length", "longest_step", "P1", "first", "P2", "first"]
    assert [line.split()[:2] for line in lines] == [["9", "1"], ["9", "3"], ["4", "1"], ["4", "3"]]
    assert lines[1].split()[2:10] == ["100", "%", "0", "%", "90.68", "%", "64.74", "%"]  # the book's game
    assert told.status == 0


def test_what_cannot_be_measured_says_why_in_its_line(headway: Headway) -> None:
    told = headway("lab", "sweep", "capture-the-flag", "--rule", "length=2,1000")
    assert "\nlength=1000 soldiers=2 longest_step=2: too-large: Capture the Flag has up to" in told.out
    assert told.status == 0


def test_rules_that_the_game_refuses_are_lines_that_say_so(headway: Headway) -> None:
    ask = ("lab", "sweep", "cross-over", "--rule", "length=4,5", "--rule", "head_start=2,3")
    told = headway(*ask)
    why = "head_start can be at most 2 under these rules, not 3."
    assert f"\nlength=4 longest_step=3 head_start=3: refused: {why}\n" in told.out
    assert (told.status, told.out.count("refused:")) == (0, 1)
    plan = headway(*ask, "--dry-run")
    assert plan.out.startswith(
        "Cross Over: 4 variants, 1 of them refused by the game\n  first  length=4 longest_step=3 "
    )
    assert json.loads(headway(*ask, "--dry-run", "--json").out)["refused"] == 1
    kept = headway(*ask, "--out", "rows.csv", "--plot", "rows.svg", "--html", "report.html")
    assert (kept.status, kept.out) == (0, "4 rows measured (1 refused), 0 known; all are in rows.csv.\n")
    assert "refused: head_start can be at most 2" in Path("report.html").read_text()
    assert headway(*ask, "--out", "rows.csv", "--retry").out.startswith("0 rows measured, 4 known;")


def test_a_variant_that_failed_ends_with_a_status_of_its_own(headway: Headway, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = ("lab", "sweep", "cross-over", "--rule", "length=4,5", "--out", "rows.csv")

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("division by zero")

    with monkeypatch.context() as patch:
        patch.setattr("headway.lab.study.solve", broken)
        assert headway(*ask[:-2]).status == 1
        failed = headway(*ask)
    known = headway(*ask)
    assert failed.status == known.status == 1
    lines = failed.out.splitlines()
    assert lines[0] == "2 rows measured (2 failed), 0 known; all are in rows.csv."
    assert lines[1] == "2 variants failed; the column why says why, and --retry tries again."
    assert known.out.splitlines() == ["0 rows measured, 2 known; all are in rows.csv.", lines[1]]
    again = headway(*ask, "--retry")
    assert (again.status, again.out) == (0, "2 rows measured, 0 known; all are in rows.csv.\n")
    assert headway(*ask).status == 0


@pytest.mark.parametrize("width", [80, 40])
def test_the_table_fits_the_terminal(width: int) -> None:
    """The columns that do not fit stand below the others, again behind the rules that say which variant a row is."""
    rules = ("--rule", "length=4,5", "--rule", "longest_step=1,3")
    terminal = Terminal("lab", "sweep", "cross-over", *rules, columns=width, env={"COLUMNS": str(width)})
    assert terminal.wait() == 0
    lines = [line for line in terminal.screen.splitlines() if line.strip()]
    heads = [at for at, line in enumerate(lines) if line.startswith("length  longest_step")]
    assert len(heads) > 1
    for at in heads:
        assert [line.split()[:2] for line in lines[at + 1 : at + 5]] == [["4", "1"], ["4", "3"], ["5", "1"], ["5", "3"]]
    shown = " ".join(" ".join(lines[at].split()[2:]) for at in heads)
    assert shown == "P1 first P2 first erring 10 % random at stake skill endless plies"
    terminal.close()


def test_rows_are_json_for_programs(headway: Headway) -> None:
    told = headway("lab", "sweep", GAME, "--rule", "length=4,6", "--json")
    rows = [package.lab.Row.from_cells(json.loads(line)) for line in told.out.splitlines()]
    assert [row.rules["length"] for row in rows] == [4, 6]
    assert [row.value_p1_first for row in rows] == [
        float(package.solve(package.load(GAME, length=length)).value()) for length in (4, 6)
    ]


def test_a_file_is_gone_on_with(headway: Headway) -> None:
    ask = ("lab", "sweep", GAME, "--out", "rows.csv")
    assert headway(*ask, "--rule", "length=4..6").out == "2 rows measured, 0 known; all are in rows.csv.\n"
    assert headway(*ask, "--rule", "length=4..8").out == "1 row measured, 2 known; all are in rows.csv.\n"
    told = json.loads(headway(*ask, "--rule", "length=4..8", "--json").out)
    assert (told["measured"], told["known"], told["ok"]) == (0, 3, 0)
    assert {row.rules["length"] for row in package.lab.read("rows.csv")} == {4, 6, 8}


def test_boards_have_a_mean_with_an_interval(headway: Headway) -> None:
    told = headway("lab", "sweep", "number-race", "--rule", "length=5", "--boards", "8", "--seed", "3")
    rows = package.lab.sweep("number-race", {"length": 5}, boards=8, seed=3)
    mean = sum(row.value_p1_first or 0 for row in rows) / 8
    assert "length=5: the mean over 8 boards, 95 % sure\n" in told.out
    assert f"  P1 first    {100 * mean:.2f} % ± " in told.out
    assert [line.split()[1] for line in told.out.splitlines()[1:9]] == [*"01234567"]
    ask = ("lab", "sweep", "number-race", "--rule", "length=5", "--seed", "3", "--out", "rows.csv", "--boards")
    headway(*ask, 5)
    assert (
        headway(*ask, 8).out.partition("\n\n")[2] == told.out.rpartition("\n\n")[2]
    )  # over those that were known, too


def test_ctrl_c_keeps_what_is_measured(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    sweep = ("lab", "sweep", GAME, "--rule", "length=4..200", "-j", "2", "--out", path)
    status, out, shown = interrupted(*sweep, when=b" left")
    assert status == 130
    assert b"Traceback" not in shown
    assert out.startswith(b"Interrupted. ")
    rows = package.lab.read(path)
    assert f"Interrupted. {len(rows)} row".encode() in out
    assert 0 < len(rows) < 99


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("cross-over", "--rule", "length=9..4"), 'The range "9..4" of length ends before it begins. Did you mean'),
        (("cross-over", "--rule", "length"), '--rule takes NAME=VALUE, not "length".'),
        (("cross-over", "--boards", "3"), "Cross Over has no board to deal."),
        (("cross-over", "--out", "rows.xlsx"), "rows.xlsx must end with .csv, .jsonl or .parquet."),
        (("cross-over", "--dask", "nowhere"), 'such as tcp://127.0.0.1:8786, not "nowhere".'),
        (
            ("number-race", "--rule", "length=all", "--boards", "100000"),
            "These are 100,000,000 variants, which would take",
        ),
        (("cros-over",), 'There is no game "cros-over". Did you mean cross-over?'),
    ],
)
def test_nonsense_is_refused_in_one_line(headway: Headway, arguments: tuple[str, ...], told: str) -> None:
    refused = headway("lab", "sweep", *arguments)
    assert refused.status == 2
    assert refused.out == ""
    assert told in refused.err
    assert refused.err.count("\n") == 1


def test_commands_of_the_lab_are_suggested(headway: Headway) -> None:
    assert "sweep" in headway("lab").out
    assert headway("lab", "swep").err == 'headway: There is no command "lab swep". Did you mean sweep?\n'


def test_growth_is_measured_by_doubling_the_length(headway: Headway) -> None:
    told = headway("lab", "growth", GAME, "--seconds", "0").out.splitlines()
    assert told[:4] == [
        "Race to the Center (no chance)",
        "",
        "| length | states | loops | seconds | MiB |",
        "|---|---|---|---|---|",
    ]
    assert told[4].startswith(f"| 4 | {len(package.load(GAME, length=4).reachable())} | no | ")
    assert told[5:] == [""]


def test_a_game_grows_by_the_number_that_is_asked_for(headway: Headway) -> None:
    told = headway("lab", "growth", GAME, "--rule", "longest_step", "--seconds", "0").out.splitlines()
    assert told[2] == "| longest step | states | loops | seconds | MiB |"
    assert told[4].startswith(f"| 4 | {len(package.load(GAME, longest_step=4).reachable())} | no | ")
    refusals = {"reply": "reply of Race to the Center takes no number", "size": 'There is no rule "size".'}
    for rule, why in refusals.items():
        refused = headway("lab", "growth", GAME, "--rule", rule)
        assert (refused.status, refused.out) == (2, "")
        assert why in refused.err
