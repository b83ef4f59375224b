"""Say what is plugged in, how it is, and what to do next."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from scorepad.language import Text, text
from scorepad.operation import (
    CABLE,
    PAGE,
    TERMINAL,
    Calculation,
    Context,
    Outcome,
    Param,
    operation,
)

if TYPE_CHECKING:
    from scorepad.tablet.doctor.advice import Advice
    from scorepad.tablet.doctor.findings import Findings
    from scorepad.tablet.doctor.plugged_in import Drive

_STATES = {"tablet": "Scorepad answers", "micropython": "only MicroPython answers"}
_FEW = 4  # addresses on a bus; a line that is stuck has more than a hundred


@dataclass(frozen=True)
class Examined(Outcome):
    """The findings at each port, the drives of boards, and advice that is about none of them."""

    in_lines: ClassVar[bool] = True
    ports: "Sequence[Findings]"
    drives: "Sequence[Drive]" = ()
    advice: "Sequence[Advice]" = ()
    status: int = 0

    def parts(self) -> Iterator[str]:
        """Yield the lines; where the pages are, if one is named."""
        from scorepad.sources import DOCS

        said = [*_lines(self.ports, self.advice)]
        yield from said
        if any("docs/" in line for line in said):
            yield f"docs/ is {DOCS}"

    def as_json(self) -> Any:
        """Return everything, with the advice for each port."""
        return {
            "ports": [{**asdict(findings), **_for_programs(findings)} for findings in self.ports],
            "drives": [asdict(drive) for drive in self.drives],
            "advice": [item._asdict() for item in self.advice],
            "well": self.status == 0,
        }


@operation("doctor")
class ExaminePorts(Calculation):
    """Say what is plugged in, how it is, and what to do next

    Looks at what is plugged in: which board, which firmware, which panel, how much room it has,
    whether its clock is set; and says what to do next. A tablet that answers continues as it is.
    What does not answer is stopped, examined through MicroPython's prompt, and restarted; nothing
    is written to it.

    Exit status: 0 all is well; 1 something is wrong, or nothing answers; 2 there is no such port.
    """

    where = frozenset((TERMINAL, PAGE))
    examples = ("scorepad doctor", "scorepad doctor /dev/ttyUSB0")

    port: Annotated[
        str,
        Param(
            "Port",
            "serial port of a tablet or a board (default: all that look like a board)",
            "/dev/ttyUSB0",
            control=CABLE,
            hint="A tablet that answers continues as it is. A board that does not answer is "
            "restarted, and nothing is written to it.",
            positional=True,
        ),
    ] = ""

    def run(self, context: Context) -> Examined:
        from scorepad.club.database.named import file_named
        from scorepad.tablet.doctor import advice, plugged_in
        from scorepad.tablet.doctor.examining import examine

        there = plugged_in.ports()
        drives: list[Drive] = []
        general: list[Advice] = []
        if self.port:
            ports = [plugged_in.find_port(self.port, there)]
        else:
            drives = plugged_in.drives()
            general = advice.on_all(there, drives)
            general += advice.on_club(file_named(context.database))
            ports = [port for port in there if port.what and port.path]
        found = [examine(port, partial(_note, context, port.path)) for port in ports]
        given = [*general, *(line for each in found for line in advice.on_port(each))]
        return Examined(found, drives, general, int(any(line.wrong for line in given)))


def _note(context: Context, port: str, what: Text) -> None:
    context.note(text("{port}: {what} ...", port=port, what=what))


def _for_programs(found: "Findings") -> dict[str, Any]:
    """Return what is not written as it is kept."""
    from scorepad.tablet.doctor import advice

    return {
        "clock": _time(found.clock) if found.clock else None,
        "pins": found.pins and found.pins._asdict(),
        "advice": [line._asdict() for line in advice.on_port(found)],
    }


def _lines(found: "Sequence[Findings]", general: "Sequence[Advice]") -> Iterator[str]:
    from scorepad.tablet.doctor import advice

    for findings in found:
        yield f"{findings.port}: {findings.plugged or 'a serial port'}"
        yield from (f"  {line}" for line in _findings(findings))
        yield from _advice(advice.on_port(findings), "  ")
    yield from _advice(general)


def _advice(given: "Sequence[Advice]", before: str = "") -> Iterator[str]:
    for item in given:
        yield f"{before}* {item.what}"
        yield f"{before}  -> {item.do}"


def _findings(found: "Findings") -> Iterator[str]:
    if found.state in _STATES:
        yield _STATES[found.state]
    if found.tablet:
        yield f"tablet {found.tablet}, table {found.table}"
    if found.firmware:
        yield f"firmware: Scorepad {found.firmware}"
    if found.micropython:
        yield f"board: {found.board or '?'}, MicroPython {found.micropython}"
    yield from _panel(found)
    if found.flash is not None:
        several = f"; {_many(found.sessions or 0, 'session')}, {found.unfetched} not fetched yet"
        yield f"flash: {found.flash // 1024} KB free{several * (found.sessions is not None)}"
    if found.heap is not None:
        yield f"memory: {found.heap // 1024} KB free"
    if found.clock is not None:
        yield f"clock: {_clock(found)}"
    if found.battery is not None:
        yield f"battery: {found.battery} %"


def _panel(found: "Findings") -> Iterator[str]:
    """Yield which it is, as far as is known; else what answers where it should be."""
    if name := found.panel or found.named.upper():
        yield f"panel: {name}, {'as its board file says' if found.named else 'found'}"
    if found.pins and not found.panel:
        few = found.bus[:_FEW]
        answers = ", ".join(map(hex, few)) or "nothing"
        more = " and more" if few != found.bus else ""
        more += " answer" if len(found.bus) > 1 else " answers"
        yield f"panel's bus: {answers}{more} (SDA on {found.pins.sda}, SCL on {found.pins.scl})"


def _clock(found: "Findings") -> str:
    if not found.clock:
        return "not set"
    said = _time(found.clock).replace("T", " ").removesuffix(":00Z")
    late = found.late or 0
    wrong = f", {_many(abs(late), 'minute')} {'slow' if late > 0 else 'fast'}"
    return f"{said} UTC{wrong if abs(late) > 1 else ''}"


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _time(minutes: int) -> str:
    from firmware.clock import to_datetime

    year, month, day, _, hour, minute = to_datetime(minutes)[:6]
    return f"{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:00Z"
