from typing import Annotated

from scorepad.operation import Context, Done, Param, Rows, operation
from scorepad.operations.common import Decision
from scorepad.operations.results.common import Session


@operation("club leave-out")
class LeaveOutSession(Decision):
    """Leave a session out

    The session counts nowhere any more: ledger, ranking, duplicate, knock-outs and
    exports do not have it, and the list says so. --back takes that back.
    """

    examples = (
        'scorepad club leave-out 02005c0e9ad0-7 --reason "a lesson"',
        "scorepad club leave-out 02005c0e9ad0-7 --back",
    )

    session: Session
    back: Annotated[bool, Param("It counts again", "it counts again")] = False

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.sessions.correcting import count_again, leave_out

        work = count_again if self.back else leave_out
        return Done([work(rows, self.session, self.by(context))])
