"""Run by Alembic on the connection that scorepad.club.database.versions hands over."""

from alembic import context

from scorepad.club.database.schema import Base
from scorepad.club.database.today import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    version_table=VERSION_TABLE,
)
context.run_migrations()
