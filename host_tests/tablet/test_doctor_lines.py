"""`scorepad doctor`: how it says to people what it has found."""

from typing import Any

import pytest

from firmware.clock import to_minutes
from scorepad.cli.commands.doctor import lines
from scorepad.tablet.doctor.findings import PROMPT, TABLET, Findings, Pins
from support.pages.markdown_tables import DOCS

CLOCK = to_minutes((2026, 11, 20, 4, 18, 30))
PINS = Pins(4, 5)
# That of docs/hardware.md: a Pico whose panel has come loose.
LOOSE = Findings(
    "/dev/ttyACM0",
    "a Raspberry Pi Pico with MicroPython (USB 2E8A:0005)",
    TABLET,
    tablet="5c0b7069636f",
    table=3,
    firmware="0.1.0",
    board="Raspberry Pi Pico with RP2040",
    micropython="1.25.0",
    sessions=4,
    unfetched=0,
    panel="",
    heap=193 << 10,
    flash=552 << 10,
    clock=CLOCK,
    late=0,
)
LINES: list[tuple[dict[str, Any], str]] = [
    ({"state": PROMPT}, "only MicroPython answers"),
    ({"board": "", "micropython": "1.25.0"}, "board: ?, MicroPython 1.25.0"),
    ({"panel": "SH1106"}, "panel: SH1106, found"),
    ({"panel": "SSD1309", "named": "ssd1309"}, "panel: SSD1309, as its board file says"),
    ({"pins": PINS}, "panel's bus: nothing answers (SDA on 4, SCL on 5)"),
    ({"pins": PINS, "bus": [0x3C, 0x3D]}, "panel's bus: 0x3c, 0x3d answer (SDA on 4, SCL on 5)"),
    (
        {"pins": PINS, "bus": [*range(8, 0x78)]},
        "panel's bus: 0x8, 0x9, 0xa, 0xb and more answer (SDA on 4, SCL on 5)",
    ),
    (
        {"flash": 4096, "sessions": 1, "unfetched": 1},
        "flash: 4 KB free; 1 session, 1 not fetched yet",
    ),
    ({"clock": 0}, "clock: not set"),
    ({"clock": CLOCK, "late": 7}, "clock: 2026-11-20 18:30 UTC, 7 minutes slow"),
    ({"clock": CLOCK, "late": -60}, "clock: 2026-11-20 18:30 UTC, 60 minutes fast"),
    ({"battery": 9}, "battery: 9 %"),
]


def test_the_docs_show_what_it_says() -> None:
    said = "".join(f"    {line}\n" for line in lines([LOOSE], []))
    said = said.replace(str(DOCS), "/home/ann/scorepad/docs")
    assert f"\n\n{said}\n" in (DOCS / "hardware.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("found", "line"), LINES, ids=[line for _, line in LINES])
def test_a_line(found: dict[str, Any], line: str) -> None:
    given = {"state": TABLET, **found}
    assert f"  {line}" in list(lines([Findings("port", **given)], []))


def test_a_bus_is_not_shown_beside_a_panel_that_answers() -> None:
    found = Findings("port", state=TABLET, panel="SSD1306", pins=PINS)
    assert not any("bus" in line for line in lines([found], []))
