"""The tables of a club's database.

Records as the tablets sent them, also those that wait for the director, players, imports, totals
that tablets have said, and what people decide (merges, reseatings, replacements, stakes, house
rules, settings, the draws of knock-outs, events of duplicate, what is said of them, and what a
director decides) are the truth.
All other tables but two follow from these and are made anew whenever they change (`Club.rebuild`),
so nothing is in two places that could disagree. Therefore no foreign key leads from the truth to
what follows. Secrets and the security log (OWN) belong to this database alone: no backup has them.

Decisions are only added, never changed: of two about the same thing the one with the higher number
counts. The club numbers them itself, so that they keep their numbers in a backup.

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


class Decision(Base):
    """Something that was decided, or said, and when; only added (decisions/adding.py)."""

    __abstract__ = True

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False, sort_order=-1)
    made: Mapped[datetime] = mapped_column(sort_order=-1)  # both come first


class DecisionLogRow(Base):
    """A decision about a subject, as a session or an event; only added, and numbered by the club.

    `body`: in JSON, what the `kind` needs to be known.
    """

    __tablename__ = "decision_log"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    made: Mapped[datetime]
    author: Mapped[str] = mapped_column(sa.Text)
    reason: Mapped[str] = mapped_column(sa.Text)
    kind: Mapped[str] = mapped_column(sa.Text)
    subject: Mapped[str] = mapped_column(sa.Text)
    body: Mapped[str] = mapped_column(sa.Text)

    __table_args__ = (sa.Index(None, "subject", "number"),)


class Authored(Decision):
    """A decision of which is known who made it, and why; "" where nobody said it."""

    __abstract__ = True

    author: Mapped[str] = mapped_column(sa.Text, sort_order=1)
    reason: Mapped[str] = mapped_column(sa.Text, sort_order=1)  # both come last


class MergeRow(Decision):
    """`player` is the same person as the player `same_as`; 0: is a person of its own again."""

    __tablename__ = "merges"

    player: Mapped[int] = mapped_column(sa.BigInteger)
    same_as: Mapped[int] = mapped_column(sa.BigInteger)
    reason: Mapped[str] = mapped_column(sa.Text)


class ReseatingRow(Decision):
    """`player` (0 = a guest) sat in the seat, whatever the tablet says; `reason`: why."""

    __tablename__ = "reseatings"

    session: Mapped[str] = mapped_column(SESSION_ID)
    seat: Mapped[int]
    player: Mapped[int] = mapped_column(sa.BigInteger)
    reason: Mapped[str] = mapped_column(sa.Text)


class StakeRow(Decision):
    """What 100 points are worth, `per_100` hundredths of the currency's unit.

    In the session, else in the evening (a date, as 2026-11-20), else, where both are "", in all
    evenings from the one on in which it was made.
    """

    __tablename__ = "stakes"

    session: Mapped[str] = mapped_column(SESSION_ID)
    evening: Mapped[str] = mapped_column(sa.String(10))
    per_100: Mapped[int] = mapped_column(sa.BigInteger)


class HouseRulesRow(Decision):
    """A rule set with the options that are said (`honours=off deals=4`), under a name.

    Names are alike as players' are. `rules`: "" where they were removed; `accept`: whether the
    other side accepts each result.
    """

    __tablename__ = "house_rules"

    name: Mapped[str] = mapped_column(sa.Text)
    rules: Mapped[str] = mapped_column(sa.String(32))
    options: Mapped[str] = mapped_column(sa.Text)
    accept: Mapped[bool]


class SettingRow(Authored):
    """A setting of the club has this value (club/settings); "": what holds if nothing is said."""

    __tablename__ = "settings"

    setting: Mapped[str] = mapped_column(sa.String(16))
    value: Mapped[str] = mapped_column(sa.Text)


class CompetitionRow(Decision):
    """A knock-out as it was drawn. `seed`: the lot; `deals`: of a match."""

    __tablename__ = "competitions"

    name: Mapped[str] = mapped_column(sa.Text)
    seed: Mapped[int] = mapped_column(sa.BigInteger)
    deals: Mapped[int]


class EntryRow(Base):
    """A pair of a knock-out; `place`: in the bracket, from 0 at its top; no row: a bye.

    With what decided the draw, as it was then (knockout/draw.py); the grades are the season's.
    """

    __tablename__ = "entries"

    competition: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    place: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player: Mapped[int] = mapped_column(sa.BigInteger)
    partner: Mapped[int] = mapped_column(sa.BigInteger)
    rating: Mapped[int]
    grade: Mapped[str] = mapped_column(sa.String(16))
    area: Mapped[str] = mapped_column(sa.Text)


class MatchResultRow(Decision):
    """Two pairs' totals in the round (from 1) of a knock-out, or the withdrawal of `entry`.

    Pairs by their places in the bracket. A withdrawal has neither points nor opponent.
    """

    __tablename__ = "match_results"

    competition: Mapped[int]
    round: Mapped[int]
    entry: Mapped[int]
    points: Mapped[int | None]
    opponent: Mapped[int | None]
    opponent_points: Mapped[int | None]
    reason: Mapped[str] = mapped_column(sa.Text)


class RulingRow(Decision):
    """What else was decided about a knock-out; `session`, `result`: "" and None if not about one.

    `kind`: "match": the session is one of its matches; "friendly": it is none; "open": neither is
    said any more; "undo": the match result does not count; "drop": the knock-out does not.
    """

    __tablename__ = "rulings"

    competition: Mapped[int]
    kind: Mapped[str] = mapped_column(sa.String(16))
    session: Mapped[str] = mapped_column(SESSION_ID)
    result: Mapped[int | None]
    reason: Mapped[str] = mapped_column(sa.Text)


class ReplacementRow(Decision):
    """A damaged copy of a session, known by its CRC-32, may be replaced or, not `allowed`, not.

    By a copy that verifies and can be replayed. `records`: whole ones; `crc`: of all its bytes;
    `fault`: what is wrong with it.
    """

    __tablename__ = "replacements"

    session: Mapped[str] = mapped_column(SESSION_ID)
    records: Mapped[int]
    crc: Mapped[int] = mapped_column(sa.BigInteger)
    fault: Mapped[str] = mapped_column(sa.Text)
    allowed: Mapped[bool]
    reason: Mapped[str] = mapped_column(sa.Text)


class SetAsideRow(Base):
    """One record of a damaged copy that was replaced, as it came; `replacement`: by which row."""

    __tablename__ = "set_aside"

    replacement: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    sequence: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    raw: Mapped[bytes] = mapped_column(sa.LargeBinary)


class DecisionRow(Decision):
    """What the director decides, or whoever answers for the results.

    `author`: who has decided it; `kind`: what it is (decisions/kinds.py), and `said`: the rest of
    it, in words; `was`: what there was instead, as it was then.

    About deals: `session`, and `deal` to `last` (0: the whole session); `records`: how many
    records of it the club had then. About a board or a pair: of the duplicate of an `evening` (a
    date) or of the event with the id `event`, else "" and 0; `board`: 0 = none; `who`: a
    seat, or the pairs.
    """

    __tablename__ = "decisions"

    author: Mapped[str] = mapped_column(sa.Text)
    reason: Mapped[str] = mapped_column(sa.Text)
    kind: Mapped[str] = mapped_column(sa.String(16))
    session: Mapped[str] = mapped_column(SESSION_ID)
    deal: Mapped[int]
    last: Mapped[int]
    records: Mapped[int]
    evening: Mapped[str] = mapped_column(sa.String(10))
    event: Mapped[int] = mapped_column(sa.BigInteger)
    board: Mapped[int]
    who: Mapped[str] = mapped_column(sa.Text)
    said: Mapped[str] = mapped_column(sa.Text)
    was: Mapped[str] = mapped_column(sa.Text)


class TabletTotalRow(Decision):
    """What a tablet has said of a session whose records have this CRC-32, and they say otherwise.

    `totals`: as `NS=300 EW=1620`. Or no longer say otherwise, if it did before.
    """

    __tablename__ = "tablet_totals"

    session: Mapped[str] = mapped_column(SESSION_ID)
    crc: Mapped[int] = mapped_column(sa.BigInteger)
    totals: Mapped[str] = mapped_column(sa.Text)
    complete: Mapped[bool]


class EventSendRow(Decision):
    """A tablet has this event as the table of this number, in records with this CRC-32.

    `event`: 0: it has none any more. `crc`: 0: with an event, it would take another's place there.
    """

    __tablename__ = "event_sends"

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

    `entered`: on the tablet; `player`: the person it was, after reseatings and merges.

    No foreign key: a tablet may have the roster of yesterday, and its records are kept.
    """

    __tablename__ = "seats"

    session: Mapped[str] = _of_session()
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    entered: Mapped[int] = mapped_column(sa.BigInteger)
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
    *(ImportRow, PlayerRow, RecordRow, MergeRow, ReseatingRow, StakeRow, HouseRulesRow),
    *(SettingRow, WaitingRow),
    *(CompetitionRow, EntryRow, MatchResultRow, RulingRow),
    *(ReplacementRow, SetAsideRow, TabletTotalRow, DecisionRow, DecisionLogRow),
    EventSendRow,
)
