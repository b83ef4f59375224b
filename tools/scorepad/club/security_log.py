"""The security log: logins, refusals, passwords, tokens, tablets in pages, restores.

It holds no secret. Refusals, which strangers cause, are counted in one row an hour for each
address and have rows of their own, so that a flood of them pushes nothing else out.
"""

from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import NamedTuple

from scorepad import wording
from scorepad.club.database.rows import Rows
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


class Event(NamedTuple):
    """An event as it was logged: `kind` by its code, `times` within an hour from `made` on."""

    made: datetime
    kind: str
    about: str
    who: str
    address: str
    times: int


MANY = Actor(address="*")


def note(
    rows: Rows,
    kind: Kind,
    about: str = "",
    by: Actor = COMMAND,
    made: datetime | None = None,
    times: int = 1,
) -> None:
    """Log an event, by default caused now by a command."""
    made = made or datetime.now(UTC)
    about, who, address = map(_shorten, (about, *by))
    refused = kind.code in REFUSALS
    if refused:
        recent = _refusals_near(rows, made)
        if (kind.code, about, who, address) not in recent and len(recent) >= MOST_AN_HOUR:
            about, (who, address) = "", MANY
        if number := recent.get((kind.code, about, who, address)):
            more = "UPDATE security_log SET times = times + :times WHERE id = :id"
            rows.run(more, times=times, id=number)
            return
    event = {"made": made, "kind": kind.code, "about": about, "who": who, "address": address}
    rows.insert("security_log", [{**event, "times": times}])
    sort = f"{'' if refused else 'NOT '}kind IN :refusals"
    newest = f"SELECT id FROM security_log WHERE {sort} ORDER BY id DESC LIMIT 1 OFFSET :most"
    most = MOST_REFUSALS if refused else MOST
    old = rows.value(newest, refusals=REFUSALS, most=most)
    if old is not None:
        older = f"DELETE FROM security_log WHERE {sort} AND id <= :old"
        rows.run(older, refusals=REFUSALS, old=old)


def load_events(rows: Rows, most: int = MOST + MOST_REFUSALS) -> list[Event]:
    """Return the newest events, the newest first."""
    newest = "SELECT made, kind, about, who, address, times FROM security_log ORDER BY id DESC"
    found = rows.all(f"{newest} LIMIT :most", most=most)
    return [Event(datetime.fromisoformat(made), *rest) for made, *rest in found]


def _refusals_near(rows: Rows, made: datetime) -> dict[tuple[str, ...], int]:
    # Not all that are later: a clock that was once wrong has made some in the future.
    near = "kind IN :refusals AND made BETWEEN :begin AND :end"
    recent = f"SELECT kind, about, who, address, id FROM security_log WHERE {near} ORDER BY id"
    between = {"begin": made - _HOUR, "end": made + _HOUR}
    found = rows.all(recent, refusals=REFUSALS, **between)
    return {tuple(event): number for *event, number in found}


def _shorten(text: str) -> str:
    return wording.visible(text.encode(errors="replace").decode())[:LONGEST]
