"""The key by which this machine has a seat at a table on a server: one for each link, and always the same one."""

import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

from headway.table.saved_games import folder

SECRET_BYTES = 32


def seat_key(link: str) -> str | None:
    """This machine's own key for a link; None if nothing can be kept here, so that the link itself is the key."""
    secret = _secret()
    return None if secret is None else hmac.new(secret, link.encode(), "sha256").hexdigest()


def _secret() -> bytes | None:
    """The random bytes that are kept in the state folder, made when they are first needed."""
    path = folder().parent / "seat-secret"
    try:
        if not path.exists():
            _make(path)
        found = path.read_bytes()
    except OSError:
        return None
    return found if len(found) == SECRET_BYTES else None


def _make(path: Path) -> None:
    """Write the secret, whole or not at all; of several processes that do so at once, the first one's stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    made = path.with_name(f"{path.name}-{secrets.token_hex(4)}")
    made.touch(mode=0o600)
    try:
        made.write_bytes(secrets.token_bytes(SECRET_BYTES))
        with suppress(FileExistsError):
            os.link(made, path)
    finally:
        made.unlink()
