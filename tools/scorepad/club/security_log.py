"""The security log: logins, refusals, passwords, tokens, tablets in pages, restores.

It holds no secret. Refusals, which strangers cause, are counted in one row an hour for each
address and have rows of their own, so that a flood of them pushes nothing else out.
"""

from datetime import UTC, datetime, timedelta
from enum import Enum

from sqlalchemy import delete, select

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import SecurityRow
from scorepad.context import COMMAND, Actor
from scorepad.language import marked

MOST, MOST_REFUSALS = 4000, 1000  # rows; the oldest go
MOST_AN_HOUR = 100  # rows of refusals; further addresses are counted together
LONGEST = 100  # characters of each text
_HOUR = timedelta(hours=1)


class Kind(Enum):
    """A kind of event, and what people read of it."""

    LINK_LOGIN = marked("Login by link")
    PASSWORD_LOGIN = marked("Login by password")
    LOGOUT = marked("Logout")
    SESSION_ENDED = marked("Login ended by somebody else")
    SESSION_EXPIRED = marked("Login expired, or the password was changed")
    PASSWORD_SET = marked("Director's password set")
    PASSWORD_REMOVED = marked("Director's password removed")
    TOKEN_MADE = marked("Program given access")
    TOKEN_USED = marked("Program seen for the first time")
    TOKEN_REMOVED = marked("Program's access taken away")
    TABLET_NEW = marked("Phone became the tablet of a table")
    CODES_GIVEN = marked("Codes of tables given out")
    RESTORED = marked("Backup restored")
    LINK_REFUSED = marked("Old or wrong link refused")
    PASSWORD_WRONG = marked("Wrong password")
    PASSWORD_DELAYED = marked("Told to wait after wrong passwords")
    TOKEN_REFUSED = marked("Program refused")
    TABLET_REFUSED = marked("Phone refused")

    @property
    def code(self) -> str:
        """The name of the kind in the database and for programs."""
        return self.name.lower().replace("_", "-")


REFUSALS = [
    kind.code
    for kind in (
        *(Kind.LINK_REFUSED, Kind.PASSWORD_WRONG, Kind.PASSWORD_DELAYED),
        *(Kind.TOKEN_REFUSED, Kind.TABLET_REFUSED),
    )
]


MANY = Actor(address="*")


def note(
    rows: Rows,
    kind: Kind,
    about: str = "",
    by: Actor = COMMAND,
    made: datetime | None = None,
    times: int = 1,
) -> None:
    """Log an event (SecurityRow), by default caused now by a command."""
    made = made or datetime.now(UTC)
    about, who, address = map(_shorten, (about, *by))
    refused = kind.code in REFUSALS
    if refused:
        recent = _refusals_near(rows, made)
        if (kind.code, about, who, address) not in recent and len(recent) >= MOST_AN_HOUR:
            about, (who, address) = "", MANY
        if row := recent.get((kind.code, about, who, address)):
            row.times += times
            return
    event = {"made": made, "kind": kind.code, "about": about, "who": who, "address": address}
    rows.add(SecurityRow(**event, times=times))
    rows.flush()
    sort = SecurityRow.kind.in_(REFUSALS) if refused else SecurityRow.kind.not_in(REFUSALS)
    newest_first = select(SecurityRow.id).where(sort).order_by(SecurityRow.id.desc())
    too_many = newest_first.offset(MOST_REFUSALS if refused else MOST).limit(1)
    if (old := rows.scalar(too_many)) is not None:
        rows.execute(delete(SecurityRow).where(sort, SecurityRow.id <= old))


def load_events(rows: Rows, most: int = MOST + MOST_REFUSALS) -> list[SecurityRow]:
    newest = select(SecurityRow).order_by(SecurityRow.id.desc()).limit(most)
    return list(rows.scalars(newest))


def _refusals_near(rows: Rows, made: datetime) -> dict[tuple[str, ...], SecurityRow]:
    # Not all that are later: a clock that was once wrong has made some in the future.
    near = SecurityRow.made.between(made - _HOUR, made + _HOUR)
    recent = select(SecurityRow).where(SecurityRow.kind.in_(REFUSALS), near)
    return {(row.kind, row.about, row.who, row.address): row for row in rows.scalars(recent)}


def _shorten(text: str) -> str:
    return wording.visible(text.encode(errors="replace").decode())[:LONGEST]
