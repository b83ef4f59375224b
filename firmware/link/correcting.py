"""Corrections that the PC brings into the session that is being played, as events in its log."""

from firmware.session import CORRECT, VOID
from firmware.storage.outline import summed


def correct(log, number: int, crc: int, deal: int, place: int, value: int) -> str:
    """Deal `deal` should have been `value`, or does not count (-1); records and checksum then.

    Raises ValueError if the session is not open here, has other records than the PC has seen, or
    could not be scored so.
    """
    if not log or number != log.number or log.session.complete:
        raise ValueError(f"session {number} is not open")
    if summed(log.store, number)[1] != crc:
        raise ValueError("the session has changed")
    log.save(VOID if value < 0 else CORRECT, place, deal, max(0, value))
    records, now = summed(log.store, number)
    return f"{records} {now:08x}"
