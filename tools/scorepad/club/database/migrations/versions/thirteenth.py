"""What the pages ask for before they let somebody in: a password, tokens of programs."""

import sqlalchemy as sa
from alembic import op

revision = "13"
down_revision = "12"


def upgrade() -> None:
    op.create_table(
        "secrets",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("may", sa.String(16), nullable=False, server_default=""),
        sa.Column("used", sa.String(10), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("kind", "name", name="pk_secrets"),
    )
