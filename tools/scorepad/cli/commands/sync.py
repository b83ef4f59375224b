"""`scorepad sync`: the tablets on this machine's serial ports, all at once."""

import argparse
import contextlib
import sys
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from serial.tools import list_ports

from firmware.storage.roster import MOST
from scorepad.cli import INTERRUPTED, output, progress
from scorepad.cli.club_options import new_club_of
from scorepad.cli.progress import Shown
from scorepad.club.database.rows import Rows
from scorepad.club.events.event import Event
from scorepad.club.events.loading import SeveralEvents, event_meant, of_day
from scorepad.club.house import for_tablets
from scorepad.club.records.evenings import today
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.json_text import json_text
from scorepad.tablet import event, tablet_names
from scorepad.tablet.cable import TCP
from scorepad.tablet.event import EventGiven, given_event
from scorepad.tablet.sync import Rosters, Summary, sync_port
from scorepad.tablet.watch import LAST_S, AtOnce, watch

One = Callable[[str, Shown], Summary]  # syncs the tablet at a port

_COUNTED = ("new", "extended", "known", "open")
_CALLED = {"known": "already known", "open": "still open"}  # where people read it otherwise
_EVENT = {
    event.SENT: "sent",
    event.HAD: "has it already",
    event.ASKS: "asks whether to take over the table",
    event.NO_TABLE: "has no such table",
    event.TAKEN_AWAY: "none any more",
    event.OVER: "is over there",
}

_ENDED = "ended by Ctrl-C; what is not fetched yet comes with the next sync"


def run(arguments: argparse.Namespace) -> int:
    """Syncs, says what was fetched and what is wrong; the exit status as in the help."""
    if arguments.table and len(arguments.ports) != 1:
        raise UserError("--table is for one tablet: name its port, and no other")
    urls = [port for port in arguments.ports if "://" in port]
    if not all(port.startswith(TCP) for port in urls):  # not repeated: it may have a password
        raise UserError("a URL is no serial port; name a database with --db URL")
    if arguments.watch:
        return _watch(arguments)
    ports = list(dict.fromkeys(arguments.ports)) or _all_ports()
    with new_club_of(arguments) as club:
        given = _given(arguments, club)
        summaries, broken_off = _sync_all(ports, partial(sync_port, club=club, **given))
    if not arguments.ports and not broken_off:
        summaries = _tablets(summaries)
    done = tell(summaries, arguments.json)
    return INTERRUPTED if broken_off else done


def _tablets(summaries: list[Summary]) -> list[Summary]:
    """Those of tablets, and of ports that may not be used: the others need not have a tablet.

    Raises UserError.
    """
    asked, found = many(len(summaries), "serial port"), [s for s in summaries if s.found]
    shut = [summary for summary in summaries if summary.shut]
    if not found and not shut:
        raise UserError(
            f"no tablet answers at {asked}: is one plugged in and on, with a cable that carries "
            "data? `scorepad doctor` looks what is there, and says what to do"
        )
    output.note(f"asked {asked}, tablets at {len(found)}")
    return found + shut


def _watch(arguments: argparse.Namespace) -> int:
    """Syncs each tablet as it is plugged in; the exit status as in the help, for them all."""
    print("Plug tablets in, one or more at a time; Ctrl-C ends.", file=sys.stderr, flush=True)
    found = []
    with new_club_of(arguments) as club, progress.at_ports(_line) as shown:
        _given(arguments, club)  # says at once what is wrong
        summaries = watch(ports_there(arguments), partial(sync_now, arguments, club, shown))
        with contextlib.suppress(KeyboardInterrupt):  # while a line is printed
            for summary in summaries:
                complain([summary])
                if summary.found:
                    found.append(summary)
                    print(as_json([summary]) if arguments.json else _line_of(summary), flush=True)
    output.note(_ENDED)
    if found and not arguments.json:
        print(_in_all(found))
    return status(found)


def ports_there(arguments: argparse.Namespace) -> Callable[[], set[str]]:
    """What says which ports are there now: of those that were named, else of all."""
    return partial(_present, arguments.ports) if arguments.ports else _ports


def _present(ports: list[str]) -> set[str]:
    """Those that are there now. On Windows a port is no file."""
    listed = {port.casefold() for port in _ports()}
    listed |= {port.casefold() for port in ports if port.startswith(TCP)}  # only a try can tell
    return {port for port in ports if port.casefold() in listed or Path(port).exists()}


def _ports() -> set[str]:
    return {port.device for port in list_ports.comports()}


def is_device(port: str) -> bool:
    """Whether something is plugged in at a port; the machine's own are there without it."""
    return all(one.vid is not None for one in list_ports.comports() if one.device == port)


def _all_ports() -> list[str]:
    """Every serial port of this machine. Raises UserError if it has none."""
    ports = sorted(_ports())
    if not ports:
        raise UserError(
            "no serial port on this machine; plug a tablet in, or name its port; if it is plugged "
            "in, `scorepad doctor` says why it has none"
        )
    return ports


