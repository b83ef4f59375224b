"""A simulated tablet: the firmware's process, the panel on its bus, fingers on its buttons."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Self

from scorepad.build import BOARD
from scorepad.simulator.flash import Flash
from scorepad.simulator.panels.sh1106 import SH1106
from scorepad.simulator.panels.ssd1306 import SSD1306
from scorepad.simulator.panels.ssd1309 import SSD1309
from scorepad.simulator.process import HEAP, Counts, Process, Speed

KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "OK", "BACK")
PANELS: dict[str, type[SSD1306]] = {chip.NAME: chip for chip in (SH1106, SSD1306, SSD1309)}
PANEL_ADDRESS = 0x3C
PRESS_MS = 40  # how long a finger is on a button, and off it before the next press
READ_MS = 600  # before a key that confirms comes again: sooner, the firmware takes both for one
HOLD_MS = 1200
EMPTY_MV, FULL_MV = 3300, 4150  # of a cell: 0 and 100 % to firmware/hardware/peripherals.py
PULSES = 9  # of the clock: the rest of a byte and its acknowledgement, at most


@dataclass
class Shot:
    """The picture on the tablet, and what it took to get there."""

    screen: str
    text: list[str]
    sha256: str
    presses: int
    i2c_bytes: int
    pixels: bytes = field(repr=False)
    drawn: list[tuple[int, int, int, str]] = field(repr=False)  # font height, x, y, text
    cut: list[str] = field(repr=False)  # texts that were too long for their place


class Finger:
    """Presses the buttons of a board, which `wait` holds down while its time goes on.

    Use as a context manager, or call `off`.
    """

    presses = 0
    _pressed = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self.off()

    def off(self) -> None:
        raise NotImplementedError

    def wait(self, milliseconds: int, *keys: str) -> None:
        """Let time go on, with `keys` held down."""
        raise NotImplementedError

    def press(self, *keys: str) -> None:
        """Press one button after another; look at the screen before confirming once more."""
        for key in keys:
            if key == self._pressed and key in ("OK", "RIGHT"):
                self.wait(READ_MS)
            self._pressed = key
            self.wait(PRESS_MS, key)
            self.wait(PRESS_MS)
            self.presses += 1

    def hold(self, key: str, milliseconds: int = HOLD_MS) -> None:
        """Hold a button down; counts as one press."""
        self.wait(milliseconds, key)
        self.wait(PRESS_MS)
        self.presses += 1


class Tablet(Finger):
    """A tablet that is switched on. `runtime`, `heap` and `board` as for Process;
    `chip`: its panel, one of PANELS, at `address`; `setting`: what its board file says of it;
    `battery`: its charge in percent, None: the board cannot measure it.
    `now`: returns the time in UTC, that of this machine unless a test says another.

    Its clock has that time, as if a PC had just set it.

    Raise SimulationError if the firmware dies, ChipError if the panel is sent what it would not
    take.
    """

    def __init__(
        self,
        flash: Flash,
        runtime: str = "unix",
        heap: int = HEAP,
        board: str = BOARD,
        panel: str = "ssd1306",
        address: int = PANEL_ADDRESS,
        setting: str = "",
        battery: int | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ):
        self._flash = flash
        self.chip = PANELS[panel]()
        self._address = address
        self._battery = battery
        self._now = now
        self.i2c_bytes = 0
        self._hung = False
        chip = flash.path, flash.tablet, self._i2c_write
        self._new_process = partial(Process, runtime, *chip, heap, board=board, setting=setting)
        try:
            self._start()
        except BaseException:
            flash.close()
            raise

    def off(self) -> None:
        self._process.kill()
        self._flash.close()

    def wait(self, milliseconds: int, *keys: str) -> None:
        if self._now().minute != self._minute:
            self._show_time()
        self._process.ask("run", milliseconds, _mask(keys))
        if self._process.wants_reset:
            self.reset()

    def look(self) -> Shot:
        seen = self._process.ask("look")
        pixels = self.chip.pixels()
        digest = hashlib.sha256(pixels).hexdigest()
        drawn = [(high, x, y, words) for high, x, y, words in seen["drawn"]]
        took = self.presses, self.i2c_bytes
        return Shot(seen["screen"], seen["text"], digest, *took, pixels, drawn, seen["cut"])

    def pixels(self) -> bytes:
        """Return the panel: 128 x 64 bytes 0 or 1, row by row."""
        return self.chip.pixels()

    def reset(self, *keys: str) -> None:
        """Reset the microcontroller with `keys` held down.

        The panel keeps its RAM and its registers, the chip the memory of its clock.
        """
        self._process.kill()
        self._start(_mask(keys), self._process.memory, PULSES if self._hung else 0)
        self._hung = False

    def power_cut(self) -> None:
        """Cut the power and restore it: the panel's RAM is noise."""
        self._process.kill()
        self.chip.power_cycle()
        self._hung = False
        self._start()

    def panel(self, present: bool) -> None:
        """Take the panel off the bus, or put it back as after a power-on of its own."""
        if present:
            self.chip.power_cycle()
            self._hung = False
        self._process.ask("panel", self._address if present else 0, self.chip.answer)

    def move_panel(self, address: int) -> None:
        """Give the panel another address."""
        self._address = address
        self._process.ask("panel", address, self.chip.answer)

    def hang_bus(self, after: int) -> None:
        """The next I2C transfer longer than this hangs after so many bytes; then the panel is off
        the bus until it is put back, its registers and RAM as they are. After a reset it waits for
        the clock pulses that end its byte."""
        self._hung = True
        self._process.ask("bus", after)

    def free_bus(self) -> None:
        """Let the panel answer again, as it was left."""
        self._hung = False
        self._process.ask("panel", self._address, self.chip.answer)

    def charge(self, percent: int) -> None:
        """Set the battery's charge, of a tablet that was made with one."""
        assert self._battery is not None
        self._battery = percent
        self._process.ask("battery", _microvolts(percent))

    def flash(self, whole: bool) -> None:
        """Let the flash refuse all writes, or repair it."""
        self._process.ask("flash", int(whole))

    def count(self) -> Counts:
        """Return what the tablet has used since it was started or reset."""
        return Counts(*self._process.ask("count"))

    def starve(self, left: int) -> None:
        """Leave this many bytes of the heap to the firmware, until it is started again."""
        self._process.ask("starve", left)

    def pace(
        self, turn_ms: int = 0, read_us: int = 0, request_ms: int = 0, switch_ms: int = 2
    ) -> None:
        """Set how long a turn of the loop, a read of the flash, a request and a change of the
        CPU's clock take."""
        self._process.ask("pace", turn_ms, read_us, request_ms, switch_ms)

    def skip(self, milliseconds: int) -> None:
        """Let time pass that the tablet notices only by its clock."""
        self._process.ask("skip", milliseconds)

    def hang(self, milliseconds: int) -> None:
        """Stop the firmware's loop for this long."""
        self._process.ask("hang", milliseconds)
        if self._process.wants_reset:
            self.reset()

    def press_while_busy(self, key: str, milliseconds: int) -> None:
        """Press and release a button while the firmware draws."""
        self._process.ask("busy", milliseconds, _mask((key,)))
        self.wait(PRESS_MS)
        self.presses += 1

    def idle_bytes(self, turns: int) -> int:
        """Return the bytes of heap that this many turns of the loop take if nothing happens."""
        return int(self._process.ask("idle", turns))

    def slept(self) -> int:
        """Return the milliseconds that the chip has slept since it was started."""
        return int(self._process.ask("slept"))

    def speed(self) -> Speed:
        """Return what the CPU's clock did since the chip was started."""
        return Speed(*self._process.ask("speed"))

    def serial_write(self, received: bytes) -> None:
        self._process.serial_write(received)

    def serial_read(self) -> bytes:
        return self._process.serial_read()

    def _show_time(self) -> None:
        """Set the chip's clock, as a PC does that syncs it."""
        now = self._now()
        self._minute = now.minute
        self._process.ask("clock", now.year, now.month, now.day, now.hour, now.minute)

    def _start(self, mask: int = 0, memory: bytes = b"", sda_held: int = 0) -> None:
        panel = self._address, self.chip.answer
        self._process = self._new_process(memory=memory, sda_held=sda_held, panel=panel)
        self._show_time()
        if self._battery is not None:
            self._process.ask("battery", _microvolts(self._battery))
        self._process.ask("run", 0, mask)

    def _i2c_write(self, message: bytes, broke_off: bool) -> None:
        self.i2c_bytes += len(message)
        if message[0] == self._address:
            (self.chip.write_cut if broke_off else self.chip.write)(message[1:])


def _microvolts(percent: int) -> int:
    """Return the least voltage at which the firmware shows this percentage, at half the cell's."""
    return (EMPTY_MV - (EMPTY_MV - FULL_MV) * percent // 100) * 500


def _mask(keys: tuple[str, ...]) -> int:
    return sum(1 << KEYS.index(key) for key in keys)
