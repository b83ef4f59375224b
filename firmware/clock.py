"""The calendar of the tablet's clock: minutes since 2000-01-01 00:00 UTC, years 2000 to 2099.

Ports of MicroPython count from different years and their tuples differ, so the log has its own
count, and `machine.RTC`'s tuple (year, month, day, weekday, hour, minute, second, ...) is the only
other form.
"""

from micropython import const

_DAYS_BEFORE_MONTH = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
_FIRST_YEAR = const(2024)  # a clock that says an earlier year has not been set since power-on
_DAY = const(24 * 60)


def to_minutes(datetime: tuple[int, ...]) -> int:
    """Return minutes of an RTC tuple; 0 if the clock has not been set since power-on."""
    year, month, day, _, hour, minute = datetime[:6]
    if year < _FIRST_YEAR:
        return 0
    days = _first_day(year) + _days_before(year, month) + day - 1
    return days * _DAY + hour * 60 + minute


def to_datetime(minutes: int) -> tuple[int, int, int, int, int, int, int, int]:
    days, minute = divmod(minutes, _DAY)
    year = 2000 + days * 4 // 1461
    of_year = days - _first_day(year)
    month = 12
    while _days_before(year, month) > of_year:
        month -= 1
    day = of_year - _days_before(year, month) + 1
    weekday = (days + 5) % 7  # 2000-01-01 was a Saturday; Monday is 0
    return year, month, day, weekday, minute // 60, minute % 60, 0, 0


def _first_day(year: int) -> int:
    """Return the days from 2000-01-01 to the first of January of `year`."""
    return ((year - 2000) * 1461 + 3) // 4


def _days_before(year: int, month: int) -> int:
    """Return the days from the first of January to the first of `month`."""
    return _DAYS_BEFORE_MONTH[month - 1] + (1 if month > 2 and year % 4 == 0 else 0)
