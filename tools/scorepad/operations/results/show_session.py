from collections.abc import Sequence
from typing import Annotated

from scorepad.operation import Context, Param, Query, Rows, operation
from scorepad.operations.common import Found
from scorepad.operations.results.common import Session


@operation("club show")
class ShowSession(Query):
    """Show the score sheet of a session

    What the club has decided about the session is in the sheet, and stands below it. JSON is as
    `scorepad club export` has it.
    """

    examples = (
        "scorepad club show 02005c0e9ad0-7",
        "scorepad club show 02005c0e9ad0-7 --original",
    )

    id: Session
    original: Annotated[bool, Param("As recorded", "as the tablet has sent it")] = False

    def subjects(self, rows: Rows) -> Sequence[str]:
        from scorepad.club.decisions.finding import session_meant

        return [f"session:{session_meant(rows, self.id)}"]

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.records.remarks import beneath
        from scorepad.club.records.store import load_session
        from scorepad.exports.sessions import as_export
        from scorepad.reports.content import score_sheet

        session = load_session(rows, self.id)
        shown = session.as_recorded if self.original else session
        said = beneath(rows, session.id)
        return Found(shown, score_sheet.report, as_export, headed=True, below=said)
