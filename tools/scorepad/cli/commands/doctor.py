"""`scorepad doctor`: what is plugged in, how it is, and what to do next."""

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from typing import Any

from firmware.clock import to_datetime
from scorepad.cli import output
from scorepad.cli.commands.sync import many
from scorepad.club.database.named import file_named, named
from scorepad.json_text import json_text
from scorepad.sources import DOCS
from scorepad.tablet.doctor import advice, plugged_in
from scorepad.tablet.doctor.advice import Advice
from scorepad.tablet.doctor.examining import examine
from scorepad.tablet.doctor.findings import PROMPT, TABLET, Findings
from scorepad.tablet.doctor.plugged_in import Drive

_FEW = 4  # addresses on a bus; a line that is stuck has more than a hundred
_TEXTS = {TABLET: "Scorepad answers", PROMPT: "only MicroPython answers"}


def run(arguments: argparse.Namespace) -> int:
    """Examines one port, or all that look like a board; the exit status as in the help."""
    there = plugged_in.ports()
    drives: list[Drive] = []
    general: list[Advice] = []
    if arguments.port:
        ports = [plugged_in.named(arguments.port, there)]
    else:
        drives = plugged_in.drives()
        general = advice.on_all(there, drives)
        general += advice.on_club(file_named(named(arguments)))
        ports = [port for port in there if port.what and port.path]
    found = [examine(port, partial(_note, port.path)) for port in ports]
    shown = [as_json(found, drives, general)] if arguments.json else lines(found, general)
    output.show_lines(shown)
    return 0 if _is_well(found, general) else 1


def _note(port: str, what: str) -> None:
    output.note(f"{port}: {what} ...")


def _is_well(found: list[Findings], general: list[Advice]) -> bool:
    given = [*general, *(one for each in found for one in advice.on_port(each))]
    return not any(one.wrong for one in given)


def as_json(found: list[Findings], drives: list[Drive], general: list[Advice]) -> str:
    """What was found, for programs."""
    return json_text(
        {
            "ports": [{**asdict(one), **_for_programs(one)} for one in found],
            "drives": [asdict(drive) for drive in drives],
            "advice": [one._asdict() for one in general],
            "well": _is_well(found, general),
        },
        on_one_line=True,
        ascii_only=True,
    )


def _for_programs(found: Findings) -> dict[str, Any]:
    """What is not written as it is kept."""
    return {
        "clock": _time(found.clock) if found.clock else None,
        "pins": found.pins and found.pins._asdict(),
        "advice": [one._asdict() for one in advice.on_port(found)],
    }


def lines(found: list[Findings], general: list[Advice]) -> Iterator[str]:
    """The same for people; where the pages are, if one is named."""
    said = [*_lines(found, general)]
    yield from said
    if any("docs/" in line for line in said):
        yield f"docs/ is {DOCS}"


def _lines(found: list[Findings], general: list[Advice]) -> Iterator[str]:
    for one in found:
        yield f"{one.port}: {one.plugged or 'a serial port'}"
        yield from (f"  {line}" for line in _findings(one))
        yield from _advice(advice.on_port(one), "  ")
    yield from _advice(general)


def _advice(given: list[Advice], before: str = "") -> Iterator[str]:
    for one in given:
        yield f"{before}* {one.what}"
        yield f"{before}  -> {one.do}"


def _findings(found: Findings) -> Iterator[str]:
    if found.state in _TEXTS:
        yield _TEXTS[found.state]
    if found.tablet:
        yield f"tablet {found.tablet}, table {found.table}"
    if found.firmware:
        yield f"firmware: Scorepad {found.firmware}"
    if found.micropython:
        yield f"board: {found.board or '?'}, MicroPython {found.micropython}"
    yield from _panel(found)
    if found.flash is not None:
        several = f"; {many(found.sessions or 0, 'session')}, {found.unfetched} not fetched yet"
        yield f"flash: {found.flash // 1024} KB free{several * (found.sessions is not None)}"
    if found.heap is not None:
        yield f"memory: {found.heap // 1024} KB free"
    if found.clock is not None:
        yield f"clock: {_clock(found)}"
    if found.battery is not None:
        yield f"battery: {found.battery} %"


def _panel(found: Findings) -> Iterator[str]:
    """Which it is, as far as anybody says; if no tablet does, what answers where it should be."""
    if name := found.panel or found.named.upper():
        yield f"panel: {name}, {'as its board file says' if found.named else 'found'}"
    if found.pins and not found.panel:
        few = found.bus[:_FEW]
        answers = ", ".join(map(hex, few)) or "nothing"
        more = " and more" if few != found.bus else ""
        more += " answer" if len(found.bus) > 1 else " answers"
        yield f"panel's bus: {answers}{more} (SDA on {found.pins.sda}, SCL on {found.pins.scl})"


def _clock(found: Findings) -> str:
    if not found.clock:
        return "not set"
    said = _time(found.clock).replace("T", " ").removesuffix(":00Z")
    late = found.late or 0
    wrong = f", {many(abs(late), 'minute')} {'slow' if late > 0 else 'fast'}"
    return f"{said} UTC{wrong if abs(late) > 1 else ''}"


def _time(minutes: int) -> str:
    year, month, day, _, hour, minute = to_datetime(minutes)[:6]
    return f"{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:00Z"
