"""The key file: made at the first start, for its owner alone; one that cannot be used is told in one line."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from headway.errors import HeadwayError
from headway.web.storage.key_file import default_key_file, is_private, load_key
from headway.web.storage.store import Store
from tests.conftest import Headway

NOWHERE = ("--host", "203.0.113.1", "--port", "8000")  # an address that no machine has: the server ends at once
GOOD = f"{'00' * 32} "


def started(command: Headway, folder: Path, *options: object) -> str:
    """What a server says on its error stream that starts on a database in a folder, and ends at once."""
    return command("serve", "--db", f"sqlite:///{folder}/tables.sqlite3", *NOWHERE, *options).err


def test_the_first_start_makes_the_file_for_its_owner_alone(program: Headway, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        told = started(program, tmp_path)
    finally:
        os.umask(before)
    assert told.splitlines() == ["headway: Cannot listen at 203.0.113.1:8000: Cannot assign requested address."]
    path = tmp_path / "tables.sqlite3.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = path.read_text()
    secret, key_id = text.split()
    assert (len(bytes.fromhex(secret)), len(bytes.fromhex(key_id))) == (32, 4)
    assert started(program, tmp_path) == told
    assert path.read_text() == text
    assert sorted(file.name for file in tmp_path.iterdir() if ".key" in file.name) == ["tables.sqlite3.key"]


def test_the_key_is_not_in_the_database(headway: Headway, tmp_path: Path) -> None:
    started(headway, tmp_path)
    key = load_key(tmp_path / "tables.sqlite3.key")
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("tables.sqlite3*") if file.suffix != ".key")
    assert key.secret not in kept
    assert key.secret.hex().encode() not in kept
    assert key.secret.hex() not in repr(key)
    assert repr(key.secret) not in repr(key)


def test_another_file_can_be_given(headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "elsewhere" / "key"
    started(headway, tmp_path, "--key-file", path)
    assert load_key(path).path == path
    assert not (tmp_path / "tables.sqlite3.key").exists()


def test_where_the_file_is_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "link.sqlite3").symlink_to(tmp_path / "real.sqlite3")
    beside = default_key_file(Store(f"sqlite:///{tmp_path}/link.sqlite3").url)
    assert beside == tmp_path / "real.sqlite3.key"
    assert default_key_file(Store("postgresql://somewhere/x").url) == tmp_path / "headway" / "tables.key"


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604])
def test_a_file_that_others_can_read_is_warned_of(mode: int, headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3.key"
    load_key(path)
    path.chmod(mode)
    assert not is_private(path)
    told = started(headway, tmp_path).splitlines()
    assert told[0] == f"headway: Other users can read the key file {path}; make it yours alone: chmod 600."
    assert "Cannot listen" in told[1]  # it goes on


@pytest.mark.parametrize(
    "text",
    ["", "\n", "nonsense", "00" * 32, "00" * 31, f"{GOOD}00000000", f"{GOOD}66687aad more", "\xff\xfe", "zz " * 2],
)
def test_a_damaged_file_is_refused_in_one_line(text: str, headway: Headway, tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text(text, "latin-1")
    (told,) = started(headway, tmp_path, "--key-file", path).splitlines()
    assert told.startswith(f"headway: The key file {path} is damaged: put the right one back.")
    assert path.read_text("latin-1") == text


def test_one_changed_or_missing_digit_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "key"
    load_key(path)
    text = path.read_text()
    for index, digit in enumerate(text.rstrip()):
        if digit != " ":
            path.write_text(text[:index] + ("1" if digit == "0" else "0") + text[index + 1 :])
            with pytest.raises(HeadwayError, match="is damaged"):
                load_key(path)
            path.write_text(text[:index] + text[index + 1 :])
            with pytest.raises(HeadwayError, match="is damaged"):
                load_key(path)


def test_a_file_that_cannot_be_read_is_refused_in_one_line(headway: Headway, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    below = tmp_path / "file" / "key"
    (told,) = started(headway, tmp_path, "--key-file", below).splitlines()
    assert told == f"headway: The key file {below} cannot be used: Not a directory."
    folder = headway("serve", "--db", f"sqlite:///{tmp_path}/x.sqlite3", "--key-file", tmp_path, *NOWHERE)
    assert folder.status == 2
    assert "is a directory" in folder.err
    with pytest.raises(HeadwayError, match="cannot be used: Is a directory"):
        load_key(tmp_path)


def test_servers_that_start_at_once_use_one_key(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "key"
    with ThreadPoolExecutor(8) as pool:
        keys = {key.secret for key in pool.map(load_key, [path] * 40)}
    assert len(keys) == 1
    assert [file.name for file in path.parent.iterdir()] == ["key"]


def test_a_file_system_without_links_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_link(source: object, target: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_link)
    path = tmp_path / "key"
    assert load_key(path) == load_key(path)
    assert is_private(path)
    assert [file.name for file in tmp_path.iterdir()] == ["key"]
