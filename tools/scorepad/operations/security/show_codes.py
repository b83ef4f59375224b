from scorepad.errors import remedy
from scorepad.language import text
from scorepad.operation import Context, Query, Rows, operation
from scorepad.operations.common import Answer


@operation("club codes")
class ShowCodes(Query):
    """Show until when codes of tables are valid

    A phone that scans the code of a table becomes a tablet of that table, for the
    evening for which the codes were given out. The codes end when that evening ends
    (06:00, unless the club has set another time), but not within six hours; `new`
    ends them at once. The page *Phones* of `scorepad serve --lan` shows them.
    """

    examples = ("scorepad club codes", "scorepad club codes new")

    def run(self, rows: Rows, context: Context) -> Answer:
        from scorepad import wording
        from scorepad.club.codes import find_codes

        found = find_codes(rows, context.now())
        if not found:
            none = text(
                "No codes are valid; {remedy} gives out new ones.",
                remedy=remedy("club codes new"),
            )
            return Answer([none], {"until": None})
        said = text("The codes are valid until {until}.", until=wording.local(found.until))
        return Answer([said], {"until": found.until})
