"""Show until when the codes of the tables are valid."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scorepad.language import Text, text
from scorepad.operation import Context, Outcome, Query, Rows, operation


@dataclass(frozen=True)
class Validity(Outcome):
    """Until when the codes are valid; None: none are."""

    until: datetime | None

    def parts(self) -> Sequence[Text]:
        """Return it as a sentence."""
        from scorepad import wording

        if not self.until:
            return [text("No codes are valid; `scorepad club codes new` gives out new ones.")]
        return [text("The codes are valid until {until}.", until=wording.local(self.until))]


@operation("club codes")
class ShowCodes(Query):
    """Show until when codes of tables are valid

    A phone that scans the code of a table becomes a tablet of that table, for the
    evening for which the codes were given out. The codes end when that evening ends
    (06:00, unless the club has set another time), but not within six hours; `new`
    ends them at once. The page *Phones* of `scorepad serve --lan` shows them.
    """

    examples = ("scorepad club codes", "scorepad club codes new")

    def run(self, rows: Rows, context: Context) -> Validity:
        from scorepad.club.codes import find_codes

        found = find_codes(rows, context.now())
        return Validity(found.until if found else None)
