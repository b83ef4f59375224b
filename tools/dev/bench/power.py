"""What the tablet draws, as arithmetic from data sheets: `make power`. No board was measured.

The shares of time and of lit pixels are counted on the simulated tablet; the currents are the data
sheets' typical figures. Not counted: what a development board adds (its regulator, USB bridge and
lamp often draw more than a sleeping tablet), and the time that the chip takes to fall asleep and
to wake.
"""

import random

from rich.console import Console
from rich.table import Table

from dev.bench.tablet import DEALS, SEED, evening
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import Tablet

# ESP32 Series Datasheet, version 3.5, table 6: modem sleep at 80 MHz, two cores, 20 to 31 mA.
CPU_AWAKE = 25.5  # mA
CPU_ASLEEP = 0.8  # mA: light sleep, same table
# SSD1306 data sheet, revision 1.1, table 12-1, contrast FFh.
PANEL_ON = 0.43  # mA, display on, no pixel lit
SEGMENT = 0.1  # mA of each lit pixel of the row that is driven
PANEL_OFF = 0.01  # mA, at most
COLUMNS = 128
PUMP = 2  # the charge pump doubles the voltage (application note, 2.1): so twice the current
CELL = 2000  # mAh
HOUR = 3_600_000  # ms


class LookedAt(Tablet):
    """Notes which share of the pixels is lit after each press."""

    def __init__(self) -> None:
        self.lit: list[float] = []
        super().__init__(Flash())

    def press(self, *keys: str) -> None:
        """As Tablet.press."""
        for key in keys:
            super().press(key)
            pixels = self.pixels()
            self.lit.append(sum(pixels) / len(pixels))


def main() -> None:
    """Plays an evening, lets the tablet sleep for an hour, and prints the table."""
    with LookedAt() as tablet:
        for session in evening(random.Random(SEED), DEALS):
            Robot(tablet, session).play()
        lit = sum(tablet.lit) / len(tablet.lit)
        tablet.wait(HOUR)  # until it sleeps
        before = tablet.slept()
        tablet.wait(HOUR)
        asleep = (tablet.slept() - before) / HOUR
    playing = CPU_AWAKE + panel(lit)
    sleeping = CPU_ASLEEP * asleep + CPU_AWAKE * (1 - asleep) + PANEL_OFF
    table = Table(title="Arithmetic from data sheets, not measured")
    for heading in ("state", "mA", f"hours from {CELL} mAh"):
        table.add_column(heading, justify="left" if heading == "state" else "right")
    for state, current in (
        (f"screen on, {lit:.0%} of the pixels lit", playing),
        ("screen on, every pixel lit", CPU_AWAKE + panel(1)),
        (f"asleep, {asleep:.0%} of the time in light sleep", sleeping),
    ):
        table.add_row(state, f"{current:.1f}", f"{CELL / current:.0f}")
    Console().print(table)


def panel(lit: float) -> float:
    """mA of a panel with so many of its pixels lit, at full contrast, before the charge pump."""
    return PANEL_ON + PUMP * lit * COLUMNS * SEGMENT


if __name__ == "__main__":
    main()
