from scorepad.errors import remedy
from scorepad.language import text
from scorepad.operation import Context, Query, Rows, operation
from scorepad.operations.common import Found


@operation("event list")
class ListEvents(Query):
    """List all events, by date"""

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.events.loading import live
        from scorepad.reports.content.events.event import list_for_programs, list_report

        none = text("The club has no event; {remedy} makes one.", remedy=remedy("event new"))
        return Found(live(rows), list_report, list_for_programs, none)
