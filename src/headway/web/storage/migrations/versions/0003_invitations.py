"""Note which key has taken each chair, and links with which a player continues on another device.

Until now the key of a chair was in its link, and anyone with the link had the chair. Such links stay as they are: the
key that has taken a chair of an existing table is the one in its link.
"""

import sqlalchemy as sa
from alembic import op

from headway.web.refusals import DatabaseUnavailable

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the keys of the chairs, and the table of links for other devices."""
    op.add_column("tables", sa.Column("key_0", sa.String(64), nullable=True))
    op.add_column("tables", sa.Column("key_1", sa.String(64), nullable=True))
    op.execute("UPDATE tables SET key_0 = chair_0, key_1 = chair_1")
    op.create_table(
        "device_links",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("chair", sa.Integer, nullable=False),
        sa.Column("key", sa.String(64), nullable=True),
    )


def downgrade() -> None:
    """Refuse: a chair whose invitation has been used would be open to everyone with the invitation."""
    raise DatabaseUnavailable("The database cannot be changed back: its invitations seat one person each.")
