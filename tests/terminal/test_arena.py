"""`headway arena audit`: scores as a table and as JSON, ledgers that are gone on with, and refusals in one line."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from headway import arena, load
from headway.arena import chat
from headway.arena.prompt import VERSION, digest, messages_digest
from tests.arena.scripted_server import MODEL, Request, Response, Served, completion, failure, served
from tests.conftest import Headway
from tests.patience import PATIENCE, wait_until

GAME = "race-to-the-center"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "hidden-key")


def test_policies_are_scored_exactly_and_leave_no_ledger(headway: Headway, tmp_path: Path) -> None:
    told = json.loads(headway("arena", "audit", "random", GAME, "--json").out)
    assert (told["lost"], told["lost_at_stake"], told["interval"]) == (7 / 40, 0.5, None)
    assert (told["questions"], told["wins"]["random"][0] + told["wins"]["random"][1]) == (40, 1)
    shown = headway("arena", "audit", "perfect", GAME).out
    assert "Race to the Center: perfect" in shown
    assert "positions with a choice: 40; something is at stake in 14 of them" in shown
    assert "value lost by a decision: 0 % (exactly)" in shown
    assert "exploitability: 0 %" in shown
    assert not list(tmp_path.glob("**/*.jsonl"))


def questions_in(server: Served) -> list[Request]:
    """What a server was asked, but for the short answer that it has to give before any work."""
    return [request for request in server.requests if request.content["messages"][0]["role"] == "system"]


def test_a_model_is_asked_once_for_each_question_and_its_ledger_gone_on_with(headway: Headway, tmp_path: Path) -> None:
    def answers(request: Request) -> Response:
        return completion('{"move": "1"}' if request.number % 2 else "I move one.")

    with served(answers) as server:
        ask = ("arena", "audit", f"llm:{MODEL}", GAME, "--base-url", server.base_url, "--json")
        first = headway(*ask)
        asked = len(questions_in(server))
        again = headway(*ask)
        resumed = headway(*ask, "--resume")
        assert len(questions_in(server)) == asked
    told = json.loads(first.out)
    assert sum(told["outcomes"].values()) == told["asked"] == 34
    assert sum(told["rule_reading"]["outcomes"].values()) == sum(told["rule_reading"]["changes"].values()) == 12
    assert told["tokens"] == 16 * asked
    assert (told["max_tokens"], told["temperature"], told["list_moves"], told["samples"]) == (1024, None, False, 1)
    assert told["messages_digest"] == messages_digest(load(GAME))
    assert again.status != 0
    assert "go on with it with --resume" in again.err
    assert json.loads(resumed.out) == told
    (ledger,) = tmp_path.glob("arena/*.jsonl")
    assert ledger.name == f"llm-{MODEL}-{GAME}.jsonl"
    assert "hidden-key" not in ledger.read_text()


@pytest.mark.parametrize("game", ["capture-the-flag", "cross-over", "predictive-pursuit", GAME])
def test_legal_moves_are_told_at_first_and_again_only_with_an_option(headway: Headway, game: str) -> None:
    length = 2 if game == "capture-the-flag" else 4
    options = ("--most", 8, "--controls", 2, "--rule-reading", 0, "--rule", f"length={length}")
    for listing in ((), ("--list-moves",)):
        with served(lambda request: completion('{"move": "x"}')) as server:
            at = ("--base-url", server.base_url, "--ledgers", f"arena{len(listing)}")
            headway("arena", "audit", f"llm:{MODEL}", game, *options, *at, *listing)
        for request in server.questions:
            told = request.content["messages"][-1]["content"]
            listed = "You can enter" if len(request.content["messages"]) > 2 else "The legal moves are"
            assert (listed in told) is bool(listing)


def test_a_key_that_a_model_repeats_is_in_no_file_and_not_shown(headway: Headway, tmp_path: Path) -> None:
    def repeats(request: Request) -> Response:
        assert request.authorization == "Bearer hidden-key"
        return completion(f'{request.authorization} {{"move": "1"}}')

    with served(repeats) as server:
        ask = ("arena", "audit", f"llm:{MODEL}", GAME, "--base-url", server.base_url, "--html", "page.html")
        told = headway(*ask)
    written = {path.name: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert not any(b"hidden-key" in content for content in written.values())
    assert sum(b"[key]" in content for content in written.values()) == 2  # the page and the ledger
    assert "hidden-key" not in told.out + told.err


@pytest.mark.parametrize("command", [("audit", f"llm:{MODEL}", GAME), ("play", f"llm:{MODEL}", "5", "--game", GAME)])
def test_a_key_that_is_too_short_to_be_left_out_is_refused_at_the_start(
    headway: Headway, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "seven77")
    with served(lambda request: completion('seven77 {"move": "1"}')) as server:
        told = headway("arena", *command, "--base-url", server.base_url)
    assert (told.status, told.err.count("\n"), server.requests) == (2, 1, [])
    assert told.err.startswith("headway: The key in OPENAI_API_KEY has fewer than 8 characters")
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_model_that_hangs_at_times_costs_itself_counted_failures_and_the_run_goes_on(
    headway: Headway, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the position of the third question no answer ever comes to an end, however often it is asked for."""
    monkeypatch.setattr(chat, "FIRST_PAUSE", 0.0)
    hung: list[object] = []

    def hangs_at_times(request: Request) -> Response:
        told = request.content["messages"][-1]["content"]
        asked = len(server.questions)
        if asked == 3:
            hung.append(told)
        is_hanging = told in hung
        return Response(completion('{"move": "1"}').body, seconds_a_byte=PATIENCE if is_hanging else 0.0)

    options = ("--controls", 0, "--rule-reading", 0, "--seconds", 1, "--json", "--html", "page.html")
    with served(hangs_at_times) as server:
        told = headway("arena", "audit", f"llm:{MODEL}", GAME, *options, "--base-url", server.base_url)
    (ledger,) = tmp_path.glob("arena/*.jsonl")
    entries = [json.loads(line) for line in ledger.read_text().splitlines()]
    wrong = [entry["wrong"] for entry in entries if entry.get("outcome") == "failed"]
    assert wrong == [f"The server at {server.base_url} gave no answer within 1 seconds."]
    outcomes = json.loads(told.out)["outcomes"]
    assert (told.status, outcomes["failed"], sum(outcomes.values())) == (0, 1, 14)
    assert outcomes["legal"] + outcomes["illegal"] == 13
    assert sum(request.content["messages"][-1]["content"] in hung for request in server.questions) == 6
    assert "gave no answer within 1 seconds." in (tmp_path / "page.html").read_text()


