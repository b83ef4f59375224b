from datetime import date
from functools import partial
from typing import Annotated

from scorepad.club.evenings import day
from scorepad.operation import Context, Param, Query, Rows, operation
from scorepad.operations.common import Found, list_left_out
from scorepad.operations.results.common import Without


@operation("club ranking")
class ShowRanking(Query):
    """Show the ranking

    Everybody begins at 5000, and every deal of rubber, international, chicago, chicago-server and
    russian moves the four who sat at the table, within 1 and 10000; also in sessions that are not
    finished. Sessions count in the order in which they began. What one side wins the other loses.

    Guests are not ranked, and a deal with a guest at the table moves nobody. Damaged sessions are
    left out, and named. With --until only the sessions of that evening and of earlier ones count;
    those of tablets without a clock come first.
    """

    examples = (
        "scorepad club ranking --json > ranking.json",
        "scorepad club ranking --until 2026-11-20",
        "scorepad club ranking --until 2026-11-20 --format pdf --output ranking.pdf",
    )
    printable = True

    until: Annotated[
        date | None,
        Param("Until", "the evening after which it was so", read=day, metavar="DATE"),
    ] = None
    without: Without = ()

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.records.store import list_damaged
        from scorepad.reports.content import ranking

        before = rows.evenings.span(self.until)[1] if self.until else None
        places = ranking.places(rows, before, self.without)
        report = partial(ranking.report, until=self.until)
        return Found(places, report, notes=list_left_out(list_damaged(rows)))
