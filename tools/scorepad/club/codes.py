"""The codes of the tables: given out for an evening, after which they end by themselves."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from secrets import token_urlsafe

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.evenings import Evenings
from scorepad.club.secret_hashes import CODES, find_secret, keep
from scorepad.club.security_log import Kind, note
from scorepad.context import COMMAND, Actor
from scorepad.language import Text, text

_LEAST = timedelta(hours=6)  # that they hold
_BYTES = 32


@dataclass(frozen=True)
class Codes:
    """Codes that hold from `made` to `until`, in UTC; the links of tables follow from `key`."""

    key: str
    made: datetime
    until: datetime


def give_out(rows: Rows, now: datetime, by: Actor = COMMAND) -> Text:
    """Give out new codes, which end all earlier ones. Return until when they are valid."""
    keep(rows, CODES, "", token_urlsafe(_BYTES), made=now)
    note(rows, Kind.CODES_GIVEN, by=by)
    return text(
        "New codes are given out, valid until {until}. Phones with earlier codes must scan the "
        "new ones.",
        until=wording.local(_end(now, rows.evenings)),
    )


def find_codes(rows: Rows, now: datetime) -> Codes | None:
    """Return the codes that hold at a point in time, None if there are none."""
    codes = find_secret(rows, CODES)
    if codes is None:
        return None
    end = _end(codes.made, rows.evenings)
    if not codes.made - _LEAST <= now < end:  # a clock may be set back
        return None
    return Codes(codes.hash, codes.made, end)


def _end(made: datetime, evenings: Evenings) -> datetime:
    """Return when the evening ends that there is when they have held for the least time."""
    evening = evenings.at(made + _LEAST)
    end = wording.moment(evenings.span(evening)[1]) if evening else None
    return end or made
