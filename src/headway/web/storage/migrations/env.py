"""Alembic's environment: it runs the migrations on the connection that the store provides."""

from alembic import context

from headway.web.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
