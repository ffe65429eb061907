"""Ledgers: what was answered is on the disk, survives kill -9, and cannot be edited unseen."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from headway.arena.ledger import BadLedger, Ledger, read_ledger

ABOUT = {"game": "cross-over", "agent": "random"}
ANSWERS = [{"question": number, "text": f"ä{number}"} for number in range(3)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger with three answers."""
    with Ledger(tmp_path / "run.jsonl", ABOUT) as ledger:
        for answer in ANSWERS:
            ledger.add(answer)
    return tmp_path / "run.jsonl"


def test_a_ledger_is_read_back_and_resumed(path: Path) -> None:
    about, entries, has_ended = read_ledger(path)
    assert (about["game"], about["agent"], entries, has_ended) == ("cross-over", "random", ANSWERS, False)
    with Ledger(path, ABOUT, resume=True) as ledger:
        assert ledger.entries == ANSWERS
        ledger.add({"question": 3})
    assert read_ledger(path)[1] == [*ANSWERS, {"question": 3}]


def test_a_ledger_cut_off_anywhere_loses_only_what_was_cut(path: Path) -> None:
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        kept = sum(1 for count in range(1, 5) if len(b"".join(lines[:count])) <= size)
        with Ledger(path, ABOUT, resume=True, notify=print) as ledger:
            assert ledger.entries == ANSWERS[: max(0, kept - 1)]
            for answer in ANSWERS[max(0, kept - 1) :]:
                ledger.add(answer)
        assert path.read_bytes() == whole


def test_every_edit_is_recognised(path: Path) -> None:
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    edited = [
        whole.replace(b"random", b"reader"),
        whole.replace(b'"question": 1', b'"question": 7'),
        b"".join([lines[0], *lines[2:]]),
        b"".join([lines[0], lines[2], lines[1], lines[3]]),
        b"".join(lines[1:]),
        whole.replace(lines[1], b"not json\n"),
        whole.replace(lines[1], b"[]\n"),
        whole + lines[-1],
    ]
    for text in edited:
        path.write_bytes(text)
        for opened in (lambda: read_ledger(path), lambda: Ledger(path, ABOUT, resume=True)):
            with pytest.raises(BadLedger, match=r"^[^\n]+$"):
                opened()
        assert path.read_bytes() == text  # nothing is lost


def test_a_ledger_of_another_run_is_refused(path: Path) -> None:
    with pytest.raises(BadLedger, match=r"is of another run: agent differs\.$"):
        Ledger(path, {**ABOUT, "agent": "perfect"}, resume=True)
    with pytest.raises(BadLedger, match=r"already; go on with it with --resume\.$"):
        Ledger(path, ABOUT)
    with pytest.raises(BadLedger, match="cannot be opened: No such file"):
        Ledger(path.with_name("other.jsonl"), ABOUT, resume=True)


def test_what_is_noted_may_differ_and_what_an_earlier_version_did_not_keep_is_not_asked_for(path: Path) -> None:
    path.unlink()
    agents = [{"agent": "llm:one", "prompt_digest": "a"}, {"agent": "5"}]
    with Ledger(path, {"game": "cross-over", "noted": {"headway": "0.1"}, "agents": agents}):
        pass
    begun = path.read_bytes()
    told = [{**agents[0], "messages_digest": "b"}, agents[1]]
    with Ledger(path, {"game": "cross-over", "noted": {"headway": "0.2"}, "agents": told}, resume=True):
        assert path.read_bytes() == begun
    for name, changed in (("prompt_digest", "c"), ("agent", "llm:two")):
        with pytest.raises(BadLedger, match="agents differs"):
            Ledger(path, {"game": "cross-over", "agents": [{**told[0], name: changed}, told[1]]}, resume=True)
    with pytest.raises(BadLedger, match="agents differs"):
        Ledger(path, {"game": "cross-over", "agents": told[:1]}, resume=True)


