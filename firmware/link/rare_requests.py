"""Answers to requests that few syncs make; their code is loaded for the answer. See requests.py.

They raise ValueError, with what the PC is told.
"""

import gc
import sys

from micropython import const

from firmware import loading
from firmware.session import CORRECT, VOID
from firmware.storage.outline import summed

_HIGHEST = const((1 << 30) - 1)  # number of a session, to which no tablet comes
_LONGEST = const(80)  # characters of a board's name: all must fit into a line


def _table(link, table: int) -> str:
    if not 1 <= table <= 99:
        raise ValueError("table is 1 to 99")
    return _keep(link, "table", table)


def _keep(link, setting: str, value: int) -> str:
    settings = link.store.settings
    settings.forget()  # what the director was only trying is not kept with it
    settings.use(setting, value)
    if setting == "language":
        settings.given = value
    settings.save()
    link.changed = True
    return ""


def _language(link, language: int) -> str:
    """Set the club's language; a director's later choice stays until the club's changes."""
    if language > 2:
        raise ValueError("language is 0 to 2")
    return "" if language == link.store.settings.given else _keep(link, "language", language)


def _pin(link, secret: bytes) -> str:
    """Set the club's PIN for the director."""
    loading.load_temporarily("storage.pin").Pin(link.store).take(secret)
    return ""


def _next(link, number: int) -> str:
    """Let the next session have at least this number; return its number before.

    The PC knows of sessions that this flash has not: it was erased, and would count from 1 again.
    """
    if number > _HIGHEST:
        raise ValueError(f"a number is at most {_HIGHEST}")
    settings, before = link.store.settings, link.store.next_number()
    if before < number:
        settings.forget()  # as for the table
        kept, settings.number = settings.number, number
        try:
            settings.save()
        except Exception:
            settings.number = kept  # else it would be told that this is kept
            raise
    return str(before)


def _test(link, number: int) -> str:
    tests = loading.load_temporarily("selftest")
    if number >= len(tests.NAMES):
        return "-"
    name = tests.NAMES[number]
    try:
        return f"{name} {tests.run(number, link.board, link.store)}"
    except tests.Failed as failed:
        raise ValueError(f"{name}: {failed}") from failed


def _keys(link) -> str:
    return str(sum([(not pin.value()) << bit for bit, pin in enumerate(link.board.keys)]))


def _change(link, number: int, crc: int, deal: int, place: int, value: int) -> str:
    """Add an event to the log of the open session; -1: the deal does not count."""
    log = link.log
    if not log or number != log.number or log.session.complete:
        raise ValueError(f"session {number} is not open")
    if summed(log.store, number)[1] != crc:
        raise ValueError("the session has changed")
    log.save(VOID if value < 0 else CORRECT, place, deal, max(0, value))
    link.corrected = True
    records, now = summed(log.store, number)
    return f"{records} {now:08x}"


def _strike(link, number: int, crc: int, deal: int) -> str:
    return _change(link, number, crc, deal, 0, -1)


def _about(link) -> str:
    """Return what this board is, for people who look for a fault; unknown values are left out."""
    board, system = link.board, sys.implementation
    machine = getattr(system, "_machine", None)  # by a string: compiling shortens other names
    file = sys.modules.get("firmware.board")
    charge = board.battery()
    gc.collect()
    said = (
        (system.name, ".".join([str(part) for part in system.version[:3]])),
        ("heap", getattr(gc, "mem_free", _unknown)()),
        ("clock", board.minutes()),
        ("battery", charge),
        ("low", 1 if charge is not None and board.low else None),
        ("panel", _panel(link)),
        ("named", getattr(file, "PANEL", None) or None),
        ("board", machine and machine[:_LONGEST]),  # the last one: it has spaces
    )
    return " ".join([f"{name}={value}" for name, value in said if value is not None])


def _unknown() -> None:
    """Return None, on a Python that has no heap to count."""


def _panel(link) -> str:
    """Return the panel's chip; "-" if none answers, "?" if the app has not asked it yet."""
    tests = loading.load_temporarily("selftest")
    try:
        tests.run(tests.NAMES.index("panel"), link.board, link.store)
    except tests.Failed:
        return "-"
    return link.board.panel or "?"


VERBS = {
    "about": (_about, ()),
    "table": (_table, (10,)),
    "language": (_language, (10,)),
    "pin": (_pin, (0,)),  # bytes
    "next": (_next, (10,)),
    "test": (_test, (10,)),
    "keys": (_keys, ()),
    "change": (_change, (10, 16, 10, 10, 10)),
    "strike": (_strike, (10, 16, 10)),
}
