from typing import Annotated

from scorepad.language import text
from scorepad.operation import Context, Param, Query, Rows, operation
from scorepad.operations.common import Found


@operation("club waiting")
class ListWaiting(Query):
    """List the waiting sessions

    A session of a phone waits, and counts nowhere, if the phone has not scanned the
    current code of its table, if it began long before the codes were given out, is
    dated in the future or has no date, or if it would change an earlier evening
    that was released or played for money, or an event that its table has finished.
    It stays on the phone.

    `take` lets it count as if it had come normally; `leave-out` can undo that.
    `dismiss` takes it off the list until the phone adds to it.
    """

    examples = (
        "scorepad club waiting",
        "scorepad club waiting take 0a0000000001-3 --dry-run",
        'scorepad club waiting take 0a0000000001-3 --reason "was out of reach"',
        "scorepad club waiting dismiss 0a0000000001-3",
    )

    dismissed: Annotated[
        bool, Param("Those that were not taken in", "the sessions that were dismissed instead")
    ] = False

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.waiting import waiting
        from scorepad.reports.content.club.waiting import for_programs, report

        none = text("No session waits for the director.")
        if self.dismissed:
            none = text("No session is dismissed.")
        return Found(waiting(rows, self.dismissed), report, for_programs, none)
