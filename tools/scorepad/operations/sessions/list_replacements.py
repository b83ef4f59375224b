from scorepad.language import text
from scorepad.operation import Context, Query, Rows, operation
from scorepad.operations.common import Found


@operation("club replacements")
class ListReplacements(Query):
    """List the damaged copies

    When it was decided that a damaged copy may be replaced, what has become of it,
    and why.
    """

    examples = ("scorepad club replacements",)

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.sessions.replacing import replacements
        from scorepad.reports.content.club.replacements import for_programs, report

        none = text("No damaged copy was ever replaced.")
        return Found(replacements(rows), report, for_programs, none)
