"""Bounds what the phones of a table leave in the club within an evening.

It is counted from what the club has, so a restart renews nothing. What is over stays on the phone.
"""

from collections import Counter
from datetime import UTC, datetime, timedelta

from firmware.storage.record import SIZE
from scorepad.club.database.rows import Rows
from scorepad.club.database.tables import TABLET
from scorepad.club.derived.replay import Replay
from scorepad.errors import UserError

PHONE = "phone:"  # how the name of a phone's port begins; its table, "/" and its id follow
EVENING = timedelta(hours=12)  # that lie behind
MOST_SESSIONS = 60  # a table that plays rubbers has 8
MOST_PARTS = 1000  # each deal brings its session once more
MOST_BYTES = 256 << 10  # an evening of 24 boards has 1 KB
MOST_DAMAGED = 64 << 10

_KEY = "SELECT 1 FROM secrets WHERE kind = :kind AND name = :tablet"
_CAME = "SELECT session FROM imports WHERE port LIKE :port AND taken BETWEEN :since AND :now"
_SIZES = "SELECT fault, records FROM sessions WHERE id IN :came AND id != :id"
_ASIDE = """\
SELECT count(*) FROM set_aside JOIN decisions ON number = set_aside.replacement
WHERE subject IN :subjects AND made BETWEEN :since AND :now
"""


class TooMuch(UserError):
    """The phones of a table have brought as much as is taken within an evening."""


def refuse_too_much(rows: Rows, port: str, grown: Replay) -> None:
    """Raise TooMuch if a session that came through `port` is more than its table may leave.

    Ports of tablets with a cable have no bound. Raise UserError if the phone was forgotten.
    """
    if not port.startswith(PHONE):
        return
    if rows.first(_KEY, kind=TABLET, tablet=grown.tablet) is None:
        raise UserError(f"tablet {grown.tablet} was forgotten while it was being synced")
    now, begin = datetime.now(UTC), port.partition("/")[0]
    evening = {"since": now - EVENING, "now": now}
    came = Counter(row.session for row in rows.all(_CAME, port=f"{begin}/%", **evening))
    there = rows.all(_SIZES, came=[*came], id=grown.id)
    sizes = [*there, (grown.fault, grown.records)]
    aside = rows.value(_ASIDE, subjects=[f"session:{one}" for one in came], **evening)
    damaged = sum(size for fault, size in sizes if fault) + aside
    for number, most, what in (
        (len({*came, grown.id}), MOST_SESSIONS, "sessions"),
        (came.total() + 1, MOST_PARTS, "parts of sessions"),
        (SIZE * sum(size for _, size in sizes), MOST_BYTES, "bytes"),
        (SIZE * damaged, MOST_DAMAGED, "bytes of damaged sessions"),
    ):
        if number > most:
            raise TooMuch(
                f"the phones of table {begin.removeprefix(PHONE)} have brought {most} {what} in "
                "12 hours, and the rest stays on them; if one is a stranger's, forget that tablet"
            )