def test_a_line_that_was_cut_off_is_told_by_every_reader(path: Path) -> None:
    whole = path.read_bytes()
    line = f"The last line of the ledger {path} was cut off; it is left out."
    for text, lines in ((whole, []), (whole[:-3], [line]), (whole[:-1], [line])):
        path.write_bytes(text)
        told = list[str]()
        read_ledger(path, told.append)
        assert told == lines
        Ledger(path, ABOUT, resume=True, notify=told.append).close()
        assert told == 2 * lines
        assert path.read_bytes() == text[: text.rindex(b"\n") + 1]


def test_without_a_closing_line_it_is_told_what_is_missing(path: Path) -> None:
    """A whole ledger, one that was cut off at the end of each of its lines, and one of a version without such lines."""
    told = list[str]()

    def gone_on_with() -> list[str]:
        told.clear()
        with Ledger(path, ABOUT, resume=True, notify=told.append) as ledger:
            ledger.tell_missing(len(ledger.entries), 3, "answer")
        return told

    assert gone_on_with() == []  # all is there; earlier versions did not write the line
    with Ledger(path, ABOUT, resume=True) as ledger:
        ledger.end()
        ledger.end()
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    assert json.loads(lines[-1])["ended"] == 3
    assert len(lines) == 5
    assert (gone_on_with(), read_ledger(path)[1:]) == ([], (ANSWERS, True))
    for count in range(1, 4):
        path.write_bytes(b"".join(lines[:count]))
        (line,) = gone_on_with()
        assert line.startswith(f"The ledger {path} has no closing line: it has {count - 1} of 3 answers.")
        assert read_ledger(path)[2] is False
    path.write_bytes(whole.replace(b'"ended": 3', b'"ended": 2'))
    with pytest.raises(BadLedger, match="was edited: line 5"):
        read_ledger(path)
    path.write_bytes(whole)
    with Ledger(path, ABOUT, resume=True) as ledger:
        ledger.add({"question": 3})  # a run that asks for more goes on behind the closing line
        assert read_ledger(path)[1:] == ([*ANSWERS, {"question": 3}], False)
        ledger.end()
    assert read_ledger(path)[1:] == ([*ANSWERS, {"question": 3}], True)


def test_a_new_ledger_has_nothing_that_was_cut_off(tmp_path: Path) -> None:
    told = list[str]()
    with Ledger(tmp_path / "new.jsonl", ABOUT, notify=told.append) as ledger:
        ledger.tell_missing(0, 3, "answer")
    assert told == []


def test_one_run_at_a_time_has_a_ledger(path: Path) -> None:
    with Ledger(path, ABOUT, resume=True), pytest.raises(BadLedger, match="in use by another run"):
        Ledger(path, ABOUT, resume=True)


WRITER = """
import sys
from pathlib import Path
from headway.arena.ledger import Ledger
with Ledger(Path(sys.argv[1]), {}) as ledger:
    number = 0
    while True:
        ledger.add({"question": number})
        print(number, flush=True)
        number += 1
"""


def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while process.stdout.readline() != "20\n":
            pass
        os.kill(process.pid, signal.SIGKILL)
        told = process.stdout.read().split()
    with Ledger(path, {}, resume=True) as ledger:
        assert [entry["question"] for entry in ledger.entries][: 21 + len(told)] == [*range(21 + len(told))]


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from headway.arena.ledger import Ledger
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
with Ledger(Path(sys.argv[1]), {}) as ledger:
    for number in range(1000):
        ledger.add({"question": number})
"""


def test_a_full_disk_is_told_and_keeps_the_ledger_whole(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    told = subprocess.run([sys.executable, "-c", FULL_DISK, path], capture_output=True, text=True)
    assert "BadLedger: The ledger" in told.stderr
    assert "cannot be written" in told.stderr
    _, entries, _ = read_ledger(path)
    assert [entry["question"] for entry in entries] == [*range(len(entries))]
    assert path.read_bytes().endswith(b"}\n")


def test_lines_are_plain_json(path: Path) -> None:
    assert [json.loads(line)["question"] for line in path.read_text().splitlines()[1:]] == [0, 1, 2]
