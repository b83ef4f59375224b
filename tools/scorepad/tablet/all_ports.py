"""Syncs the tablets at the serial ports of this machine, all at once or as they come."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event as Flag

from serial.tools import list_ports

from firmware.storage.roster import MOST
from scorepad.club.database.rows import Rows
from scorepad.club.events.event import Event
from scorepad.club.events.loading import SeveralEvents, event_meant, of_day
from scorepad.club.house import for_tablets
from scorepad.club.records.store import Club
from scorepad.errors import UserError, remedy
from scorepad.language import Text, text
from scorepad.tablet import tablet_names
from scorepad.tablet.cable import NEVER, TCP
from scorepad.tablet.event import EventDelivery, prepare_event
from scorepad.tablet.sync import Content, Rosters, Summary, sync_port
from scorepad.tablet.watch import LAST_S, ParallelJobs, watch

Progress = Callable[[int, int], None]  # is called with how much is done, of how much
Note = Callable[[Text], object]


@dataclass(frozen=True)
class Options:
    """The data that tablets get in a sync, apart from what the club stores of them.

    table: a number, 0 for the present one; roster, rules: whether they get these; event: its name
    or number, None for that of today; no_event: no event at all; take_away, again: as in
    EventDelivery
    """

    table: int = 0
    roster: bool = False
    rules: bool = False
    event: str | None = None
    no_event: bool = False
    take_away: bool = False
    again: bool = False


def load_content(wanted: Options, club: Club, note: Note) -> Content:
    """Return what tablets get. `note` is called with what they do not. Raise UserError."""
    rosters = _rosters(club, note) if wanted.roster else None
    house = club.read(for_tablets) if wanted.rules else None
    return Content(wanted.table, rosters, house, _event(wanted, club, note))


def check_ports(ports: Iterable[str]) -> None:
    """Raise UserError for a URL that cannot be a tablet."""
    if any("://" in port and not port.startswith(TCP) for port in ports):
        # Not repeated: it may have a password.
        said = text("a URL is not a serial port; to name a database, use --db URL")
        raise UserError(said, "ports")


def sync_all(
    ports: list[str],
    club: Club,
    given: Content,
    progress: Callable[[str], Progress],
    work: ParallelJobs,
) -> list[Summary]:
    """Sync the tablets at these ports. After Ctrl-C, return only those that answered."""
    summaries = list[Summary]()
    for port in ports:
        sync = partial(sync_port, port, club, progress(port), given=given, stop=work.end)
        work.begin(sync)
    try:
        for summary in work.ended():
            summaries.append(summary)
    except KeyboardInterrupt:
        work.end.set()
        summaries += work.ended(LAST_S)
        summaries = [summary for summary in summaries if summary.found]
    return sorted(summaries, key=lambda summary: ports.index(summary.port))


def watch_all(
    ports: Iterable[str],
    club: Club,
    wanted: Options,
    progress: Callable[[str], Progress],
    note: Note,
) -> Iterable[Summary]:
    """Sync each tablet as it is connected, until Ctrl-C. ports: those to watch, all if empty."""
    load_content(wanted, club, note)  # says at once what is wrong
    work = ParallelJobs()

    def sync(port: str) -> Summary:
        return sync_now(wanted, club, port, progress(port), note, work.end)

    return watch(partial(present, ports), sync, work=work)


def sync_now(
    wanted: Options, club: Club, port: str, progress: Progress, note: Note, stop: Flag = NEVER
) -> Summary:
    """Sync a tablet with the current roster and house rules, which change while others play."""
    try:
        given = load_content(wanted, club, note)
    except UserError as error:
        return Summary(port, trouble=error.said)
    return sync_port(port, club, progress, given=given, stop=stop)


def present(ports: Iterable[str]) -> set[str]:
    """Return which of these ports are there now; without any, every port.

    On Windows a port is not a file.
    """
    there = {port.device for port in list_ports.comports()}
    if not ports:
        return there
    listed = {port.casefold() for port in there}
    listed |= {port.casefold() for port in ports if port.startswith(TCP)}  # only a try can tell
    return {port for port in ports if port.casefold() in listed or Path(port).exists()}


def is_device(port: str) -> bool:
    """Return True if a device is connected to a port; built-in ports exist without one."""
    return all(found.vid is not None for found in list_ports.comports() if found.device == port)


def every_port() -> list[str]:
    """Return all serial ports of this machine. Raise UserError if it has none."""
    ports = sorted(present(()))
    if not ports:
        none = text("This machine has no serial port. Connect a tablet, or name its port.")
        raise UserError(none, "ports", [remedy("doctor")])
    return ports


def event_for(rows: Rows, given: str | None) -> Event | None:
    """Return the named event, else that of today or None. Raise UserError."""
    today = rows.evenings.today()
    return of_day(rows, today) if given is None else event_meant(rows, given, today)


def _event(wanted: Options, club: Club, note: Note) -> EventDelivery | None:
    """Return the event for the tablets. Raise UserError, also if no tablet takes it.

    If there are several today, note that, and send none.
    """
    if wanted.no_event:
        return None
    try:
        found = club.read(partial(event_for, given=wanted.event))
    except SeveralEvents as several:
        send = remedy("event send", event=...)
        note(text("No event is sent: {why} by {remedy}", why=several.said, remedy=send))
        found = None
    return prepare_event(found, wanted.take_away, club.evenings, wanted.again)


def _rosters(club: Club, note: Note) -> Rosters:
    """Return the players for the tablets; note if there is no room for all. Raise UserError."""
    everybody = club.read(tablet_names.list_players)
    on_phones = club.read(partial(tablet_names.list_players, phone=True))
    if not everybody:
        empty = text("The roster is empty.")
        raise UserError(empty, "roster", [remedy("club players import")])
    if len(everybody) > MOST:
        about = {"number": len(everybody), "most": MOST}
        note(text("roster: of {number} players the {most} who played last", **about))
    return everybody[:MOST], on_phones[:MOST]