def test_what_a_server_has_not_answered_is_asked_again_on_demand(headway: Headway, tmp_path: Path) -> None:
    def down_at_times(request: Request) -> Response:
        return failure(400, "out of memory") if request.number % 4 == 2 else completion('{"move": "1"}')

    ask = ("arena", "audit", f"llm:{MODEL}", GAME, "--rule-reading", 0, "--base-url")
    with served(down_at_times) as server:
        shown = headway(*ask, server.base_url).out
        failed = sum(request.number % 4 == 2 for request in server.questions)
    assert failed > 5
    assert f"{failed} questions without an answer: --retry-failed asks again" in shown
    with served(lambda request: completion('{"move": "1"}')) as server:
        told = json.loads(headway(*ask, server.base_url, "--resume", "--json").out)
        assert (told["outcomes"]["failed"], server.questions) == (failed, [])
        again = json.loads(headway(*ask, server.base_url, "--retry-failed", "--json").out)
        first_tries = [request for request in server.questions if len(request.content["messages"]) == 2]
    assert (again["outcomes"]["failed"], len(first_tries)) == (0, failed)
    assert again["tokens"] > told["tokens"]


def test_all_games_are_asked_if_none_is_named(headway: Headway, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headway.terminal.arena.options.names", lambda: ["number-race", GAME])
    one, other = (json.loads(line) for line in headway("arena", "audit", "random", "--json").out.splitlines())
    assert (one["game"], one["questions"], one["lost"]) == ("number-race", 0, None)
    assert other["game"] == GAME


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["chess-engine", GAME], 'There is no agent "chess-engine"'),
        (["10", GAME], "The agents are: random, 1 to 9, perfect, reader or engine:COMMAND, or llm:MODEL."),
        (["llm:", GAME], 'There is no agent "llm:"'),
        (["human", GAME], 'There is no agent "human"'),
        (["random", "chess"], "chess"),
        (["random", "--rule", "length=4"], "one game at a time"),
        ([f"llm:{MODEL}", GAME, "--base-url", "nowhere"], "The address of a server is like"),
        ([f"llm:{MODEL}", GAME, "--base-url", "http://127.0.0.1:9/v1"], "cannot be reached"),
        (["engine:/no/such/program", GAME], "cannot be started"),
        (["reader", GAME, "--seconds", "nan"], "'nan' is not a number"),
        (["reader", GAME, "--temperature", "nan"], "'nan' is not a number"),
        ([f"llm:{MODEL}", GAME, "--base-url", "http://127.0.0.1:9/v1?token=x"], "ends before a question mark"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line_before_any_work(
    headway: Headway, tmp_path: Path, arguments: list[str], expected: str
) -> None:
    told = headway("arena", "audit", *arguments)
    assert told.status == 2
    assert expected in told.err
    assert told.err.count("\n") == 1
    assert not list(tmp_path.glob("**/*.jsonl"))


def test_a_model_that_the_server_has_not_and_a_wrong_key_are_told_at_the_start(
    headway: Headway, tmp_path: Path
) -> None:
    with served(lambda request: failure(401, "no key")) as server:
        other = headway("arena", "audit", "llm:other", GAME, "--base-url", server.base_url)
        assert server.requests == []
        refused = headway("arena", "audit", f"llm:{MODEL}", GAME, "--base-url", server.base_url)
    assert other.err.endswith(f'has no model "other"; it has "{MODEL}".\n')
    assert refused.err.endswith('refuses the key: "no key".\n')
    assert [(told.status, told.err.count("\n")) for told in (other, refused)] == [(2, 1), (2, 1)]
    assert len(server.requests) == 1
    assert not list(tmp_path.glob("**/*.jsonl"))


def test_ctrl_c_keeps_the_answers_and_the_rest_is_asked_later(headway: Headway, tmp_path: Path) -> None:
    with served(lambda request: completion('{"move": "1"}')) as server:
        ask = ["arena", "audit", f"llm:{MODEL}", GAME, "--base-url", server.base_url, "--json"]
        slow = served(lambda request: Response(completion('{"move": "1"}').body, seconds_a_byte=0.001))
        with slow as dripping:
            ask[5] = dripping.base_url
            process = subprocess.Popen(
                [sys.executable, "-m", "headway", *ask],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            wait_until(lambda: len(questions_in(dripping)) >= 5)
            os.kill(process.pid, signal.SIGINT)
            out, _ = process.communicate()
        assert process.returncode == 130
        assert "Go on with the option --resume." in out
        (ledger,) = tmp_path.glob("arena/*.jsonl")
        kept = ledger.read_text().splitlines()[1:]
        assert 4 <= len(kept) < 34  # the fifth question may have been under way
        ask[5] = server.base_url
        told = json.loads(headway(*ask, "--resume").out)
        assert told["outcomes"]["legal"] + told["outcomes"]["illegal"] == 34
        _, *lines, _ = ledger.read_text().splitlines()
        assert sum('"outcome"' in line for line in lines) == 34 + sum(told["rule_reading"]["outcomes"].values())
        assert len(questions_in(server)) == len(lines) - len(kept)


def test_kill_minus_nine_loses_no_answer_and_a_torn_line_is_told(headway: Headway, tmp_path: Path) -> None:
    def slowly(request: Request) -> Response:
        is_slow = len(server.questions) > 5
        return Response(completion('{"move": "1"}').body, seconds_a_byte=PATIENCE if is_slow else 0.0)

    ask = ["arena", "audit", f"llm:{MODEL}", GAME, "--controls", "0", "--rule-reading", "0", "--json", "--base-url"]
    with served(slowly) as server:
        process = subprocess.Popen([sys.executable, "-m", "headway", *ask, server.base_url], stdout=subprocess.DEVNULL)
        wait_until(lambda: len(server.questions) >= 6)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    (ledger,) = tmp_path.glob("arena/*.jsonl")
    kept = ledger.read_text().splitlines()[1:]
    assert len(kept) == 5  # each answer has a line, also the first one to a question that is asked once more
    answered = sum("outcome" in json.loads(line) for line in kept)
    with ledger.open("a") as file:
        file.write('{"question": 1, "sam')
    with served(lambda request: completion('{"move": "1"}')) as server:
        first, again = (headway(*ask, server.base_url, "--resume") for _ in range(2))
        asked = len(server.questions)
    torn, open_ended = first.err.splitlines()
    assert torn == f"headway: The last line of the ledger arena/{ledger.name} was cut off; it is left out."
    assert f"arena/{ledger.name} has no closing line: it has {answered} of 14 answers." in open_ended
    assert (again.err, again.out) == ("", first.out)
    _, *lines, end = map(json.loads, ledger.read_text().splitlines())
    assert sum("outcome" in line for line in lines) == 14
    assert asked == len(lines) - len(kept)
    assert end["ended"] == len(lines)


def test_a_ledger_that_was_cut_off_is_recognised_wherever_it_is_read(headway: Headway, tmp_path: Path) -> None:
    """A finished one that lacks three whole answers, and one whose last line is not whole."""
    ask = ("arena", "audit", "reader", GAME, "--controls", 0, "--rule-reading", 0)
    assert headway(*ask).err == ""
    (ledger,) = tmp_path.glob("arena/*.jsonl")
    name = f"arena/{ledger.name}"
    lines = ledger.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 14 + 1
    assert headway("arena", "compare", name, "perfect").err == ""
    missing = (
        f"The ledger {name} has no closing line: it has 11 of 14 answers. "
        "The run was interrupted, or the ledger was cut off."
    )
    torn = f"The last line of the ledger {name} was cut off; it is left out."
    for cut, expected in ((b"".join(lines[:-4]), [missing]), (b"".join(lines[:-3])[:-5], [torn, missing])):
        for command in (("arena", "compare", name, "perfect"), (*ask, "--resume")):
            ledger.write_bytes(cut)
            told = headway(*command)
            assert (told.status, told.err.splitlines()) == (0, [f"headway: {line}" for line in expected])
        for call in (
            lambda: arena.compare([name, "perfect"]),
            lambda: arena.audit("reader", load(GAME), controls=0, rule_reading=0, ledger=name),
        ):
            ledger.write_bytes(cut)
            with pytest.warns(UserWarning, match="ledger") as warned:
                call()
            assert [str(each.message) for each in warned] == expected
            assert {each.filename for each in warned} == {__file__}  # at the line of the user's program
        assert len(ledger.read_bytes().splitlines()) == len(lines)  # what was cut off was asked again


def test_ctrl_c_does_not_wait_for_a_server_that_hangs(tmp_path: Path) -> None:
    def answers(request: Request) -> Response:
        answer = completion('{"move": "1"}')
        return answer if request.number < 4 else Response(answer.body, seconds_a_byte=PATIENCE)

    with served(answers) as server:
        options = ["--base-url", server.base_url, "--seconds", str(10 * PATIENCE), "-j", "2"]
        process = subprocess.Popen(
            [sys.executable, "-m", "headway", "arena", "audit", f"llm:{MODEL}", GAME, *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        wait_until(lambda: len(server.requests) >= 6)  # two of them have no answer
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err.count("Traceback")) == (130, 0)
    assert "Go on with the option --resume." in out
    (ledger,) = tmp_path.glob("arena/*.jsonl")
    assert '"failed"' not in ledger.read_text()


def test_a_figure_of_which_nothing_is_known_is_left_out_and_how_it_becomes_exact_is_told(
    headway: Headway, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a large game that is asked in part. The numbers are those of docs/arena.md: 40 positions, 14 at stake."""
    monkeypatch.setattr("headway.policies.completions.MOST_NODES", 10)
    ask = ("arena", "audit", "reader", GAME, "--rule-reading", 0, "--html", "page.html")
    shown = headway(*ask).out
    how = "Asked everywhere (--most 14 --controls 26), it is exact."
    assert "  exploitability: unknown\n  chance of winning: unknown\n" in shown
    assert how in shown
    assert "against" not in shown
    page = Path("page.html").read_text("utf-8")
    assert how in page
    assert "Chance of winning" not in page
    assert "<Score of reader in race-to-the-center: loses" in (told := repr(arena.audit("reader", load(GAME))))
    assert told.endswith("exploitability unknown>")
    asked = headway(*ask, "--most", 14, "--controls", 26, "--ledgers", "all").out
    assert "unknown" not in asked
    assert "level 9" in asked
    assert "Chance of winning" in Path("page.html").read_text("utf-8")
    exact = arena.audit("reader", load(GAME), controls=26)
    assert exact.exploitability_bounds is None
    assert f"exploitability: {100 * float(exact.exploitability):.4g} %" in asked


def test_what_a_model_was_told_stands_under_every_table(headway: Headway) -> None:
    with served(lambda request: completion('{"move": "1"}')) as server:
        at = ("--base-url", server.base_url)
        audited = headway("arena", "audit", f"llm:{MODEL}", GAME, "--rule-reading", 0, "--controls", 0, *at)
        played = headway("arena", "play", f"llm:{MODEL}", "5", f"llm:{MODEL}", "--game", GAME, "--games", 2, *at)
    compared = headway("arena", "compare", f"arena/llm-{MODEL}-{GAME}.jsonl", "random")
    digests = f"prompt_digest={digest()}, messages_digest={messages_digest(load(GAME))}"
    settings = f"  llm:{MODEL}: max_tokens=1024, list_moves=False, prompt={VERSION}, {digests}"
    for told in (audited, played):
        assert [line for line in told.out.splitlines() if "_digest" in line] == [settings]
    (line,) = [line for line in compared.out.splitlines() if "_digest" in line]
    assert line.startswith(f"  llm:{MODEL}: prompt={VERSION}, prompt_digest={digest()}, ")
    assert f"messages_digest={messages_digest(load(GAME))}" in line
    assert "_digest" not in headway("arena", "play", "random", "5", "--game", GAME, "--games", 2).out


def test_an_agent_without_a_legal_move_has_no_score(headway: Headway) -> None:
    told = headway("arena", "audit", "engine:/bin/cat", GAME)
    assert told.status == 1
    assert "unparsable 34" in told.out
    assert "exploitability" not in told.out
    assert told.err == "headway: engine:/bin/cat has given no legal move in Race to the Center; its ledger says why.\n"
    known = json.loads(headway("arena", "audit", "engine:/bin/cat", GAME, "--resume", "--json").out)
    assert (known["lost"], known["exploitability"], known["wins"]) == (None, None, None)


@pytest.mark.parametrize(("option", "seconds"), [([], 10), (["--seconds", "77"], 77)])
def test_the_time_limit_is_that_of_engines_too(
    headway: Headway, tmp_path: Path, option: list[str], seconds: float
) -> None:
    program = tmp_path / "engine.py"
    program.write_text(
        "import json, sys\nfor line in sys.stdin:\n    told = json.loads(line)\n"
        "    open('told', 'w').write(str(told['seconds']))\n"
        "    print(json.dumps({'move': told['legal'][0]}), flush=True)\n"
    )
    asked = headway("arena", "audit", f"engine:{sys.executable} {program}", GAME, "--controls", 0, *option)
    assert asked.status == 0
    assert float((tmp_path / "told").read_text()) == seconds


def test_without_a_command_the_help_is_shown_and_an_unknown_one_refused(headway: Headway) -> None:
    assert "Usage: headway arena" in headway("arena").out
    told = headway("arena", "audti")
    assert told.err == 'headway: There is no command "arena audti". Did you mean audit?\n'


def test_audited_agents_are_compared_from_their_ledgers(headway: Headway, tmp_path: Path) -> None:
    for player in ("engine:/bin/cat", "reader"):
        headway("arena", "audit", player, GAME, "--rule-reading", "0", "--controls", "1000")
    paths = [f"arena/{name}-{GAME}.jsonl" for name in ("reader", "engine-bin-cat")]
    told = json.loads(headway("arena", "compare", *paths, "--json").out)
    assert [(each["agent"], each["legal"]) for each in told["audits"]] == [("reader", 40), ("engine:/bin/cat", 0)]
    (pair,) = told["pairs"]
    perfect = json.loads(headway("arena", "audit", "perfect", GAME, "--json").out)["wins"]["random"]
    assert [
        pair["as_p1"],
        pair["as_p2"],
    ] == perfect  # there are no habits to read; who has not answered moves at random
    beside = json.loads(headway("arena", "compare", "perfect", paths[1], "--json").out)
    assert beside["audits"][0] == {"ledger": None, "agent": "perfect"}
    assert [beside["pairs"][0]["as_p1"], beside["pairs"][0]["as_p2"]] == perfect
    assert "1  perfect: a policy, which is known" in headway("arena", "compare", "perfect", paths[1]).out
    shown = headway("arena", "compare", *paths).out
    assert "1  reader: a legal answer to 40 of 40 questions (arena/reader-race-to-the-center.jsonl)" in shown
    assert "1 against 2" in shown


@pytest.mark.parametrize(
    ("ledgers", "expected"),
    [
        ([], "Missing argument 'LEDGER LEDGER...'"),
        (["one.jsonl"], "There is nothing to compare"),
        (["random", "perfect"], "Name the ledger of at least one audit: it says which game is played."),
        (["one.jsonl", "two.jsonl"], "The ledger one.jsonl cannot be read: No such file or directory."),
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_line(headway: Headway, ledgers: list[str], expected: str) -> None:
    told = headway("arena", "compare", *ledgers)
    assert (told.status, told.err.count("\n")) == (2, 1)
    assert expected in told.err
