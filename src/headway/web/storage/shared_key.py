"""Servers that share a PostgreSQL database need the same key: what one of them encrypts, the others have to open.

Every process holds a lock that has the number of its key; PostgreSQL releases it when the connection ends.
"""

import logging
from typing import TYPE_CHECKING

import sqlalchemy as sa

from headway.errors import BadFile
from headway.web.storage.key_file import SecretKey

if TYPE_CHECKING:
    from psycopg import AsyncConnection

KEY_LOCKS = 4821  # the class of these locks, among all advisory locks of a database
OTHER_KEYS = """SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = {locks} AND objid <> {key}
    AND objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1"""
log = logging.getLogger(__name__)


def check_shared_key(connection: sa.Connection, key: SecretKey) -> None:
    """Refuse a key if a server that runs on the same database uses another one."""
    if connection.exec_driver_sql(_other_keys(key)).first() is not None:
        raise BadFile(_refusal(key))


async def hold_shared_key(connection: "AsyncConnection", key: SecretKey) -> None:
    """Let the servers that start later know which key this process uses; log it if one has started with another."""
    await connection.execute(f"SELECT pg_advisory_lock_shared({KEY_LOCKS}, {_number(key)})".encode())
    cursor = await connection.execute(_other_keys(key).encode())
    if await cursor.fetchone() is not None:
        log.error("%s", _refusal(key))


def _number(key: SecretKey) -> int:
    """The key's id as a number that PostgreSQL takes in a lock: 31 bits."""
    return int(key.id, 16) >> 1


def _other_keys(key: SecretKey) -> str:
    return OTHER_KEYS.format(locks=KEY_LOCKS, key=_number(key))


def _refusal(key: SecretKey) -> str:
    return (
        f"Another server of this database uses another key than the one in {key.path}; "
        "give all of them the same key file: --key-file."
    )
