"""Run by Alembic on the connection that scorepad.club.versions hands over."""

from alembic import context

from scorepad.club.schema import VERSION_TABLE, Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    version_table=VERSION_TABLE,
)
context.run_migrations()
