from scorepad.language import text
from scorepad.operation import Context, Query, Rows, operation
from scorepad.operations.common import Found


@operation("club stakes")
class ListStakes(Query):
    """List the stakes

    All that count, with when they were set.
    """

    about = ("club",)

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.money import stakes
        from scorepad.reports.content.stakes import for_programs, report

        none = text("No stake was ever set: all play for nothing.")
        return Found(stakes.list_stakes(rows), report, for_programs, none)
