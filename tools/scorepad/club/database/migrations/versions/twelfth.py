"""The tables of version 12, the oldest from which a club's database is upgraded."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "12"
down_revision = None


def upgrade() -> None:
    """Makes the tables in a database that has none."""
    _what_came()
    _what_was_decided()
    _knock_outs()
    _events()
    _what_follows()


def _what_came() -> None:
    op.create_table(
        "records", _session(primary_key=True), _key("sequence"), *_of(sa.LargeBinary, "raw")
    )
    op.create_table(
        "players",
        *(_key("id", sa.BigInteger), *_of(sa.Text, "name", "number")),
        *_of(sa.String(16), "grade", server_default=""),
        *_of(sa.Integer, "rating", server_default="0"),
        *_of(sa.Text, "area", server_default=""),
    )
    op.create_table(
        "imports",
        sa.Column("id", sa.Integer, primary_key=True),
        *(_at("taken"), *_of(sa.Text, "port"), _session(), *_of(sa.String(16), "outcome")),
    )
    _decided(
        "tablet_totals",
        *(_session(), *_of(sa.BigInteger, "crc"), *_of(sa.Text, "totals")),
        *_of(sa.Boolean, "complete"),
    )
    op.create_table(
        "set_aside", _key("replacement"), _key("sequence"), *_of(sa.LargeBinary, "raw")
    )


def _what_was_decided() -> None:
    _decided("merges", *_of(sa.BigInteger, "player", "same_as"), *_of(sa.Text, "reason"))
    _decided(
        "reseatings",
        *(_session(), *_of(sa.Integer, "seat"), *_of(sa.BigInteger, "player")),
        *_of(sa.Text, "reason"),
    )
    _decided("stakes", _session(), *_of(sa.String(10), "evening"), *_of(sa.BigInteger, "per_100"))
    _decided(
        "house_rules",
        *(*_of(sa.Text, "name"), *_of(sa.String(32), "rules"), *_of(sa.Text, "options")),
        *_of(sa.Boolean, "accept"),
    )
    _decided("settings", *_of(sa.String(16), "setting"), *_of(sa.Text, "value"), *_authored())
    _decided(
        "replacements",
        *(_session(), *_of(sa.Integer, "records"), *_of(sa.BigInteger, "crc")),
        *(*_of(sa.Text, "fault"), *_of(sa.Boolean, "allowed"), *_of(sa.Text, "reason")),
    )
    _decided(
        "decisions",
        *(*_authored(), *_of(sa.String(16), "kind"), _session()),
        *(*_of(sa.Integer, "deal", "last", "records"), *_of(sa.String(10), "evening")),
        *(*_of(sa.BigInteger, "event"), *_of(sa.Integer, "board")),
        *_of(sa.Text, "who", "said", "was"),
    )


def _knock_outs() -> None:
    _decided(
        "competitions",
        *(*_of(sa.Text, "name"), *_of(sa.BigInteger, "seed"), *_of(sa.Integer, "deals")),
    )
    op.create_table(
        "entries",
        *(_key("competition"), _key("place"), *_of(sa.BigInteger, "player", "partner")),
        *(*_of(sa.Integer, "rating"), *_of(sa.String(16), "grade"), *_of(sa.Text, "area")),
    )
    _decided(
        "match_results",
        *_of(sa.Integer, "competition", "round", "entry"),
        *_of(sa.Integer, "points", "opponent", "opponent_points", nullable=True),
        *_of(sa.Text, "reason"),
    )
    _decided(
        "rulings",
        *(*_of(sa.Integer, "competition"), *_of(sa.String(16), "kind"), _session()),
        *(*_of(sa.Integer, "result", nullable=True), *_of(sa.Text, "reason")),
    )


def _events() -> None:
    _decided(
        "events",
        *(*_of(sa.Text, "name"), *_of(sa.String(10), "date"), *_of(sa.String(16), "scoring")),
        *(*_of(sa.Boolean, "across"), *_authored()),
        *_of(sa.Integer, "number", server_default="0", unique=True, index=True),
    )
    _decided("event_plans", *_of(sa.Integer, "event"), *_authored())
    op.create_table(
        "event_sections",
        *(_key("plan"), _key("section"), *_of(sa.String(16), "kind"), *_of(sa.Text, "name")),
        *_of(sa.Boolean, "may_meet_again"),
    )
    op.create_table(
        "event_meetings",
        *(_key("plan"), _key("round"), _key("table_number")),
        *(*_of(sa.Integer, "section", "ns", "ew"), *_of(sa.Text, "boards")),
    )
    _decided(
        "event_pairs",
        *_of(sa.Integer, "event", "pair", "since"),
        *(*_of(sa.BigInteger, "first"), *_of(sa.Text, "first_name")),
        *(*_of(sa.BigInteger, "second"), *_of(sa.Text, "second_name"), *_authored()),
    )
    _decided(
        "event_rulings",
        *(*_of(sa.Integer, "event"), *_of(sa.String(16), "kind")),
        *(*_of(sa.Integer, "pair", "round"), *_authored()),
    )
    _decided(
        "event_sends",
        *(*_of(sa.Integer, "event"), *_of(sa.String(32), "tablet")),
        *(*_of(sa.Integer, "table_number"), *_of(sa.BigInteger, "crc")),
    )


def _what_follows() -> None:
    """What whoever upgrades makes anew."""
    op.create_table(
        "sessions",
        *(_key("id", sa.String(48)), *_of(sa.String(32), "tablet"), *_of(sa.BigInteger, "number")),
        *(*_of(sa.Integer, "table_number"), *_of(sa.String(32), "rules")),
        *(*_of(sa.String(16), "state"), *_of(sa.Integer, "records")),
        *(*_of(sa.BigInteger, "crc", "started"), *_of(sa.Text, "fault")),
        *_of(sa.Integer, "played", server_default="0"),
        *_of(sa.Text, "totals", server_default=""),
        *_of(sa.LargeBinary, "won", nullable=True),
        *_of(sa.Boolean, "twice", server_default=sa.false()),
        *_of(sa.BigInteger, "event", server_default="0", index=True),
    )
    op.create_index("ix_sessions_started", "sessions", ["started", "tablet", "number"])
    op.create_index("ix_sessions_rules_started", "sessions", ["rules", "started"])
    op.create_table("seats", _of_session(), _key("seat"), *_seated())
    op.create_table("round_seats", _of_session(), _key("turn"), _key("seat"), *_seated())
    op.create_table(
        "settlements", _of_session(), _key("seat"), _key("opponent"), *_of(sa.Integer, "points")
    )
    op.create_table(
        "rankings",
        *(_key("player", sa.BigInteger), _key("until", sa.BigInteger, index=True)),
        *_of(sa.Integer, "ranking", "deals"),
    )


def _decided(table: str, *columns: sa.Column) -> None:
    """A table of what somebody has decided, or said."""
    op.create_table(table, _key("id"), _at("made"), *columns)


def _authored() -> list[sa.Column]:
    return _of(sa.Text, "author", "reason")


def _session(**more: Any) -> sa.Column:
    return sa.Column("session", sa.String(48), nullable=False, **more)


def _of_session() -> sa.Column:
    follows = sa.ForeignKey("sessions.id", ondelete="CASCADE")
    return sa.Column("session", sa.String(48), follows, primary_key=True)


def _seated() -> list[sa.Column]:
    return [*_of(sa.BigInteger, "entered"), *_of(sa.BigInteger, "player", index=True)]


def _key(name: str, kind: Any = sa.Integer, **more: Any) -> sa.Column:
    return sa.Column(name, kind, primary_key=True, autoincrement=False, **more)


def _at(name: str) -> sa.Column:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=False)


def _of(kind: Any, *names: str, nullable: bool = False, **more: Any) -> list[sa.Column]:
    return [sa.Column(name, kind, nullable=nullable, **more) for name in names]
