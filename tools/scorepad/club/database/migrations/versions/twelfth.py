"""Events have a number on the tablets that no other club's event has."""

import sqlalchemy as sa
from alembic import op

revision = "12"
down_revision = "11"


def upgrade() -> None:
    """Adds the column; tablets and their sessions know those that are there by their ids."""
    op.add_column("events", sa.Column("number", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE events SET number = id")
    op.create_index("ix_events_number", "events", ["number"], unique=True)
