"""Has a tablet whose flash was erased count on from the sessions that the club has of it."""

import re

from scorepad.tablet.cable import Cable, Refused

_NUMBER = re.compile(r"[0-9]{1,10}")


def counted_on(cable: Cable, number: int) -> int:
    """The tablet's next session has at least this number then; which it would have had.

    An older tablet goes on as it was: its sessions are refused if they have the ids of others.
    """
    try:
        before = cable.ask(f"next {number}")
    except Refused:
        return number
    return int(before) if _NUMBER.fullmatch(before) else number
