from typing import Annotated

from scorepad.operation import Context, Done, Param, Rows, operation
from scorepad.operations.common import Decision
from scorepad.operations.results.common import Session


@operation("club replace")
class ReplaceCopy(Decision):
    """Let a damaged copy be replaced

    A session that came damaged and is read whole later replaces its damaged copy by
    itself, if all that can be read of that, the first record too, is the same.
    Otherwise a sync refuses it until this command says that the damaged copy may
    go. The next sync or rescue that brings a good copy puts it in; the damaged one
    is set aside, never deleted.

    --keep takes it back as long as nothing has come.
    """

    examples = (
        'scorepad club replace 02005c0e9ad0-7 --reason "first page lost"',
        "scorepad club replace 02005c0e9ad0-7 --keep",
    )

    session: Session
    keep: Annotated[
        bool, Param("The damaged copy stays after all", "the damaged copy stays after all")
    ] = False

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.sessions.replacing import decide_copy

        return Done([decide_copy(rows, self.session, not self.keep, self.by(context))])
