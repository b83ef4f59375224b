"""Which evening something belongs to: what happens early in the morning, to the one before.

Until when, the club has set; the clock is that of this machine.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from scorepad import wording
from scorepad.errors import UserError

NONE = "none"  # what people say for: the sessions that are in no evening
_YEARS = range(2000, 2100)  # of a tablet's calendar
_DAY = timedelta(days=1)
_FIRST_YEAR = 1999  # in which an evening began

# The tablet's times that are in an evening: 0 is none, and at the end of 9999 the calendar ends.
FIRST, END = 1, wording.minutes(datetime.max.replace(tzinfo=UTC) - _DAY)


def day(given: str) -> date:
    """Return the evening that people write as 2026-11-20. Raise UserError."""
    try:
        evening = date.fromisoformat(given)
    except ValueError as error:
        raise UserError(f"{given!r} is no date: it is written as 2026-11-20") from error
    if evening.year not in _YEARS:
        raise UserError(f"{given}: no evening is in that year; a tablet's are 2000 to 2099")
    return evening


@dataclass(frozen=True)
class Evenings:
    """The evenings of a club, which end the next morning at `ends`, on this machine's clock."""

    ends: time = time(6)

    def of(self, minutes: int) -> date | None:
        """Return the evening of a tablet's time; None if its clock was not set."""
        moment = wording.moment(minutes)
        return self.at(moment) if moment else None

    def first(self, times: Iterable[int]) -> date | None:
        """Return the first evening of a tablet's times; None if no clock was set."""
        return min(filter(None, map(self.of, times)), default=None)

    def span(self, evening: date) -> tuple[int, int]:
        """Return the tablet's times in an evening: from the first one on, before the second."""
        return self._begin(evening), self._begin(evening + _DAY) if evening < date.max else END

    def today(self) -> date:
        """Return the evening that it is now."""
        return self.at(datetime.now(UTC)) or date.today()

    def at(self, moment: datetime) -> date | None:
        """Return the evening of a point in time; None in the last hours of the year 9999."""
        try:
            local = moment.astimezone().replace(tzinfo=None)  # what the clock on the wall says
        except (OverflowError, ValueError):
            return None
        return local.date() - (local.time() < self.ends) * _DAY

    def _begin(self, evening: date) -> int:
        """Return when the evening before ends, on the clock on the wall."""
        if evening.year < _FIRST_YEAR:
            return FIRST
        begin = datetime.combine(evening, self.ends).astimezone()
        return min(max(FIRST, wording.minutes(begin)), END)
