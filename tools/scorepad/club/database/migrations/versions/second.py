"""What people decide afterwards: merges, reseatings, stakes; and what follows from it.

The new columns and tables of what follows are filled by whoever upgrades, which makes all of it
anew.
"""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Adds the columns and tables; what is there stays as it is."""
    _players()
    _merges()
    _reseatings()
    _stakes()
    _seats()
    _settlements()


def _players() -> None:
    op.add_column("players", sa.Column("grade", sa.String(16), nullable=False, server_default=""))
    op.add_column("players", sa.Column("rating", sa.Integer, nullable=False, server_default="0"))
    op.add_column("players", sa.Column("area", sa.Text, nullable=False, server_default=""))


def _merges() -> None:
    op.create_table(
        "merges",
        *_decision(),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.Column("same_as", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_merges"),
    )


def _reseatings() -> None:
    op.create_table(
        "reseatings",
        *_decision(),
        sa.Column("session", sa.String(48), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reseatings"),
    )


def _stakes() -> None:
    op.create_table(
        "stakes",
        *_decision(),
        sa.Column("session", sa.String(48), nullable=False),
        sa.Column("evening", sa.String(10), nullable=False),
        sa.Column("per_100", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_stakes"),
    )


def _decision() -> tuple[sa.Column, sa.Column]:
    return (
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )


def _seats() -> None:
    op.drop_table("seats")
    op.create_table(
        "seats",
        sa.Column("session", sa.String(48), nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("entered", sa.BigInteger, nullable=False),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("session", "seat", name="pk_seats"),
        _of_session("seats"),
    )


def _settlements() -> None:
    op.create_table(
        "settlements",
        sa.Column("session", sa.String(48), nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("opponent", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("session", "seat", "opponent", name="pk_settlements"),
        _of_session("settlements"),
    )


def _of_session(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_sessions"
    return sa.ForeignKeyConstraint(["session"], ["sessions.id"], name, ondelete="CASCADE")
