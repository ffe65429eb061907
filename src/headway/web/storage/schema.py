"""The database schema: tables, their steps, each with a number unique within its table, and links for other devices."""

import sqlalchemy as sa

StoredStep = tuple[int, str]
"""The number of a step, and the text of a JSON list of events; the text is empty if it cannot be decoded."""

metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("chair_0", sa.String(64), nullable=False),  # the hash of the invitation to the chair
    sa.Column("chair_1", sa.String(64), nullable=False),
    sa.Column("archived", sa.Float, nullable=True),
    sa.Column("key_0", sa.String(64), nullable=True),  # the hash of the key that has taken the chair
    sa.Column("key_1", sa.String(64), nullable=True),
)
steps = sa.Table(
    "steps",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("events", sa.Text, nullable=False),  # a JSON list of events, as docs/protocol.md describes them
)
device_links = sa.Table(
    "device_links",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("token", sa.String(64), primary_key=True),  # the hash of the token in the link
    sa.Column("chair", sa.Integer, nullable=False),
    sa.Column("key", sa.String(64), nullable=True),  # the hash of the key that has used the link
)


class OtherSchema(Exception):
    """The tables of a database do not have the columns of this version."""


def check_columns(connection: sa.Connection) -> None:
    """Raise `OtherSchema` for a table with other columns than in this version, whatever version it claims to have."""
    found = sa.inspect(connection)
    for table in metadata.sorted_tables:
        columns = {column["name"] for column in found.get_columns(table.name)} if found.has_table(table.name) else set()
        wanted = {column.name for column in table.c}
        missing, unknown = sorted(wanted - columns), sorted(columns - wanted)
        if missing or unknown:
            told = [f"lacks {', '.join(missing)}"] * bool(missing) + [f"also has {', '.join(unknown)}"] * bool(unknown)
            raise OtherSchema(f"its table {table.name} {' and '.join(told)}")
