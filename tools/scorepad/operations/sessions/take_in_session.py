"""Take in a session that waits."""

from typing import TYPE_CHECKING

from scorepad.operation import Change, Context, Done, operation
from scorepad.operations.common import Author, Reason, signature
from scorepad.operations.sessions.common import Waiting

if TYPE_CHECKING:
    from scorepad.club.database.rows import Rows


@operation("club waiting take")
class TakeInSession(Change):
    """Take a session in

    It counts as if nothing had held it back. --dry-run says what would change.
    """

    examples = ("scorepad club waiting take 0a0000000001-3 --dry-run",)
    preview = True

    waiting: Waiting
    reason: Reason = ""
    author: Author = ""

    def run(self, rows: "Rows", context: Context) -> Done:
        from scorepad.club.waiting import find_changes, take_in

        by = signature(self.author, self.reason, context)
        if context.dry_run:
            return Done(find_changes(rows, self.waiting, by))
        return Done([take_in(rows, self.waiting, by)])
