from dataclasses import replace
from datetime import date
from typing import Annotated

from scorepad.club.evenings import day
from scorepad.errors import UserError
from scorepad.language import marked, text
from scorepad.operation import Context, Done, Param, Rows, operation
from scorepad.operations.common import Decision
from scorepad.operations.events.common import EventOf
from scorepad.operations.results.common import EVENING


@operation("club release")
class ReleaseEvening(Decision):
    """Release to the room

    Everybody in the room can read what is released, without a password, on the
    screen and on their phones (`scorepad serve --lan`): of an evening its sessions
    with their score sheets, the standings of its duplicate, and the ranking as it
    was after it; of an event its sessions and standings. What comes in later is
    released too. --back takes it back.
    """

    examples = (
        "scorepad club release",
        "scorepad club release --evening 2026-11-20",
        'scorepad club release --event Tuesday --back --reason "a board is doubtful"',
    )

    evening: Annotated[
        date | None,
        replace(EVENING, help=marked("as 2026-11-20 (default: this one)"), example="", read=day),
    ] = None
    event: EventOf = ""
    back: Annotated[bool, Param("Take back", "the room may not read it any more")] = False

    def check(self) -> None:
        if self.evening and self.event:
            raise UserError(text("Choose an evening or an event, not both."), "event")

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club.events.loading import event_meant
        from scorepad.club.releasing import release, take_back

        today = rows.evenings.at(context.now()) or date.today()
        what = event_meant(rows, self.event, today) if self.event else self.evening or today
        if self.back:
            return Done(take_back(rows, what, self.by(context)))
        return Done([release(rows, what, self.by(context))])
