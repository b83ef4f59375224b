"""The tablet's current, as arithmetic from data sheets: `make power`. No board was measured.

The shares of time and of lit pixels are counted on the simulated tablet, instructions on the
emulated board (docs/figures.json); the currents are the data sheets' typical figures. Not counted:
what a development board adds (its regulator, USB bridge and lamp often draw more than a sleeping
tablet), and the time that the chip takes to fall asleep and to wake.
"""

import random

from rich.console import Console
from rich.table import Table

from dev.bench.evening import BYTE_MS
from dev.bench.figures import read
from dev.bench.page import FIGURES
from dev.bench.tablet import DEALS, SEED, evening
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import Tablet

# ESP32 Series Datasheet, version 3.5, table 6: modem sleep, two cores, at rest and at work.
CPU_AWAKE = (20, 31)  # mA at 80 MHz
CPU_HURRIED = (27, 44)  # mA at 160 MHz
CPU_ASLEEP = 0.8  # mA: light sleep, same table
# SSD1306 data sheet, revision 1.1, table 12-1, contrast FFh.
PANEL_ON = 0.43  # mA, display on, no pixel lit
SEGMENT = 0.1  # mA of each lit pixel of the row that is driven
PANEL_OFF = 0.01  # mA, at most
COLUMNS = 128
PUMP = 2  # the charge pump doubles the voltage (application note, 2.1): so twice the current
CELL = 2000  # mAh
HOUR = 3_600_000  # ms
INSTRUCTION = 30e-6  # ms at 80 MHz (docs/performance.md)
QUICKER = 1.9  # at 160 MHz: the flash is as slow as before
SWITCH = 5  # ms until it runs at that, in the mean: FreeRTOS looks every 10
REST = 5  # ms between two turns of the loop
PAUSE = 1000  # ms until the next key: long enough for the clock to go down
DEALS_AN_HOUR = 8


class LookedAt(Tablet):
    """Notes which share of the pixels is lit after each press."""

    def __init__(self) -> None:
        self.lit: list[float] = []
        super().__init__(Flash())

    def press(self, *keys: str) -> None:
        for key in keys:
            super().press(key)
            pixels = self.pixels()
            self.lit.append(sum(pixels) / len(pixels))
            self.wait(PAUSE)


def main() -> None:
    with LookedAt() as tablet:
        for session in evening(random.Random(SEED), DEALS):
            Robot(tablet, session).play()
        lit = sum(tablet.lit) / len(tablet.lit)
        presses = len(tablet.lit) / DEALS
        hurried = tablet.speed().hurried / len(tablet.lit)
        tablet.wait(HOUR)  # until it sleeps
        before = tablet.slept()
        tablet.wait(HOUR)
        asleep = (tablet.slept() - before) / HOUR
    counted = read(FIGURES).figures
    turn = counted["tablet.files.awake.instructions"] * INSTRUCTION
    picture = counted["tablet.frozen.result_to_compass.instructions"] * INSTRUCTION
    resting = between(CPU_AWAKE, turn / (turn + REST))
    bus = counted["tablet.frozen.result_to_compass.bytes"] * BYTE_MS
    work = picture / QUICKER
    pressed = between(CPU_HURRIED, work / (work + hurried))
    share = presses * DEALS_AN_HOUR * (work + hurried) / HOUR
    playing = resting + share * (pressed - resting)
    awake = {
        "variable clock": (playing, SWITCH + work + bus),
        "always 80 MHz": (resting, picture + bus),
        "always 160 MHz": (between(CPU_HURRIED, turn / (turn + QUICKER * REST)), work + bus),
    }
    sleeping = CPU_ASLEEP * asleep + CPU_AWAKE[1] * (1 - asleep) + PANEL_OFF
    console = Console()
    table = headed("Arithmetic from data sheets, not measured", "mA", f"hours from {CELL} mAh")
    for state, current in (
        (f"screen on, {lit:.0%} of the pixels lit", playing + panel(lit)),
        ("screen on, every pixel lit", playing + panel(1)),
        (f"asleep, {asleep:.0%} of the time in light sleep", sleeping),
    ):
        table.add_row(state, f"{current:.1f}", f"{CELL / current:.0f}")
    console.print(table)
    clock = headed("The CPU alone, screen on", "mA", "ms from OK to the next deal's picture")
    for state, (current, wait) in awake.items():
        clock.add_row(state, f"{current:.1f}", f"{wait:.0f}")
    console.print(clock)
    console.print(
        f"{presses:.1f} presses a deal, {DEALS_AN_HOUR} deals an hour: {share:.2%} at 160 MHz"
    )


def headed(title: str, *headings: str) -> Table:
    table = Table(title=title)
    table.add_column("state")
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def between(currents: tuple[float, float], busy: float) -> float:
    """Return the mA of a CPU that works this share of the time. `currents`: at rest, at work."""
    rest, work = currents
    return rest + (work - rest) * busy


def panel(lit: float) -> float:
    """Return the mA of a panel with this many lit pixels, at full contrast, before the pump."""
    return PANEL_ON + PUMP * lit * COLUMNS * SEGMENT


if __name__ == "__main__":
    main()
