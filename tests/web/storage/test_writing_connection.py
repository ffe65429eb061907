"""The connection of the writer."""

import threading
from pathlib import Path

import sqlalchemy as sa

from headway.web.storage.database_file import DatabaseFile, FileReplaced
from headway.web.storage.store import Store
from headway.web.storage.writing_connection import Write, WritingConnection


def test_a_connection_that_is_opened_again_is_not_taken_for_a_file_that_was_replaced(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    store = Store(f"sqlite:///{path}")
    store.upgrade()
    engine = sa.create_engine(f"sqlite:///{path}", poolclass=sa.NullPool)
    file = DatabaseFile(str(path))
    file.remember()
    writing = WritingConnection(engine, False, file)
    is_done, problems = threading.Event(), list[FileReplaced]()

    def check() -> None:
        while not is_done.is_set():
            try:
                file.check()
            except FileReplaced as problem:
                problems.append(problem)

    checking = threading.Thread(target=check)
    checking.start()
    try:
        for _ in range(300):
            writing.commit([Write()], lock_timeout=1000)
            writing._discard_connection()  # as after a commit that found the database locked
    finally:
        is_done.set()
        checking.join()
    assert problems == []
