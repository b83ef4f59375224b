from datetime import date
from typing import Annotated, Literal

from scorepad.club.evenings import day
from scorepad.errors import UserError
from scorepad.language import text
from scorepad.operation import Context, Param, Query, Rows, operation
from scorepad.operations.common import Found, list_left_out
from scorepad.operations.duplicate.common import Scoring

_MOST = 1000  # evenings


@operation("club season")
class RankSeason(Query):
    """Rank many evenings of duplicate in one list

    Takes all evenings of duplicate from one date to another, both included, each
    scored as `scorepad club duplicate` does; an event that is planned with another
    scoring is named, and does not count. The list goes by the average of the
    evenings or, with --best N, by the sum of the N best of each; who came less
    often than --least is listed below.

    With --by player both partners get what their pair reached, with whomever they
    play. Guests are in no list.
    """

    examples = (
        "scorepad club season",
        "scorepad club season --from 2026-01-01 --until 2026-06-30 --least 10",
        "scorepad club season --from 2026-01-01 --best 20 --by pair",
        "scorepad club season --best 20 --format pdf --output season.pdf",
    )
    printable = True

    from_: Annotated[
        date | None, Param("From", "as 2026-01-01 (the first)", read=day, metavar="DATE")
    ] = None
    until: Annotated[
        date | None, Param("Until", "as 2026-06-30 (the last)", read=day, metavar="DATE")
    ] = None
    by: Annotated[
        Literal["player", "pair"],
        Param("Who is ranked", choices={"player": "Players", "pair": "Pairs"}),
    ] = "player"
    best: Annotated[
        int | None,
        Param(
            "Best evenings",
            "the sum of the N best evenings of each",
            low=1,
            high=_MOST,
            metavar="N",
        ),
    ] = None
    least: Annotated[
        int,
        Param(
            "At least so many evenings", "evenings to be ranked", low=1, high=_MOST, metavar="N"
        ),
    ] = 1
    scoring: Scoring = "matchpoints"

    def check(self) -> None:
        if self.from_ and self.until and self.until < self.from_:
            about = {"from": self.from_, "until": self.until}
            raise UserError(text("{until} is before {from}.", **about), "until")

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.decisions.finding import names_of
        from scorepad.club.season import evenings
        from scorepad.club.season.standings import standings
        from scorepad.reports.content.events.season import SeasonList, for_programs, report

        found = evenings.season(rows, self.from_, self.until, self.scoring)
        left_out = list_left_out(found.damaged)
        if not found.evenings:
            for note in left_out:
                context.note(note)
            raise UserError(text("no session of these evenings counts"))
        pairs, names = self.by == "pair", names_of(rows)
        placed = standings(found.evenings, pairs, self.best, self.least)
        ranked = SeasonList(found, placed, names, self.scoring, pairs, self.best, self.least)
        return Found(ranked, report, for_programs, notes=left_out, headed=True)
