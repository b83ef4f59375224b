"""Corrections that the PC brings into the session that is being played, as events in its log."""

from firmware.session import CORRECT, VOID
from firmware.storage.outline import summed


def correct(log, number: int, crc: int, deal: int, place: int, value: int) -> str:
    """Deal `deal` should have been `value`; the session's records and checksum then.

    Raises ValueError if it is not open here, has other records than the PC has seen, or could not
    be scored so.
    """
    return _saved(log, number, crc, CORRECT, place, deal, value)


def void(log, number: int, crc: int, deal: int) -> str:
    """Deal `deal` does not count; else as `correct`."""
    return _saved(log, number, crc, VOID, 0, deal, 0)


def _saved(log, number: int, crc: int, kind: int, place: int, deal: int, value: int) -> str:
    if not log or number != log.number or log.session.complete:
        raise ValueError(f"session {number} is not open")
    if summed(log.store, number)[1] != crc:
        raise ValueError("the session has changed")
    log.save(kind, place, deal, value)
    records, now = summed(log.store, number)
    return f"{records} {now:08x}"
