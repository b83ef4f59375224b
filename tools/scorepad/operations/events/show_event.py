from typing import Annotated

from scorepad.operation import Context, Param, Query, Rows, operation
from scorepad.operations.events.common import EventOutcome, event_of, suggest_events


@operation("event show")
class ShowEvent(Query):
    """Show plan, pairs, tablets and progress of an event

    The movement, who the pairs are, which tablet has which table's part, and how
    far each table has come. Without EVENT that of today.
    """

    examples = ("scorepad event show", 'scorepad event show "Tuesday 2026-11-24" --json')

    event: Annotated[
        str | None,
        Param(
            "Event",
            "its name, name and date, or id=N",
            suggests=suggest_events,
            positional=True,
        ),
    ] = None

    def run(self, rows: Rows, context: Context) -> EventOutcome:
        return EventOutcome.of(rows, event_of(rows, self.event), trail=True)
