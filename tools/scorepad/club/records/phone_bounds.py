"""Bounds what the phones of a table leave in the club within an evening.

It is counted from what the club has, so a restart renews nothing. What is over stays on the phone.
"""

from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial

from sqlalchemy import between, func, select

from firmware.storage.record import SIZE
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import (
    TABLET,
    ImportRow,
    ReplacementRow,
    SecretRow,
    SessionRow,
    SetAsideRow,
)
from scorepad.club.derived.replay import Replay
from scorepad.errors import UserError

PHONE = "phone:"  # how the name of a phone's port begins; its table, "/" and its id follow
EVENING = timedelta(hours=12)  # that lie behind
MOST_SESSIONS = 60  # a table that plays rubbers has 8
MOST_PARTS = 1000  # each deal brings its session once more
MOST_BYTES = 256 << 10  # an evening of 24 boards has 1 KB
MOST_DAMAGED = 64 << 10


class TooMuch(UserError):
    """The phones of a table have brought as much as is taken within an evening."""


def refuse_too_much(rows: Rows, port: str, grown: Replay) -> None:
    """Raise TooMuch if a session that came through `port` is more than its table may leave.

    Ports of tablets with a cable have no bound. Raise UserError if the phone was forgotten.
    """
    if not port.startswith(PHONE):
        return
    if rows.get(SecretRow, (TABLET, grown.tablet)) is None:
        raise UserError(f"tablet {grown.tablet} was forgotten while it was being synced")
    now, begin = datetime.now(UTC), port.partition("/")[0]
    evening = partial(between, lower_bound=now - EVENING, upper_bound=now)
    theirs = ImportRow.port.startswith(f"{begin}/"), evening(ImportRow.taken)
    came = Counter(rows.scalars(select(ImportRow.session).where(*theirs)))
    there = select(SessionRow.fault, SessionRow.records).where(SessionRow.id.in_({*came}))
    sizes = [*rows.execute(there.where(SessionRow.id != grown.id)), (grown.fault, grown.records)]
    aside = select(func.count()).where(
        SetAsideRow.replacement == ReplacementRow.id,
        ReplacementRow.session.in_({*came}),
        evening(ReplacementRow.made),
    )
    damaged = sum(size for fault, size in sizes if fault) + rows.scalars(aside).one()
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
