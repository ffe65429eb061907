"""The lock of a server on its SQLite file, and the file that shows it."""

from pathlib import Path

import pytest

from headway.errors import HeadwayError
from headway.web.storage import server_lock
from headway.web.storage.server_lock import ServerLock
from headway.web.storage.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path}/tables.sqlite3")


def test_the_file_goes_with_the_lock(store: Store, tmp_path: Path) -> None:
    lock = ServerLock(store)
    lock.write("somewhere")
    with pytest.raises(HeadwayError, match="somewhere"):
        ServerLock(store)
    assert [path.name for path in tmp_path.iterdir()] == ["tables.sqlite3.lock"]
    lock.close()
    assert list(tmp_path.iterdir()) == []


def test_a_lock_on_a_file_that_was_removed_meanwhile_does_not_count(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when another server ends between the opening of the file and its lock."""
    lock_file = server_lock._lock
    removed: list[int] = []

    def remove_first(file: int) -> None:
        if not removed:
            removed.append(file)
            (tmp_path / "tables.sqlite3.lock").unlink()
        lock_file(file)

    monkeypatch.setattr(server_lock, "_lock", remove_first)
    lock = ServerLock(store)
    with pytest.raises(HeadwayError, match="Another server uses this database"):
        ServerLock(store)
    lock.close()
