"""House rules: rule sets with options of the club's own, under names."""

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Adds the table; what is there stays as it is."""
    op.create_table(
        "house_rules",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("accept", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_house_rules"),
    )
