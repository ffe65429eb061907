"""The key file: it holds the key of the secrets in the database, which is nowhere in the database itself.

The file is one line of text: the key in hexadecimal digits, and the key's id, which is public. By the id a damaged
file is noticed, and two keys are told apart.
"""

import os
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes, token_hex

from platformdirs import user_data_path
from sqlalchemy.engine import URL

from headway.errors import BadFile

VARIABLE = "HEADWAY_KEY_FILE"  # in the environment of the server's processes
KEY_BYTES = 32
OTHERS = 0o077  # the bits of a file's mode that let other users in


@dataclass(frozen=True)
class SecretKey:
    """A key, and the file that it is from."""

    path: Path
    secret: bytes = field(repr=False)

    @cached_property
    def id(self) -> str:
        """Eight hexadecimal digits that tell keys apart and do not tell the key."""
        return sha256(b"headway key id " + self.secret).hexdigest()[:8]


def default_key_file(database: URL) -> Path:
    """Beside the file of an SQLite database; for PostgreSQL, in the user's data folder."""
    if database.get_backend_name() == "sqlite" and database.database and database.database != ":memory:":
        return Path(f"{os.path.realpath(database.database)}.key")
    return user_data_path("headway") / "tables.key"


def load_key(path: Path) -> SecretKey:
    """The key in a file, which is made if it does not exist; refuses one that cannot be read or is damaged."""
    try:
        try:
            words = path.read_bytes().split()
        except FileNotFoundError:
            _create(path)
            words = path.read_bytes().split()
    except OSError as error:
        raise BadFile(f"The key file {path} cannot be used: {error.strerror}.") from None
    with suppress(ValueError):
        key = SecretKey(path, bytes.fromhex(words[0].decode("ascii")) if words else b"")
        if len(key.secret) == KEY_BYTES and words[1:] == [key.id.encode()]:
            return key
    raise BadFile(
        f"The key file {path} is damaged: put the right one back. If that is lost, remove this one: "
        "then a new key is made, and tables with a secret that is open now cannot be opened."
    )


def is_private(path: Path) -> bool:
    """Can only its owner read the file? Always true on Windows, where the mode of a file does not tell."""
    return os.name == "nt" or not path.stat().st_mode & OTHERS


def _create(path: Path) -> None:
    """Write a new key, whole or not at all, and on the disk before anything is encrypted with it.

    A server that starts at the same moment may be first: then its key is the one.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    key, draft = SecretKey(path, token_bytes(KEY_BYTES)), path.with_name(f"{path.name}.{token_hex(4)}")
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(file, "wb") as opened:
            opened.write(f"{key.secret.hex()} {key.id}\n".encode())
            opened.flush()
            os.fsync(file)
        _give_name(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    if os.name != "nt":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _give_name(draft: Path, path: Path) -> None:
    """Give a file its name, unless another file has it."""
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        if not path.exists():
            draft.rename(path)
