"""Alembic runs this; the connection comes from the store."""

from alembic import context

from headway.web.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
