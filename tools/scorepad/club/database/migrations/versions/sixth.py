"""What is decided about knock-outs beside results: what a session is, what is taken back."""

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """Adds the table; what is there stays as it is."""
    op.create_table(
        "rulings",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("competition", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("session", sa.String(48), nullable=False),
        sa.Column("result", sa.Integer),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rulings"),
    )
