"""The first tables: records, players, imports, and what follows from the records."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Makes the tables in a database that has none."""
    _truth()
    _sessions()
    _deals()
    _seats()
    _results()


def _truth() -> None:
    op.create_table(
        "records",
        sa.Column("session", sa.String(48), nullable=False),
        sa.Column("sequence", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("raw", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("session", "sequence", name="pk_records"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("number", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_table(
        "imports",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("taken", sa.DateTime(timezone=True), nullable=False),
        sa.Column("port", sa.Text, nullable=False),
        sa.Column("session", sa.String(48), nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_imports"),
    )


def _sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(48), nullable=False),
        sa.Column("tablet", sa.String(32), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("table_number", sa.Integer, nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("records", sa.Integer, nullable=False),
        sa.Column("crc", sa.BigInteger, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("fault", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
    )


def _deals() -> None:
    op.create_table(
        "deals",
        sa.Column("session", sa.String(48), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("dealer", sa.Integer, nullable=False),
        sa.Column("vulnerable", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("session", "number", name="pk_deals"),
        _of_session("deals"),
    )


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("session", sa.String(48), nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("session", "seat", name="pk_seats"),
        _of_session("seats"),
    )


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("session", sa.String(48), nullable=False),
        sa.Column("account", sa.String(16), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("session", "account", name="pk_results"),
        _of_session("results"),
    )


def _of_session(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_sessions"
    return sa.ForeignKeyConstraint(["session"], ["sessions.id"], name, ondelete="CASCADE")
