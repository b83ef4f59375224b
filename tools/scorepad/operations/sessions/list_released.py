from scorepad.language import text
from scorepad.operation import Context, Query, Rows, operation
from scorepad.operations.common import Found


@operation("club released")
class ListReleased(Query):
    """List what is released

    The evenings and the events that the room may read.
    """

    about = ("released",)

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.releasing import released
        from scorepad.reports.content.club.released import for_programs, report

        return Found(released(rows), report, for_programs, text("Nothing is released."))
