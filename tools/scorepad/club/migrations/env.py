"""Run by Alembic on the connection that scorepad.club.versions hands over."""

from alembic import context

from scorepad.club.schema import Base
from scorepad.club.today import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    version_table=VERSION_TABLE,
)
context.run_migrations()
