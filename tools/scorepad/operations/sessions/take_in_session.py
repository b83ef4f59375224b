from collections.abc import Sequence

from scorepad.operation import Context, Done, Rows, operation
from scorepad.operations.common import Decision
from scorepad.operations.sessions.common import Waiting


@operation("club waiting take")
class TakeInSession(Decision):
    """Take a session in

    It counts as if nothing had held it back. --dry-run says what would change.
    """

    examples = ("scorepad club waiting take 0a0000000001-3 --dry-run",)
    preview = True

    waiting: Waiting

    def subjects(self, rows: Rows) -> Sequence[str]:
        from scorepad.club.waiting import find_waiting

        return [f"session:{find_waiting(rows, self.waiting).session}"]

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.waiting import find_changes, take_in

        if context.dry_run:
            return Done(find_changes(rows, self.waiting, self.by(context)))
        return Done([take_in(rows, self.waiting, self.by(context))])
