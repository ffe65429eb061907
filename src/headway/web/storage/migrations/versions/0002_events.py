"""Rewrite what version 0.1.0 stored, a set-up for each table and entries in its steps, as the events of a match.

docs/formats.md describes events. Steps are read and written in batches, so memory does not grow with the database.
Everything is one transaction: if a step cannot be rewritten, the database stays as it was.
"""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from alembic import op

from headway.web.refusals import DatabaseUnavailable

revision = "0002"
down_revision = "0001"

BATCH = 1000
SEATS = ("P1", "P2")

tables = sa.table("tables", sa.column("id", sa.String), sa.column("setup", sa.Text))
steps = sa.table(
    "steps", sa.column("table_id", sa.String), sa.column("number", sa.Integer), sa.column("entries", sa.Text)
)
update = (
    steps.update()
    .where(steps.c.table_id == sa.bindparam("its_table"), steps.c.number == sa.bindparam("its_number"))
    .values(entries=sa.bindparam("events"))
)


def upgrade() -> None:
    """Rewrite all steps, and drop the set-ups, which the first event of each game holds now."""
    connection = op.get_bind()
    rows, table_id, events = _batch("", 0), "", None
    while rows:
        rewritten = []
        for row in rows:
            try:
                if events is None or row.table_id != table_id:
                    table_id, events = row.table_id, TableEvents(json.loads(row.setup))
                step = json.dumps([events.event(entry) for entry in json.loads(row.entries)])
            except (LookupError, TypeError, ValueError) as error:
                place = f"table {row.table_id}, step {row.number}"
                raise DatabaseUnavailable(f"The database cannot be upgraded: {place}: {error!r}") from error
            rewritten.append({"its_table": row.table_id, "its_number": row.number, "events": step})
        connection.execute(update, rewritten)
        rows = _batch(rows[-1].table_id, rows[-1].number)
    op.drop_column("tables", "setup")
    # under another name, so that a server of version 0.1.0 that still runs cannot write its entries among the events
    op.execute("ALTER TABLE steps RENAME COLUMN entries TO events")


def downgrade() -> None:
    """Refuse: version 0.1.0 cannot represent all events."""
    raise DatabaseUnavailable("The database cannot be changed back to the form of version 0.1.0.")


def _batch(table_id: str, number: int) -> Sequence[Any]:
    """The next steps after that one, table by table, each with the set-up of its table."""
    following = sa.tuple_(steps.c.table_id, steps.c.number) > sa.tuple_(
        sa.literal(table_id, sa.String), sa.literal(number, sa.Integer)
    )
    wanted = sa.select(steps, tables.c.setup).join_from(steps, tables, steps.c.table_id == tables.c.id)
    ordered = wanted.where(following).order_by(steps.c.table_id, steps.c.number).limit(BATCH)
    return op.get_bind().execute(ordered).all()


class TableEvents:
    """Turns the entries of one table into events, in order; it knows what an entry left to be inferred."""

    def __init__(self, setup: dict[str, Any]) -> None:
        self.setup = setup
        self.players = list(setup["players"])  # by chair
        self.is_swapped = False
        self.ply = 0
        self.seed = ""
        self.offers: dict[str, str] = {}  # by whom

    def event(self, entry: dict[str, Any]) -> dict[str, Any]:
        """The event that an entry of version 0.1.0 stands for."""
        if "offer" in entry:
            self.offers[entry["offer"]] = entry["by"]
            return {"offer": entry["offer"], "by": entry["by"]}
        if "decline" in entry:
            is_own = self.offers.pop(entry["decline"], None) == entry["by"]
            own = {"withdrawn": True} if is_own else {}
            return {"decline": entry["decline"], "by": entry["by"], **own}
        if "sit" in entry:
            self.players[entry["sit"]] = entry["player"]
            return {"seat": SEATS[entry["sit"] ^ self.is_swapped], "player": entry["player"]}
        self.offers.clear()
        if "move" in entry:
            self.ply += 1
            return {"ply": self.ply, "by": entry["by"], "move": entry["move"]}
        if "undo" in entry:
            self.ply -= entry["undo"]
            return {"undo": entry["undo"]}
        return self._end(entry) if "end" in entry else self._begin(entry)

    def _begin(self, entry: dict[str, Any]) -> dict[str, Any]:
        self.ply, self.is_swapped, self.seed = 0, entry["swapped"], entry["seed"]
        event = {
            "headway": 2,
            "game": self.setup["game"],
            "rules": entry["rules"],
            "first": entry["begin"],
            "players": self.players[::-1] if self.is_swapped else self.players[:],
        }
        if self.setup["goal"] > 1:
            event["match"] = self.setup["goal"]
        if self.setup["is_dealt"]:
            event["dealt"] = True
        if self.is_swapped:
            event["swapped"] = True
        commitment = sha256(bytes.fromhex(self.seed)).hexdigest()
        return {**event, "commitment": commitment, "dice": self.seed}

    def _end(self, entry: dict[str, Any]) -> dict[str, Any]:
        loser = entry.get("by")
        result = "draw" if loser is None else SEATS[loser == SEATS[0]]
        why = {"why": entry["why"]} if "why" in entry else {}
        return {"result": result, "reason": entry["end"], **why, "seed": self.seed}
