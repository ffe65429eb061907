"""`headway arena play`: standings as a table and as JSON, ledgers that are gone on with, and refusals in one line."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from headway import load
from headway.arena.prompt import messages_digest
from tests.arena.scripted_server import MODEL, Request, Response, completion, failure, served
from tests.conftest import Headway
from tests.patience import wait_until

GAME = "race-to-the-center"
PLAY = ("arena", "play")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "hidden-key")


def test_policies_play_without_a_ledger_and_the_truth_stands_beside(headway: Headway, tmp_path: Path) -> None:
    told = json.loads(headway(*PLAY, "perfect", "random", "--game", GAME, "--games", 20, "--json").out)
    (match,) = told["matches"]
    assert (told["game"], match["agents"], match["games"]) == (GAME, ["perfect", "random"], 20)
    assert match["won"] + match["lost"] + match["unfinished"] == 20
    assert match["exact"] == 0.875
    assert match["adjusted_interval"][0] <= match["adjusted"] <= match["adjusted_interval"][1]
    assert [agent["lost"] == 0 for agent in told["agents"]] == [True, False]
    assert not list(tmp_path.glob("**/*.jsonl"))


def test_the_standings_are_a_table(headway: Headway) -> None:
    shown = headway(*PLAY, "5", "5", "random", "--game", GAME, "--games", 4).out
    first, *lines, last = shown.splitlines()
    assert last == "  In brackets: the 95 % interval."
    assert first == "Race to the Center: 4 games of each two agents, in 2 pairs with the same chance"
    assert [line.split("  ")[1] for line in lines] == [
        "agent", "level 5", "level 5 (2)", "random",
        "match", "level 5 - level 5 (2)", "level 5 - random", "level 5 (2) - random",
    ]  # fmt: skip
    assert " ".join(lines[5].split()[-15:]) == "2 2 0 50 % (50.0 to 50.0) 50 % (50.0 to 50.0) 50 %"


def test_one_game_after_another_under_their_rules(headway: Headway) -> None:
    told = headway(*PLAY, "random", "1", "--game", GAME, "--game", "cross-over", "--games", 2, "--json").out
    assert [json.loads(line)["game"] for line in told.splitlines()] == [GAME, "cross-over"]
    told = headway(*PLAY, "random", "1", "--game", "cross-over", "--rule", "length=5", "--games", 2, "--json").out
    assert json.loads(told)["rules"]["length"] == 5


def test_all_games_are_played_if_none_is_named(headway: Headway, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.terminal.arena.options.names", lambda: ["cross-over", GAME])
    told = headway(*PLAY, "random", "1", "--games", 2, "--json").out
    assert [json.loads(line)["game"] for line in told.splitlines()] == ["cross-over", GAME]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["random"], "A match needs two agents"),
        (["random", "chess-engine"], 'There is no agent "chess-engine"'),
        (["random", "human"], 'There is no agent "human"'),
        (["random", "5", "--games", "7"], "so their number is even, not 7."),
        (["random", "5", "--games", "0"], "so their number is even, not 0."),
        (["random", "5", "--game", "chess"], "chess"),
        (["random", "5", "--rule", "length=4"], "one game at a time"),
        (["random", f"llm:{MODEL}", "--base-url", "http://127.0.0.1:9/v1"], "cannot be reached"),
        (["random", "engine:/no/such/program"], "cannot be started"),
        (["reader", "random", "--ledgers", "/dev/null/x"], "cannot be made"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line_before_any_work(
    headway: Headway, tmp_path: Path, arguments: list[str], expected: str
) -> None:
    told = headway(*PLAY, *([] if "--game" in arguments or "--rule" in arguments else ["--game", GAME]), *arguments)
    assert (told.status, told.out) == (2, "")
    assert expected in told.err
    assert told.err.count("\n") == 1
    assert not list(tmp_path.glob("**/*.jsonl"))


def test_a_model_that_the_server_has_not_and_a_wrong_key_are_told_at_the_start(
    headway: Headway, tmp_path: Path
) -> None:
    play = (*PLAY, "random", "--game", GAME)
    with served(lambda request: failure(401, "no key")) as server:
        other = headway(*play, "llm:other", "--base-url", server.base_url)
        assert server.requests == []
        refused = headway(*play, f"llm:{MODEL}", "--base-url", server.base_url)
    assert other.err.endswith(f'has no model "other"; it has "{MODEL}".\n')
    assert refused.err.endswith('refuses the key: "no key".\n')
    assert [(told.status, told.out, told.err.count("\n")) for told in (other, refused)] == [(2, "", 1), (2, "", 1)]
    assert len(server.requests) == 1
    assert not list(tmp_path.glob("**/*.jsonl"))


def test_failures_are_shown_and_an_agent_that_never_moves_is_told(headway: Headway) -> None:
    told = headway(*PLAY, "engine:/bin/cat", "perfect", "--game", GAME, "--games", 2)
    assert told.status == 1
    assert "engine:/bin/cat: legal 0, illegal 0" in told.out
    assert "a random move was made instead" in told.out
    assert told.err == "headway: engine:/bin/cat has made no legal move in Race to the Center; the ledger says why.\n"


def test_ctrl_c_keeps_the_answers_and_the_rest_is_asked_later(headway: Headway, tmp_path: Path) -> None:
    play = [*PLAY, f"llm:{MODEL}", "perfect", "--game", GAME, "--games", "6", "--json", "-j", "2", "--base-url"]

    def dripping(request: Request) -> Response:
        return Response(completion('{"move": "1"}').body, seconds_a_byte=0.001)

    with served(dripping) as server:
        process = subprocess.Popen(
            [sys.executable, "-m", "headway", *play, server.base_url],
            stdout=subprocess.PIPE,
            text=True,
        )
        wait_until(lambda: len(server.questions) >= 5)
        os.kill(process.pid, signal.SIGINT)
        out, _ = process.communicate()
        asked = len(server.questions)
    assert process.returncode == 130
    assert "Go on with the option --resume." in out
    (ledger,) = tmp_path.glob("arena/*.jsonl")
    assert "hidden-key" not in ledger.read_text()
    kept = [json.loads(line) for line in ledger.read_text().splitlines() if '"ply"' in line]
    assert asked - 2 <= len(kept) <= asked  # two were under way, and are given up
    with served(lambda request: completion('{"move": "1"}')) as server:
        resumed = headway(*play, server.base_url, "--resume")
        known = [json.loads(line) for line in ledger.read_text().splitlines() if '"ply"' in line]
        assert len(server.questions) == len(known) - len(kept)
        again = headway(*play, server.base_url, "--resume")
    assert resumed.out == again.out
    model = json.loads(resumed.out)["agents"][0]
    assert (model["games"], model["messages_digest"]) == (6, messages_digest(load(GAME)))


def test_games_that_are_missing_in_a_ledger_are_told(headway: Headway, tmp_path: Path) -> None:
    play = (*PLAY, "reader", "random", "--game", GAME, "--games", 4)
    headway(*play)
    (ledger,) = tmp_path.glob("arena/*.jsonl")
    lines = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(b"".join(lines[:-2]))  # without the last game and the closing line
    first, again = (headway(*play, "--resume") for _ in range(2))
    name = f"arena/{ledger.name}"
    assert first.err.startswith(f"headway: The ledger {name} has no closing line: it has 3 of 4 games. The run was ")
    assert (again.err, again.out) == ("", first.out)
    assert ledger.read_bytes() == b"".join(lines)
    assert headway(*play[:-1], 6, "--resume").err == ""  # more games are no less of a ledger


def test_a_ledger_that_is_there_is_not_replaced(headway: Headway) -> None:
    play = (*PLAY, "reader", "random", "--game", GAME, "--games", 2)
    assert headway(*play).status == 0
    told = headway(*play)
    assert told.status == 2
    assert "go on with it with --resume" in told.err
