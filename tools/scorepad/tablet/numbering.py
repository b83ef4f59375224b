"""Has a tablet whose flash was erased count on from the sessions that the club has of it."""

import re

from scorepad.tablet.answers import BadAnswer
from scorepad.tablet.cable import Cable, Refused
from scorepad.wording import visible

_HIGHEST = (1 << 30) - 1  # that a tablet takes (firmware/link/seldom.py)
_NUMBER = re.compile(r"[0-9]{1,10}")


def counted_on(cable: Cable, number: int) -> int:
    """The tablet's next session has at least this number then; which it would have had.

    An older tablet goes on as it was, and one that would come to no such number in its life: its
    sessions are refused if they have the ids of others. Raises Refused or BadAnswer if it cannot
    be told.
    """
    if number > _HIGHEST:
        return number
    try:
        before = cable.ask(f"next {number}")
    except Refused as refused:
        if not refused.unknown:
            raise
        return number
    if not _NUMBER.fullmatch(before):
        raise BadAnswer(f"a session has a number, and not {visible(before)}")
    return int(before)
