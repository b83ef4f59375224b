from typing import Annotated

from scorepad.language import text
from scorepad.operation import Context, Param, Query, Rows, operation
from scorepad.operations.common import Found
from scorepad.operations.results.common import suggest_sessions


@operation("club decisions")
class ListDecisions(Query):
    """List the decisions

    All that was decided, the newest last: corrections, adjusted scores, penalties,
    seats, merges, stakes, house rules, knock-outs, events, settings, releases.
    `scorepad club undo` takes the number of each.
    """

    examples = (
        "scorepad club decisions",
        "scorepad club decisions --session 02005c0e9ad0-7 --json",
    )

    session: Annotated[
        str | None, Param("Session", "about this one", suggests=suggest_sessions, metavar="ID")
    ] = None

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.decision_list import list_decisions
        from scorepad.reports.content.club.decisions import for_programs, report

        none = text("Nothing was decided.")
        return Found(list_decisions(rows, self.session), report, for_programs, none)
