"""Show the score sheet of a session."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from scorepad.language import Text
from scorepad.operation import Context, Outcome, Param, Query, operation
from scorepad.operations.results.common import Session

if TYPE_CHECKING:
    from scorepad.club.database.rows import Rows
    from scorepad.club.records.store import ClubSession
    from scorepad.reports.content.report import Report


@dataclass(frozen=True)
class ShownSession(Outcome):
    """A session, and what stands beneath its sheet."""

    session: "ClubSession"
    beneath: Sequence[Text | str]

    def parts(self) -> "Iterable[Report | Text | str]":
        """Return the score sheet, and what is to be known of it."""
        from scorepad.reports.content import score_sheet

        return [score_sheet.report(self.session), *self.beneath]

    def as_json(self) -> Any:
        """Return what `scorepad club export` has of it."""
        from scorepad.exports.sessions import as_export

        return as_export(self.session)


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

    def run(self, rows: "Rows", context: Context) -> ShownSession:
        from scorepad.club.records.remarks import beneath
        from scorepad.club.records.store import load_session

        session = load_session(rows, self.id)
        shown = session.as_recorded if self.original else session
        return ShownSession(shown, beneath(rows, session.id))
