"""Sessions of phones wait for the director."""

import sqlalchemy as sa
from alembic import op

revision = "14"
down_revision = "13"


def upgrade() -> None:
    op.create_table(
        "waiting",
        sa.Column("session", sa.String(48), nullable=False),
        sa.Column("table_number", sa.Integer, nullable=False),
        sa.Column("raw", sa.LargeBinary, nullable=False),
        sa.Column("came", sa.DateTime(timezone=True), nullable=False),
        sa.Column("why", sa.String(16), nullable=False),
        sa.Column("dismissed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("session", name="pk_waiting"),
    )
