from scorepad.language import text
from scorepad.operation import Context, Rows, operation
from scorepad.operations.common import Answer, Decision
from scorepad.operations.events.common import Event, describe_event, event_of


@operation("event drop")
class DropEvent(Decision):
    """Take back an event

    It is listed no more, and its name is free. Sessions stay as they are.
    """

    examples = ('scorepad event drop Tuesday --reason "planned for 16 pairs, and 14 came"',)

    event: Event

    def run(self, rows: Rows, context: Context) -> Answer:
        from scorepad.club.events import rulings

        by = self.by(context)
        event = rulings.drop(rows, event_of(rows, self.event), by)
        said = text("{name} is dropped, and its name is free.", name=event.heading)
        return describe_event(rows, event, said=[said])
