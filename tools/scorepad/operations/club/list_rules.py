from scorepad.errors import remedy
from scorepad.language import text
from scorepad.operation import Context, Query, Rows, operation
from scorepad.operations.common import Found


@operation("club rules list")
class ListRules(Query):
    """List the house rules

    All house rules by name, with their options.
    """

    examples = ("scorepad club rules list",)
    about = ("club",)

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club import house
        from scorepad.reports.content.club.house_rules import for_programs, report

        none = text(
            "The club has no house rules; {remedy} makes some.", remedy=remedy("club rules set")
        )
        return Found(house.list_house_rules(rows), report, for_programs, none)
