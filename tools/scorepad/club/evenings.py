"""Which evening something belongs to: what happens until six in the morning, to the one before."""

from datetime import date, datetime, timedelta

from scorepad.club import wording

_NIGHT = timedelta(hours=6)


def evening_of(minutes: int) -> date | None:
    """The evening of a tablet's time, in this machine's zone; None if its clock was not set."""
    moment = wording.moment(minutes)
    return evening_at(moment) if moment else None


def evening_at(moment: datetime) -> date | None:
    """The evening of a point in time; None in the last hours of the year 9999."""
    try:
        local = moment.astimezone().replace(tzinfo=None)  # 6:00 is what the clock on the wall says
    except (OverflowError, ValueError):
        return None
    return (local - _NIGHT).date()
