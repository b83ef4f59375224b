"""What the raw records of a session say, or why they say nothing."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from firmware.scoring.rounds import Rounds
from firmware.session import Session
from firmware.storage import record
from scorepad.club.database.rows import Rows
from scorepad.errors import UserError

LEFT_OUT = "left out"  # how a session stands that counts nowhere by a decision of the club

_ID = re.compile(r"((?:[0-9a-f]{2}){1,16})-(0|[1-9][0-9]{0,9})")


def session_id(tablet: bytes, number: int) -> str:
    """The id of a session in the club, as `02005c0e9ad0-7`."""
    return f"{tablet.hex()}-{number}"


def tablet_of(session: str) -> str:
    """The id, in hexadecimal, of the tablet on which the session with this id was played."""
    return session.partition("-")[0]


def tablet_and_number(session: str) -> tuple[bytes, int]:
    """Return the tablet and number in a session id. Raise UserError if it is not an id."""
    found = _ID.fullmatch(session)
    if not found or int(found[2]) >= 1 << 32:
        raise UserError(f"the database has records of {session!r}, which is no session's id")
    return bytes.fromhex(found[1]), int(found[2])


@dataclass(frozen=True)
class Replay:
    """Raw records and what they say. `session`: up to what is wrong with them, if anything is."""

    id: str
    raw: bytes
    session: Session
    wrong: ValueError | None  # BadRecord, BadEvent or BadDeal

    @property
    def fault(self) -> str:
        """The reason why the records are damaged; "" if they are not."""
        return str(self.wrong or "")

    @property
    def tablet(self) -> str:
        """Id of the tablet in hexadecimal."""
        return tablet_of(self.id)

    @property
    def number(self) -> int:
        """The tablet's number for the session."""
        return int(self.id.partition("-")[2])

    @property
    def records(self) -> int:
        """Whole records, as the tablet counts them."""
        return len(self.raw) // record.SIZE

    @property
    def crc(self) -> int:
        """CRC-32 of all bytes, as the tablet lists it."""
        return record.checksum(self.raw)

    @property
    def state(self) -> str:
        """damaged, complete or open."""
        if self.fault:
            return "damaged"
        return "complete" if self.session.complete else "open"


def rounds_of(session: Session) -> Rounds:
    """The rounds of an event; none, of event 0, if the session is of no event."""
    return session.rounds or Rounds()


def totals_text(session: Session) -> str:
    """The totals of its accounts, as `NS=300 EW=1620`."""
    sheet = session.sheet
    totals = zip(sheet.accounts, sheet.totals, strict=True)
    return " ".join([f"{account}={points}" for account, points in totals])


def kept(rows: Rows, session: str) -> bytes:
    """Return all records that the club has of a session; empty if it is unknown."""
    mine = "SELECT raw FROM records WHERE session = :session ORDER BY sequence"
    return b"".join([row.raw for row in rows.all(mine, session=session)])


def replay(session: str, raw: bytes) -> Replay:
    """Verifies and folds the records of the session with this id. Raises UserError for no id."""
    key = record.session_key(*tablet_and_number(session))
    folded = Session()
    try:
        for event in record.events(key, raw):
            folded.apply(*event)
    except ValueError as wrong:
        return Replay(session, raw, folded, wrong)
    return Replay(session, raw, folded, None)


def replay_each(records: Iterable[tuple[str, bytes]]) -> Iterator[Replay]:
    """Yield the sessions of records, which come in order with the ids of their sessions."""
    for session, mine in groupby(records, key=itemgetter(0)):
        yield replay(session, b"".join([raw for _, raw in mine]))
