"""`scorepad doctor`: how it says to people what it has found."""

import pytest

from firmware.clock import to_minutes
from scorepad.cli.commands.doctor import lines
from scorepad.tablet.doctor.findings import TABLET, Findings
from support.pages.markdown_tables import DOCS

CLOCK = to_minutes((2026, 11, 20, 4, 18, 30))
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


def test_the_docs_show_what_it_says() -> None:
    said = "".join(f"    {line}\n" for line in lines([LOOSE], []))
    said = said.replace(str(DOCS), "/home/ann/scorepad/docs")
    assert f"\n\n{said}\n" in (DOCS / "hardware.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("late", "said"), [(7, "7 minutes slow"), (-60, "60 minutes fast")])
def test_a_clock_that_is_wrong_is_slow_or_fast(late: int, said: str) -> None:
    found = Findings("port", state=TABLET, clock=CLOCK, late=late)
    assert f"  clock: 2026-11-20 18:30 UTC, {said}" in list(lines([found], []))
