"""Files that only grow: every line is there whole or not at all, whatever ends the process, and one process has it."""

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from headway import append_only_file
from headway.append_only_file import AppendOnlyFile, InUse, is_free, whole_lines

LINES = [b"one\n", b"\n", b"a third line\n", "ä\n".encode()]


def written(path: Path) -> bytes:
    with AppendOnlyFile(path) as file:
        for line in LINES:
            file.append(line)
    return path.read_bytes()


def test_lines_are_appended_to_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    assert written(path) == b"".join(LINES)
    assert written(path) == b"".join(2 * LINES)
    assert list(whole_lines(path)) == 2 * LINES
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_new_file_is_not_one_that_is_there(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    with pytest.raises(FileNotFoundError):
        AppendOnlyFile(path, flags=0)
    written(path)
    with pytest.raises(FileExistsError):
        AppendOnlyFile(path, flags=os.O_CREAT | os.O_EXCL)
    assert path.read_bytes() == b"".join(LINES)


@pytest.mark.parametrize("block", [1, 4, 1 << 16])
def test_a_file_cut_off_anywhere_loses_only_the_torn_line(
    tmp_path: Path, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(append_only_file, "BLOCK", block)
    path = tmp_path / "lines"
    whole = written(path)
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        sound = whole[: whole[:size].rfind(b"\n") + 1]
        assert b"".join(whole_lines(path)) == sound
        with AppendOnlyFile(path) as file:
            file.cut_torn_line()
            assert path.read_bytes() == sound
            file.append(b"next\n")
        assert path.read_bytes() == sound + b"next\n"


def test_what_does_not_fit_on_the_disk_leaves_no_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    before = written(path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with AppendOnlyFile(path) as file:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 3, hard))
        try:
            with pytest.raises(OSError, match="No space left"):
                file.append(b"longer than that\n")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert path.read_bytes() == before
        file.append(b"longer than that\n")
    assert path.read_bytes() == before + b"longer than that\n"


def test_a_line_that_the_disk_does_not_take_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(file: int) -> None:
        raise OSError(5, "Input/output error")

    path = tmp_path / "lines"
    before = written(path)
    with AppendOnlyFile(path) as file, monkeypatch.context() as patch:
        patch.setattr(os, "fsync", broken)
        with pytest.raises(OSError, match="Input/output error"):
            file.append(b"lost\n")
    assert path.read_bytes() == before


def test_a_file_that_cannot_be_cut_is_closed() -> None:
    file = AppendOnlyFile(Path("/dev/full"), flags=0)
    with pytest.raises(OSError, match="No space left"):
        file.append(b"one\n")
    assert not file.is_open
    with pytest.raises(OSError, match="Bad file descriptor"):
        file.append(b"one\n")


def test_a_pipe_has_nothing_to_wait_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with AppendOnlyFile(path) as file:
        file.append(b"one\n")


def test_the_disk_is_waited_for_at_every_line_or_once_in_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_size))
    with AppendOnlyFile(tmp_path / "always") as file:
        for line in LINES:
            file.append(line)
    assert synced == [len(b"".join(LINES[: count + 1])) for count in range(len(LINES))]
    synced.clear()
    with AppendOnlyFile(tmp_path / "seldom", sync_seconds=1e9) as file:
        for line in LINES:
            file.append(line)
        assert synced == []
        file.sync()
    assert synced == [len(b"".join(LINES))]


def test_one_at_a_time_has_the_file(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    assert not is_free(path)
    with AppendOnlyFile(path) as file:
        assert not is_free(path)
        with pytest.raises(InUse):
            AppendOnlyFile(path)
        file.append(b"one\n")
    assert is_free(path)
    assert written(path) == b"one\n" + b"".join(LINES)


def test_a_file_is_dated_when_it_is_touched(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    written(path)
    os.utime(path, ns=(0, 0))
    with AppendOnlyFile(path) as file:
        file.touch()
    assert path.stat().st_mtime_ns > 0


WRITER = """
import sys
from pathlib import Path
from headway.append_only_file import AppendOnlyFile
with AppendOnlyFile(Path(sys.argv[1]), sync_seconds=float(sys.argv[2])) as file:
    number = 0
    while True:
        file.append(b"%d\\n" % number)
        print(number, flush=True)
        number += 1
"""


@pytest.mark.parametrize("sync_seconds", [0, 1])
def test_what_was_appended_survives_kill_9_and_the_file_is_free_again(tmp_path: Path, sync_seconds: int) -> None:
    path = tmp_path / "lines"
    command = [sys.executable, "-c", WRITER, str(path), str(sync_seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while process.stdout.readline() != "20\n":
            pass
        assert not is_free(path)
        os.kill(process.pid, signal.SIGKILL)
        told = 21 + len(process.stdout.read().splitlines())
    assert [int(line) for line in whole_lines(path)][:told] == [*range(told)]
    with AppendOnlyFile(path) as file:
        file.cut_torn_line()
        file.append(b"next\n")
    assert path.read_bytes().endswith(b"\nnext\n")
