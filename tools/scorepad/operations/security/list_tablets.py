from scorepad.errors import remedy
from scorepad.language import text
from scorepad.operation import Context, Query, Rows, operation
from scorepad.operations.common import Found


@operation("club tablet list")
class ListTablets(Query):
    """List the tablets

    All tablets that the club knows, what each has brought, and who played last on it.
    """

    examples = ("scorepad club tablet list",)

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.forgetting import known_tablets
        from scorepad.reports.content.club.tablets import report

        none = text(
            "No tablet has brought anything yet; {remedy} fetches what they have.",
            remedy=remedy("sync"),
        )
        return Found(known_tablets(rows), report, none=none)
