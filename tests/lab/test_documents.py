"""The page of the lab is true: its commands run, and it explains every column."""

import re
import shlex
from pathlib import Path

import pytest

import headway as package
from headway.catalogue import own_names
from headway.game import Game
from headway.lab import Status
from headway.lab.growth import grown_rule, kind_of
from headway.lab.row import KINDS
from headway.lab.study import explored
from headway.lab.unused_rules import MOST_COMPARED
from headway.solver.solution import BY_CHANCE, DRAWN, ENDLESS, P1_WINS, P2_WINS
from tests.conftest import Headway

PAGE = (Path(__file__).parents[2] / "docs" / "lab.md").read_text("utf-8")
COMMANDS = re.findall(r"^\$ headway (.+)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_runs(
    command: str, headway: Headway, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = headway(*shlex.split(command))
    assert (told.status, told.err) == (0, "")


def test_a_repair_prints_what_the_page_says(headway: Headway) -> None:
    command, printed = re.findall(r"^\$ headway (lab repair .+)\n```\n\nprints\n\n```\n([^`]+)```", PAGE, re.MULTILINE)[
        0
    ]
    assert headway(*shlex.split(command)).out == printed


def test_every_column_is_explained() -> None:
    assert len(COMMANDS) >= 5
    table = PAGE.split("## What a row says")[1].split("| column | meaning |")[1].split("\n\n")[0]
    named, last = set[str](), ""
    for name in re.findall(r"`([a-z0-9_.]+)`", table.replace("`..._plies", "`_plies")):
        last = last if name.startswith("_") and name[1:].isdigit() else name
        named.add(f"{last.rpartition('_')[0]}{name}" if last != name else name)
    named |= {
        f"{kind}{name}" for kind in ("perfect", "level_5", "random") for name in named if name.startswith("_plies")
    }
    steps = {f"level_{level}_over_{level - 1}" for level in range(3, 9)}  # told by dots
    assert set(KINDS) <= named | steps
    assert {status.value for status in Status} <= set(re.findall(r"`([a-z-]+)`", table))
    assert f"Above {MOST_COMPARED:,} states" in PAGE


def test_every_verdict_is_named() -> None:
    (line,) = [line for line in PAGE.splitlines() if line.startswith("| `verdict_p1_first`")]
    assert set(re.findall(r"`([A-Za-z0-9]+)`", line)) == {P1_WINS, P2_WINS, DRAWN, ENDLESS, BY_CHANCE}


MOST_STATES = 10_000
"""Longer rows of the table are not explored again here."""


def test_the_table_of_growth_has_the_kinds_states_and_loops_of_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples" / "published_games"))
    games = {game.title: game for game in [*map(package.load, own_names()), Game.load("pig", "published_games.pig")]}
    table = PAGE.split("| game | kind | length | states | loops | seconds | MiB |")[1].split("\n\n")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.strip().splitlines()[1:]]
    game, named = games["Pig"], set[str]()
    for title, kind, value, states, loops, _, _ in rows:
        if title:
            game = games[title]
            named.add(title)
            assert kind == kind_of(game)
        if int(states.replace(",", "")) <= MOST_STATES:
            known = explored(game.variant({grown_rule(game).name: int(value)}))
            assert states == f"{len(game.variant({grown_rule(game).name: int(value)}).reachable()):,}"
            assert loops == ("yes" if known.normal.component_count < known.normal.size else "no")
    assert named == set(games)
