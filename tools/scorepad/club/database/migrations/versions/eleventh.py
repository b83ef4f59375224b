"""What the director decides: corrections, adjusted scores, penalties, and what undoes a decision.

All that follows is made anew by whoever upgrades; without any decision it is what it was.
"""

import sqlalchemy as sa
from alembic import op

revision = "11"
down_revision = "10"


def upgrade() -> None:
    """Adds the table; what is there stays as it is."""
    op.create_table(
        "decisions",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("session", sa.String(48), nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("records", sa.Integer, nullable=False),
        sa.Column("evening", sa.String(10), nullable=False),
        sa.Column("event", sa.BigInteger, nullable=False),
        sa.Column("board", sa.Integer, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("was", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_decisions"),
    )
