"""Events of duplicate: movements, pairs, what was decided and sent, and who sat where."""

import sqlalchemy as sa
from alembic import op

revision = "9"
down_revision = "8"


def upgrade() -> None:
    """Adds the tables and a column; what is there stays as it is."""
    _decided("events", _text("name"), _word("date", 10), _word("scoring", 16), _flag("across"))
    _decided("event_plans", _number("event"))
    op.create_table(
        "event_sections",
        *(_key("plan"), _key("section"), _word("kind", 16), _text("name")),
        _flag("may_meet_again"),
        sa.PrimaryKeyConstraint("plan", "section", name="pk_event_sections"),
    )
    op.create_table(
        "event_meetings",
        *(_key("plan"), _key("round"), _key("table_number")),
        *(_number("section"), _number("ns"), _number("ew"), _text("boards")),
        sa.PrimaryKeyConstraint("plan", "round", "table_number", name="pk_event_meetings"),
    )
    _decided(
        "event_pairs",
        *(_number("event"), _number("pair"), _number("since")),
        *(_big("first"), _text("first_name"), _big("second"), _text("second_name")),
    )
    _decided(
        "event_rulings",
        *(_number("event"), _word("kind", 16), _number("pair"), _number("round")),
    )
    op.create_table(
        "event_sends",
        *_made(),
        *(_number("event"), _word("tablet", 32), _number("table_number"), _big("crc")),
        sa.PrimaryKeyConstraint("id", name="pk_event_sends"),
    )
    _seats()


def _seats() -> None:
    """What follows from the records; whoever upgrades makes it anew."""
    op.add_column(
        "sessions", sa.Column("event", sa.BigInteger, nullable=False, server_default="0")
    )
    op.create_index("ix_sessions_event", "sessions", ["event"])
    op.create_table(
        "round_seats",
        sa.Column("session", sa.String(48), nullable=False),
        *(_key("turn"), _key("seat"), _big("entered"), _big("player")),
        sa.PrimaryKeyConstraint("session", "turn", "seat", name="pk_round_seats"),
        sa.ForeignKeyConstraint(
            ["session"], ["sessions.id"], name="fk_round_seats_sessions", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_round_seats_player", "round_seats", ["player"])


def _decided(table: str, *columns: sa.Column) -> None:
    """A table of what somebody has decided."""
    said = _text("author"), _text("reason")
    op.create_table(
        table, *_made(), *columns, *said, sa.PrimaryKeyConstraint("id", name=f"pk_{table}")
    )


def _made() -> tuple[sa.Column, sa.Column]:
    return _key("id"), sa.Column("made", sa.DateTime(timezone=True), nullable=False)


def _key(name: str) -> sa.Column:
    return sa.Column(name, sa.Integer, autoincrement=False, nullable=False)


def _number(name: str) -> sa.Column:
    return sa.Column(name, sa.Integer, nullable=False)


def _big(name: str) -> sa.Column:
    return sa.Column(name, sa.BigInteger, nullable=False)


def _text(name: str) -> sa.Column:
    return sa.Column(name, sa.Text, nullable=False)


def _word(name: str, length: int) -> sa.Column:
    return sa.Column(name, sa.String(length), nullable=False)


def _flag(name: str) -> sa.Column:
    return sa.Column(name, sa.Boolean, nullable=False)
