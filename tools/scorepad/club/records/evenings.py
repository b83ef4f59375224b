"""Which evening something belongs to: what happens early in the morning, to the one before.

Until when, the club has set; the clock is that of this machine.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from contextvars import ContextVar
from datetime import UTC, date, datetime, time, timedelta

from scorepad import wording
from scorepad.club.settings.current import UNSET
from scorepad.context import setting
from scorepad.errors import UserError

NONE = "none"  # what people say for: the sessions that are in no evening
_YEARS = range(2000, 2100)  # of a tablet's calendar
_DAY = timedelta(days=1)
_FIRST_YEAR = 1999  # in which an evening began

# The tablet's times that are in an evening: 0 is none, and at the end of 9999 the calendar ends.
FIRST, END = 1, wording.minutes(datetime.max.replace(tzinfo=UTC) - _DAY)

_ends = ContextVar("ends", default=UNSET.evening_ends)


def ending(ends: time) -> AbstractContextManager[None]:
    """As long as it lasts an evening ends at this time of the next morning."""
    return setting(_ends, ends)


def day(given: str) -> date:
    """An evening as people write it: 2026-11-20; in the tablets' calendar. Raises UserError."""
    try:
        evening = date.fromisoformat(given)
    except ValueError as error:
        raise UserError(f"{given!r} is no date: it is written as 2026-11-20") from error
    if evening.year not in _YEARS:
        raise UserError(f"{given}: no evening is in that year; a tablet's are 2000 to 2099")
    return evening


def evening_of(minutes: int) -> date | None:
    """The evening of a tablet's time, in this machine's zone; None if its clock was not set."""
    moment = wording.moment(minutes)
    return evening_at(moment) if moment else None


def first_of(times: Iterable[int]) -> date | None:
    """The first evening of a tablet's times; None if no clock was set."""
    return min(filter(None, map(evening_of, times)), default=None)


def span(evening: date) -> tuple[int, int]:
    """The tablet's times that are in the evening: from the first one on, before the second."""
    return _begin(evening), _begin(evening + _DAY) if evening < date.max else END


def _begin(evening: date) -> int:
    """When the evening before ends, on the clock on the wall."""
    if evening.year < _FIRST_YEAR:
        return FIRST
    begin = datetime.combine(evening, _ends.get()).astimezone()
    return min(max(FIRST, wording.minutes(begin)), END)


def today() -> date:
    """The evening that it is now."""
    return evening_at(datetime.now(UTC)) or date.today()


def evening_at(moment: datetime) -> date | None:
    """The evening of a point in time; None in the last hours of the year 9999."""
    try:
        local = moment.astimezone().replace(tzinfo=None)  # what the clock on the wall says
    except (OverflowError, ValueError):
        return None
    return local.date() - (local.time() < _ends.get()) * _DAY
