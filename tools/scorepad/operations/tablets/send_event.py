from typing import Annotated

from scorepad.errors import UserError, remedy
from scorepad.language import text
from scorepad.operation import PAGE, PORT, TERMINAL, Club, Context, Param, Rows, Task, operation
from scorepad.operations.tablets.common import Synced, Table
from scorepad.operations.tablets.sync_tablets import check_table, sync_ports


@operation("event send")
class SendEvent(Task):
    """Give tablets their part of an event

    Fetches what tablets have, as `scorepad sync`, then gives each its table's part.
    What a tablet has already is not sent again. A tablet without a table in the
    event keeps what it has; --take-away: it has none afterwards. A tablet on which
    the event has ended does not get it again; --again: it does, and goes on there.
    """

    where = frozenset((TERMINAL, PAGE))
    examples = (
        "scorepad event send",
        "scorepad event send --again --port /dev/ttyUSB0",
        "scorepad event send Tuesday --port /dev/ttyUSB0 --table 3",
    )

    event: Annotated[
        str,
        Param(
            "Event",
            "its name, name and date, or id=N (default: that of today)",
            "Tuesday",
            positional=True,
        ),
    ] = ""
    port: Annotated[
        tuple[str, ...],
        Param(
            "Tablet",
            "serial port of a tablet; may be said again (default: ask them all)",
            control=PORT,
            hint="If you choose none: all that are plugged in.",
            boxes=1,
        ),
    ] = ()
    table: Table | None = None
    take_away: Annotated[
        bool,
        Param(
            "Take it away where there is no table in it",
            "a tablet without a table in the event has none afterwards",
            hint="",
        ),
    ] = False
    again: Annotated[
        bool,
        Param(
            "Also to a tablet on which it has ended",
            "also to a tablet on which it has ended, by mistake or to try it out",
            hint="",
        ),
    ] = False

    def check(self) -> None:
        check_table(self.port, self.table)

    def run(self, club: Club, context: Context) -> Synced:
        from scorepad.tablet.all_ports import Options

        if not self.event and not self.take_away:
            club.read(_check_today)
        wanted = Options(
            self.table or 0, event=self.event or None, take_away=self.take_away, again=self.again
        )
        return sync_ports(self.port, club, wanted, context)


def _check_today(rows: Rows) -> None:
    """Raise UserError if there is no event today."""
    from scorepad.tablet.all_ports import event_for

    if event_for(rows, None) is None:
        none = text("the club has no event on {date}", date=rows.evenings.today())
        raise UserError(none, "event", [remedy("event new")])
