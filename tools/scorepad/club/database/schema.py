"""The tables of a club's database.

Records as the tablets sent them, also those that wait for the director, players, imports, totals
that tablets have said, what they have of events, and the log of decisions (club/log.py) are the
truth. All other tables but two follow from these and are made anew whenever they change
(`Club.rebuild`), so nothing is in two places that could disagree. Therefore no foreign key leads
from the truth to what follows. Secrets and the security log (OWN) belong to this database alone:
no backup has them.

Numbers that a tablet fills with 32 unsigned bits need a BigInteger.
"""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from scorepad.club.database.rows import plain

SESSION_ID = sa.String(48)  # 16 bytes of a tablet's id in hexadecimal, "-", a number of 32 bits

_CONSTRAINT_NAMES = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(referred_table_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
}


class Instant(sa.TypeDecorator[datetime]):
    """A point in time: UTC in ISO 8601, with microseconds, so that the texts sort as the times."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> str | None:
        return plain(value)

    def process_result_value(self, value: str | None, dialect: Any) -> datetime | None:
        return None if value is None else datetime.fromisoformat(value)


class Flag(sa.TypeDecorator[bool]):
    """True or False, as 1 or 0; a statement compares it with these."""

    impl = sa.Integer
    cache_ok = True

    def process_bind_param(self, value: bool | None, dialect: Any) -> int | None:
        return plain(value)

    def process_result_value(self, value: int | None, dialect: Any) -> bool | None:
        return None if value is None else bool(value)


class Base(DeclarativeBase):
    """The tables."""

    metadata = sa.MetaData(naming_convention=_CONSTRAINT_NAMES)
    type_annotation_map = {bool: Flag, datetime: Instant}  # noqa: RUF012


def table_of(kind: type[Base]) -> sa.Table:
    """Return the table of a kind of rows."""
    table = kind.__table__
    assert isinstance(table, sa.Table)
    return table


class RecordRow(Base):
    """One record of a session, as it came: 14 bytes; the last of a damaged one may have fewer."""

    __tablename__ = "records"

    session: Mapped[str] = mapped_column(SESSION_ID, primary_key=True)
    sequence: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    raw: Mapped[bytes] = mapped_column(sa.LargeBinary)


class PlayerRow(Base):
    """A person in the club's roster; `number`: in the federation.

    `grade`: "", junior, intermediate or open; `rating`: 0 = unknown; `area`: where they live.
    """

    __tablename__ = "players"

    id: Mapped[int] = mapped_column(sa.BigInteger, primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(sa.Text)
    number: Mapped[str] = mapped_column(sa.Text)
    grade: Mapped[str] = mapped_column(sa.String(16), server_default="")
    rating: Mapped[int] = mapped_column(server_default="0")
    area: Mapped[str] = mapped_column(sa.Text, server_default="")


class DecisionRow(Base):
    """A decision about a subject, as a session or an event; only added, and numbered by the club.

    `body`: in JSON, what the `kind` needs to be known.
    """

    __tablename__ = "decisions"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    made: Mapped[datetime]
    author: Mapped[str] = mapped_column(sa.Text)
    reason: Mapped[str] = mapped_column(sa.Text)
    kind: Mapped[str] = mapped_column(sa.Text)
    subject: Mapped[str] = mapped_column(sa.Text)
    body: Mapped[str] = mapped_column(sa.Text)

    __table_args__ = (sa.Index(None, "subject", "number"),)


class SetAsideRow(Base):
    """One record of a damaged copy that was replaced, as it came; `replacement`: the decision."""

    __tablename__ = "set_aside"

    replacement: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    sequence: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    raw: Mapped[bytes] = mapped_column(sa.LargeBinary)


class TabletTotalRow(Base):
    """What a tablet has said of a session whose records have this CRC-32, and they say otherwise.

    `totals`: as `NS=300 EW=1620`. Or no longer say otherwise, if it did before.
    """

    __tablename__ = "tablet_totals"

    id: Mapped[int] = mapped_column(primary_key=True)
    made: Mapped[datetime]
    session: Mapped[str] = mapped_column(SESSION_ID)
    crc: Mapped[int] = mapped_column(sa.BigInteger)
    totals: Mapped[str] = mapped_column(sa.Text)
    complete: Mapped[bool]


class EventSendRow(Base):
    """A tablet has this event as the table of this number, in records with this CRC-32.

    `event`: 0: it has none any more. `crc`: 0: with an event, it would take another's place there.
    """

    __tablename__ = "event_sends"

    id: Mapped[int] = mapped_column(primary_key=True)
    made: Mapped[datetime]
    event: Mapped[int]
    tablet: Mapped[str] = mapped_column(sa.String(32))
    table_number: Mapped[int]
    crc: Mapped[int] = mapped_column(sa.BigInteger)


class ImportRow(Base):
    """What a sync has brought: the session was "new", "extended", "replaced" or "damaged"."""

    __tablename__ = "imports"

    id: Mapped[int] = mapped_column(primary_key=True)
    taken: Mapped[datetime]
    port: Mapped[str] = mapped_column(sa.Text)
    session: Mapped[str] = mapped_column(SESSION_ID)
    outcome: Mapped[str] = mapped_column(sa.String(16))


class WaitingRow(Base):
    """A session that a phone has brought and that counts nowhere until the director takes it in.

    `raw`: all its records; `came`: when this version of it did; `why`: it waits (waiting.REASONS);
    `dismissed`: the director has decided not to take it in.
    """

    __tablename__ = "waiting"

    session: Mapped[str] = mapped_column(SESSION_ID, primary_key=True)
    table_number: Mapped[int]
    raw: Mapped[bytes] = mapped_column(sa.LargeBinary)
    came: Mapped[datetime]
    why: Mapped[str] = mapped_column(sa.String(16))
    dismissed: Mapped[bool]


class SessionRow(Base):
    """A session as its records say. `id`: tablet, "-" and number, never used for another one.

    `state`: open, complete, left out (by a decision), or damaged, then `fault` says why (otherwise
    ""). `records`: whole ones; `crc`: CRC-32 of all bytes. `started`: minutes since 2000-01-01
    00:00 UTC, 0 = the tablet's clock was not set.

    What its deals come to after all corrections, those of the tablet and those of the club:
    `played`: how many there are; `totals`: of its accounts, as `NS=300 EW=1620`; `won`: the IMPs
    of N-S that the ranking is charged with, a signed byte each, None where that does not count
    them. `twice`: somebody has two seats. `event`: of duplicate to which it belongs, by its
    number on the tablets, 0 = none.
    """

    __tablename__ = "sessions"

    id: Mapped[str] = mapped_column(SESSION_ID, primary_key=True)
    tablet: Mapped[str] = mapped_column(sa.String(32))
    number: Mapped[int] = mapped_column(sa.BigInteger)
    table_number: Mapped[int]
    rules: Mapped[str] = mapped_column(sa.String(32))
    state: Mapped[str] = mapped_column(sa.String(16))
    records: Mapped[int]
    crc: Mapped[int] = mapped_column(sa.BigInteger)
    started: Mapped[int] = mapped_column(sa.BigInteger)
    fault: Mapped[str] = mapped_column(sa.Text)
    played: Mapped[int] = mapped_column(server_default="0")
    totals: Mapped[str] = mapped_column(sa.Text, server_default="")
    won: Mapped[bytes | None] = mapped_column(sa.LargeBinary)
    twice: Mapped[bool] = mapped_column(server_default="0")
    event: Mapped[int] = mapped_column(sa.BigInteger, server_default="0")

    seats: Mapped[list["SeatRow"]] = relationship(order_by="SeatRow.seat")

    __table_args__ = (
        sa.Index("ix_sessions_started", "started", "tablet", "number"),
        sa.Index("ix_sessions_rules_started", "rules", "started"),
        sa.Index("ix_sessions_event", "event"),
    )


IN_ORDER = (SessionRow.started, SessionRow.tablet, SessionRow.number)  # as the sessions began


def _of_session() -> Mapped[str]:
    follows = sa.ForeignKey(SessionRow.id, ondelete="CASCADE")
    return mapped_column(SESSION_ID, follows, primary_key=True)


class SeatRow(Base):
    """Who sat where; `seat`: 0 North to 3 West, players: ids in the roster, 0 = a guest.

    `entered`: on the tablet; `decided`: by the club, else the same; `player`: the person it was,
    after merges.

    No foreign key: a tablet may have the roster of yesterday, and its records are kept.
    """

    __tablename__ = "seats"

    session: Mapped[str] = _of_session()
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    entered: Mapped[int] = mapped_column(sa.BigInteger)
    decided: Mapped[int] = mapped_column(sa.BigInteger)
    player: Mapped[int] = mapped_column(sa.BigInteger, index=True)


class RoundSeatRow(Base):
    """Who sat where in a round of an event; `turn`: of the rounds of the session, from 0.

    Where another pair sat for some deals, by decision, its `seat` is 4 more, and so on.
    `entered`: in the pair of the event; `player`: the person it was, after merges.
    """

    __tablename__ = "round_seats"

    session: Mapped[str] = _of_session()
    turn: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    entered: Mapped[int] = mapped_column(sa.BigInteger)
    player: Mapped[int] = mapped_column(sa.BigInteger, index=True)


class SettlementRow(Base):
    """Points that the player in `seat` wins of the one in `opponent`, negative if he loses them.

    Each pair that settles has one, the lower seat first. Only complete sessions have any.
    """

    __tablename__ = "settlements"

    session: Mapped[str] = _of_session()
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    opponent: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    points: Mapped[int]


class RankingRow(Base):
    """A player's ranking after all sessions that began before `until`, and how many deals he has
    played then. A row for each span of time in which he has (ranking_rows.py).
    """

    __tablename__ = "rankings"

    player: Mapped[int] = mapped_column(sa.BigInteger, primary_key=True, autoincrement=False)
    until: Mapped[int] = mapped_column(
        sa.BigInteger, primary_key=True, autoincrement=False, index=True
    )
    ranking: Mapped[int]
    deals: Mapped[int]


class VersionRow(Base):
    """How often a subject, as a session or an event, has changed (Rows.version)."""

    __tablename__ = "versions"

    subject: Mapped[str] = mapped_column(sa.Text, primary_key=True)
    version: Mapped[int]


class SecretRow(Base):
    """What somebody has to know to come in: the `hash` of it, never more.

    `kind`: "password", with the name ""; "token", with the name that it was given; "codes", with
    the name "" and, as `hash`, the random key of the codes of the tables; "tablet", in a page,
    with its id, or "forgotten"; "table", with such an id, a space and a table by whose link it has
    come in, no hash, and when it last did, as `made`. `may`: what a token lets a program do,
    "read" or "write"; `used`: the day of its last use, as 2026-11-20, "" if there was none.
    """

    __tablename__ = "secrets"

    kind: Mapped[str] = mapped_column(sa.String(16), primary_key=True)
    name: Mapped[str] = mapped_column(sa.Text, primary_key=True)
    hash: Mapped[str] = mapped_column(sa.Text)
    made: Mapped[datetime]
    may: Mapped[str] = mapped_column(sa.String(16), server_default="")
    used: Mapped[str] = mapped_column(sa.String(10), server_default="")


class SecurityRow(Base):
    """An event of the security log (club/security_log.py).

    kind: the code of a security_log.Kind
    about: name of a token, a table, a file; "" if the kind says all
    who, address: as of security_log.Actor
    times: how often it happened within an hour from `made` on
    """

    __tablename__ = "security_log"

    id: Mapped[int] = mapped_column(primary_key=True)
    made: Mapped[datetime]
    kind: Mapped[str] = mapped_column(sa.String(32))
    about: Mapped[str] = mapped_column(sa.Text)
    who: Mapped[str] = mapped_column(sa.Text)
    address: Mapped[str] = mapped_column(sa.Text)
    times: Mapped[int]


OWN = (SecretRow, SecurityRow)
TABLET, TABLE = "tablet", "table"  # kinds of secrets that go into a backup
PAGE_TABLET = "[0-9a-f][26ae](?:[0-9a-f]{2}){5}"  # their ids: locally administered (IEEE 802, 8.2)
TRUTH = (  # all else follows, but for OWN
    *(ImportRow, PlayerRow, RecordRow, WaitingRow, DecisionRow),
    *(SetAsideRow, TabletTotalRow, EventSendRow),
)
