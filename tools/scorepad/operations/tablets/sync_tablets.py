import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from scorepad.errors import UserError, remedy
from scorepad.language import text, text_counted
from scorepad.operation import (
    PAGE,
    PORT,
    TERMINAL,
    Club,
    Context,
    IfMissing,
    Outcome,
    Param,
    Task,
    operation,
)
from scorepad.operations.common import Lines
from scorepad.operations.tablets.common import (
    ENDED,
    Synced,
    Table,
    in_all,
    line_of,
    sessions_at,
    status_of,
    synced,
)

if TYPE_CHECKING:
    from scorepad.tablet.all_ports import Options
    from scorepad.tablet.sync import Summary

INTERRUPTED = 130  # the exit status, as shells have it
Ports = Annotated[
    tuple[str, ...],
    Param(
        "Tablet",
        "serial port of a tablet (default: ask them all)",
        "/dev/ttyUSB0",
        control=PORT,
        hint="If you choose none: the one that is plugged in.",
        boxes=1,
        metavar="PORT",
        positional=True,
    ),
]


@operation("sync")
class SyncTablets(Task):
    """Fetch sessions from tablets

    Fetches the sessions of tablets into the club's database, each once, and tells the tablets
    which ones are safe there. Sets their clocks. With --watch and --json each tablet is a line.

    Exit status: 0 all is well; 1 something was refused, or a total does not match; 2 a port cannot
    be used, or there is no tablet.
    """

    where = frozenset((TERMINAL, PAGE))
    if_missing = IfMissing.CREATE
    examples = (
        "scorepad sync",
        "scorepad sync /dev/ttyUSB0 --table 3",
        "scorepad sync --watch --roster",
    )

    ports: Ports = ()
    table: Table | None = None
    roster: Annotated[
        bool, Param("Roster", "give each tablet the club's players, those who played last first")
    ] = False
    rules: Annotated[
        bool, Param("Rules", "give each tablet the club's house rules (`scorepad club rules`)")
    ] = False
    event: Annotated[
        str,
        Param(
            "Event",
            "give each tablet its table's part of this event (default: that of today)",
        ),
    ] = ""
    no_event: Annotated[bool, Param("No event", "give them no event")] = False
    watch: Annotated[
        bool,
        Param("Watch", "go on, and take each tablet as it is plugged in, until Ctrl-C"),
    ] = False

    def check(self) -> None:
        if self.event and self.no_event:
            raise UserError(text("--event and --no-event cannot be combined"), "no_event")
        check_table(self.ports, self.table)

    def run(self, club: Club, context: Context) -> Outcome:
        from scorepad.tablet.all_ports import Options

        lists = {"roster": self.roster, "rules": self.rules}
        event = self.event or None
        wanted = Options(self.table or 0, **lists, event=event, no_event=self.no_event)
        if self.watch:
            return watch_ports(self.ports, club, wanted, context)
        return sync_ports(self.ports, club, wanted, context)


def check_table(ports: Sequence[str], table: int | None) -> None:
    """Raise UserError for a table number that is not for one tablet."""
    if table and len(ports) != 1:
        problem = text("a table number is for one tablet: name its port, and no other")
        raise UserError(problem, "table")


def sync_ports(named: Sequence[str], club: Club, wanted: "Options", context: Context) -> Synced:
    """Sync the tablets at these ports, at all of the machine if none is named."""
    from scorepad.tablet import all_ports
    from scorepad.tablet.watch import ParallelJobs

    all_ports.check_ports(named)
    ports, work = list(dict.fromkeys(named)) or all_ports.every_port(), ParallelJobs()
    given = all_ports.load_content(wanted, club, context.note)
    with context.at_ports(sessions_at) as shown:
        found = all_ports.sync_all(ports, club, given, shown, work)
    if work.end.is_set():
        context.note(ENDED)
        return synced(found, INTERRUPTED)
    return synced(found if named else _of_tablets(found, context))


def _of_tablets(asked: "list[Summary]", context: Context) -> "list[Summary]":
    """Return those of tablets, and of ports that may not be used: others need no tablet."""
    found, shut = [port for port in asked if port.found], [port for port in asked if port.shut]
    ports = text_counted(len(asked), "{number} serial port", "{number} serial ports")
    if not found and not shut:
        nobody = text(
            "No tablet answers at {ports}. Is one connected and on, with a cable that carries "
            "data?",
            ports=ports,
        )
        raise UserError(nobody, "ports", [remedy("doctor")])
    context.note(text("asked {ports}, tablets at {found}", ports=ports, found=len(found)))
    return found + shut


def watch_ports(ports: Sequence[str], club: Club, wanted: "Options", context: Context) -> Lines:
    """Sync each tablet as it is plugged in, until Ctrl-C; each is told as it is done."""
    from scorepad.tablet import all_ports

    all_ports.check_ports(ports)
    context.note(text("Connect tablets, one or more at a time; Ctrl-C ends."))
    found: list[Summary] = []
    with context.at_ports(sessions_at) as shown:
        tablets = all_ports.watch_all(ports, club, wanted, shown, context.note)
        with contextlib.suppress(KeyboardInterrupt):  # while a line is printed
            for summary in tablets:
                outcome = synced([summary])
                for line in outcome.notes:
                    context.note(line)
                if summary.found:
                    found.append(summary)
                    context.note(Lines([line_of(summary)], outcome.as_json()))
    context.note(ENDED)
    return Lines([in_all(found)] if found else [], status=status_of(found))
