from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from scorepad.operation import Context, Query, Rows, operation
from scorepad.operations.common import Answer
from scorepad.operations.events.common import EVENT, describe_event, event_of


@operation("event show")
class ShowEvent(Query):
    """Show plan, pairs, tablets and progress of an event

    The movement, who the pairs are, which tablet has which table's part, and how
    far each table has come. Without EVENT that of today.
    """

    examples = ("scorepad event show", 'scorepad event show "Tuesday 2026-11-24" --json')

    event: Annotated[str | None, replace(EVENT, example="", positional=True)] = None

    def subjects(self, rows: Rows) -> Sequence[str]:
        return [f"event:{event_of(rows, self.event).number}"]

    def run(self, rows: Rows, context: Context) -> Answer:
        return describe_event(rows, event_of(rows, self.event), trail=True)