def _given(arguments: argparse.Namespace, club: Club) -> dict[str, Any]:
    return {
        "table": arguments.table,
        "rosters": _rosters(club) if arguments.roster else None,
        "house": club.read(for_tablets) if arguments.rules else None,
        "event": _event(arguments, club),
    }


def _event(arguments: argparse.Namespace, club: Club) -> EventGiven | None:
    """The event that is named, else that of today. Raises UserError, also if no tablet takes it.

    Where there are several today, that is said, and none is given.
    """
    if arguments.no_event:
        return None
    try:
        found = club.read(partial(event_for, given=arguments.event))
    except SeveralEvents as several:
        output.note(f"no event is sent: {several} by `scorepad event send EVENT`")
        found = None
    return given_event(found, arguments.take_away, arguments.again)


def event_for(rows: Rows, given: str | None) -> Event | None:
    """The event that is named, else that of today, if there is one. Raises UserError."""
    return of_day(rows, today()) if given is None else event_meant(rows, given, today())


def _rosters(club: Club) -> Rosters:
    """The players for the tablets; says so if there is no room for all. Raises UserError."""
    everybody = club.read(tablet_names.for_tablets)
    on_phones = club.read(partial(tablet_names.for_tablets, phone=True))
    if not everybody:
        raise UserError("the roster is empty; `scorepad club players import` brings the players")
    if len(everybody) > MOST:
        output.note(f"roster: of {len(everybody)} players the {MOST} who played last")
    return everybody[:MOST], on_phones[:MOST]


def _sync_all(ports: list[str], sync: Callable[..., Summary]) -> tuple[list[Summary], bool]:
    """All at once; then only those of tablets, if Ctrl-C breaks it off, and whether it has."""
    work, summaries = AtOnce(), list[Summary]()
    with progress.at_ports(_line) as shown:
        for port in ports:
            work.begin(partial(sync, port, progress=shown(port)))
        try:
            for summary in work.ended():
                summaries.append(summary)
        except KeyboardInterrupt:
            work.end.set()
            summaries += work.ended(LAST_S)
    if work.end.is_set():
        output.note(_ENDED)
        summaries = [summary for summary in summaries if summary.found]
    return sorted(summaries, key=lambda summary: ports.index(summary.port)), work.end.is_set()


def sync_now(
    arguments: argparse.Namespace, club: Club, shown: Callable[[str], Shown], port: str
) -> Summary:
    """With roster and house rules as they are now: while it watches, players join."""
    try:
        given = _given(arguments, club)
    except UserError as error:
        return Summary(port, trouble=str(error))
    return sync_port(port, club, shown(port), **given)


def _line(port: str, total: int) -> str:
    return f"{port}: a tablet with {many(total, 'session')}\n"


def complain(summaries: list[Summary]) -> None:
    """Says what was refused, what is wrong with what was taken, and where there was trouble."""
    for line in [line for s in summaries for line in (*s.refused, *s.notes, s.trouble) if line]:
        output.note(line)


def tell(summaries: list[Summary], for_programs: bool) -> int:
    """Prints what was done, and says what is wrong; the exit status as in the help."""
    complain(summaries)
    output.show_lines([as_json(summaries)] if for_programs else lines(summaries))
    return status(summaries)


def lines(summaries: list[Summary]) -> list[str]:
    """The summary for people: a line per tablet, and one for them all; none without a tablet."""
    tablets = [_line_of(summary) for summary in summaries if summary.tablet]
    return [*tablets, _in_all(summaries)] if tablets else []


def _line_of(summary: Summary) -> str:
    tablet = f"tablet {summary.tablet}, table {summary.table}"
    charge = f"; charge me: {summary.charge} %" if summary.low else ""
    did = _counted(_counts([summary])) + _sent(summary) + charge
    return f"{summary.port}: {tablet}: {did}"


def _in_all(summaries: list[Summary]) -> str:
    return f"In all: {_counted(_counts(summaries))}"


def _sent(summary: Summary) -> str:
    players, rules = summary.players, summary.house_rules
    roster = "" if players is None else f"; roster: {many(players, 'player')}"
    house = "" if rules is None else f"; house rules: {rules}"
    return roster + house + ("" if summary.event is None else f"; event: {_EVENT[summary.event]}")


def _counts(summaries: list[Summary]) -> dict[str, int]:
    counts = {name: sum(getattr(s, name) for s in summaries) for name in _COUNTED}
    return {**counts, "refused": sum(len(s.refused) for s in summaries)}


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {_CALLED.get(name, name)}" for name, count in counts.items())


def as_json(summaries: list[Summary]) -> str:
    """The summary for programs."""
    said = {"tablets": [asdict(s) for s in summaries], "all": _counts(summaries)}
    return json_text(said, on_one_line=True, ascii_only=True)


def status(summaries: list[Summary]) -> int:
    """The exit status, as in the help."""
    if any(summary.trouble for summary in summaries):
        return 2
    return 1 if any(summary.refused for summary in summaries) else 0


def many(count: int, thing: str) -> str:
    """A count of things, as people read it."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
