from scorepad.operation import Context, Query, Rows, operation
from scorepad.operations.common import Found
from scorepad.operations.results.common import Session


@operation("club seats")
class ShowSeats(Query):
    """Show who sat where

    The players of a session from North to West, and what was changed: when, from
    whom to whom, and why.
    """

    examples = ("scorepad club seats 02005c0e9ad0-7",)

    session: Session

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.sessions.seats import find_seats
        from scorepad.reports.content.seats import for_programs, report

        return Found(find_seats(rows, self.session), report, for_programs, headed=True)
