"""Knock-outs: how they were drawn, who is in them, and the results entered by hand."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Adds the tables; what is there stays as it is."""
    _competitions()
    _entries()
    _match_results()


def _competitions() -> None:
    op.create_table(
        "competitions",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_competitions"),
    )


def _entries() -> None:
    op.create_table(
        "entries",
        sa.Column("competition", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.Column("partner", sa.BigInteger, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("grade", sa.String(16), nullable=False),
        sa.Column("area", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("competition", "place", name="pk_entries"),
    )


def _match_results() -> None:
    op.create_table(
        "match_results",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("competition", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer),
        sa.Column("opponent", sa.Integer),
        sa.Column("opponent_points", sa.Integer),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_match_results"),
    )
