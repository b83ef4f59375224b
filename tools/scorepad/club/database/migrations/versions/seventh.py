"""Damaged copies that were replaced, and totals of tablets that the records do not say."""

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision = "6"


def upgrade() -> None:
    """Adds the tables; what is there stays as it is."""
    _replacements()
    op.create_table(
        "set_aside",
        sa.Column("replacement", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("sequence", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("raw", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("replacement", "sequence", name="pk_set_aside"),
    )
    op.create_table(
        "tablet_totals",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("session", sa.String(48), nullable=False),
        sa.Column("crc", sa.BigInteger, nullable=False),
        sa.Column("totals", sa.Text, nullable=False),
        sa.Column("complete", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tablet_totals"),
    )


def _replacements() -> None:
    op.create_table(
        "replacements",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("session", sa.String(48), nullable=False),
        sa.Column("records", sa.Integer, nullable=False),
        sa.Column("crc", sa.BigInteger, nullable=False),
        sa.Column("fault", sa.Text, nullable=False),
        sa.Column("allowed", sa.Boolean, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_replacements"),
    )
