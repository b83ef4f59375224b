from scorepad.errors import remedy
from scorepad.language import text
from scorepad.operation import Context, Query, Rows, operation
from scorepad.operations.common import Found


@operation("club knockout list")
class ListKnockouts(Query):
    """List all knock-outs, and how far they are"""

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.knockout.competition import competitions
        from scorepad.reports.content.events import knockout

        none = text(
            "The club has no knock-out; {remedy} makes one.", remedy=remedy("club knockout draw")
        )
        return Found(competitions(rows), knockout.list_report, knockout.list_for_programs, none)
