"""The database schema: one row for each table, and one for each step at it, with a number unique within the table."""

import sqlalchemy as sa

metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("chair_0", sa.String(64), nullable=False),  # the hash of the key that opens the chair
    sa.Column("chair_1", sa.String(64), nullable=False),
    sa.Column("archived", sa.Float, nullable=True),
)
steps = sa.Table(
    "steps",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("events", sa.Text, nullable=False),  # a JSON list of events, as docs/formats.md describes them
)
