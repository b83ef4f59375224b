"""Indexes for a club with many sessions, and the ranking as it stands after each of them.

What is new is filled by whoever upgrades, or by whoever reads the ranking first.
"""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Adds a column, a table and indexes; what is there stays as it is."""
    op.add_column("deals", sa.Column("won", sa.Integer))
    _rankings()
    op.create_index("ix_rankings_player", "rankings", ["player", "deals", "started"])
    op.create_index("ix_sessions_started", "sessions", ["started", "tablet", "number"])
    op.create_index("ix_sessions_rules_started", "sessions", ["rules", "started"])
    op.create_index("ix_seats_player", "seats", ["player"])


def _rankings() -> None:
    op.create_table(
        "rankings",
        sa.Column("session", sa.String(48), nullable=False),
        sa.Column("player", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("ranking", sa.Integer, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("session", "player", name="pk_rankings"),
        sa.ForeignKeyConstraint(
            ["session"], ["sessions.id"], "fk_rankings_sessions", ondelete="CASCADE"
        ),
    )
