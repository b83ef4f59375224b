from scorepad.errors import remedy
from scorepad.language import text
from scorepad.operation import Context, Query, Rows, operation
from scorepad.operations.common import BY_PEOPLE, Found


@operation("club token list")
class ListTokens(Query):
    """List the programs that have access

    Each with what it may do and the day of its last use; never the token itself.
    """

    examples = ("scorepad club token list",)
    where = BY_PEOPLE

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club import tokens
        from scorepad.reports.content.club.tokens import for_programs, report

        none = text(
            "No program may come in; {remedy} lets one in.", remedy=remedy("club token new")
        )
        return Found(tokens.list_tokens(rows), report, for_programs, none)
