"""What a session comes to stands with it, and the ranking after each span of time, not session.

What is new is filled by whoever upgrades, which makes all that follows from the truth anew.
"""

import sqlalchemy as sa
from alembic import op

revision = "8"
down_revision = "7"


def upgrade() -> None:
    """Adds the columns instead of two tables, and the rankings are others."""
    for table in ("deals", "results", "rankings"):
        op.drop_table(table)
    for column in (
        sa.Column("played", sa.Integer, nullable=False, server_default="0"),
        sa.Column("totals", sa.Text, nullable=False, server_default=""),
        sa.Column("won", sa.LargeBinary),
        sa.Column("twice", sa.Boolean, nullable=False, server_default=sa.false()),
    ):
        op.add_column("sessions", column)
    op.create_table(
        "rankings",
        sa.Column("player", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("until", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("ranking", sa.Integer, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("player", "until", name="pk_rankings"),
    )
    op.create_index("ix_rankings_until", "rankings", ["until"])
