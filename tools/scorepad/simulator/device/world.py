"""The state that the simulated chip's modules share: time, pin levels, frames to the host.

A frame is a letter, the length of what follows (two bytes, little-endian), and that.
"""

import struct

from micropython import const

_ROUND = const(1 << 30)  # ms, after which the readings of the clock go round

now = _ROUND - 3000  # ms: soon after power-on it goes round
end = now  # until when the host has let time go on; a chip that sleeps is ahead of it
datetime = (2000, 1, 1, 5, 0, 0, 0, 0)
REST = 80_000_000  # Hz
hz = REST  # the CPU's clock: an image may start with any, and the firmware's boot sets it
hurried = 0  # ms at a faster one, but for those since it was set
since = now  # when the clock was set
slow_writes = 0  # to the panel, while the clock was not faster
deaf = False  # whether it does so asleep
turn_ms = 0  # what a turn of the loop takes
read_us = 0  # what a read of the flash takes
request_ms = 0  # what a request of the PC takes
switch_ms = 2  # until the CPU runs at another clock: at most FreeRTOS's next tick, 10 ms
board = None  # the firmware's
there = hear = write = None  # its own, at its standard input and output
waiting = b""  # in its serial port
unsaid: list = []  # answers that are not there yet
levels: dict[int, int] = {}  # pin number -> level, where something drives it
interrupts: dict = {}  # by the number of a pin, what an edge of its calls
panel = 0x3C, 0x46  # its address, 0: nowhere; what is read of it, over 255: its RAM
cell = b"\0"  # of its RAM, in column 0
sda_held = 0  # clock pulses that the panel waits for before it lets SDA go
bus_hangs_after = -1  # bytes of the next long transfer; -1 = it does not
tablet = b""
flash = ""
memory = b""  # of the RTC: it outlives a reset
flash_broken = False
watchdog = 0  # ms; 0 = not started
fed = 0  # when it was fed last
slept = 0  # ms in light sleep
eaten: list = []  # what else takes the heap
battery_uv = 1_900_000  # at the pin that measures it: half of the cell's
battery_pin = None  # of the ADC; None = the board cannot measure it
reads = 0  # of the flash, and how many bytes they were
read = 0
programmed = 0  # bytes
erased = 0  # blocks

_control = None


def connect(control) -> None:
    """`control`: the stream to the host."""
    global _control  # one process is one tablet
    _control = control


def at(new: int) -> None:
    """Set the CPU's clock."""
    global hz, hurried, since
    if hz > REST:
        hurried += now - since
    hz, since = new, now


def send(letter: bytes, *parts) -> None:
    """Send one frame with `parts` as its body; copies nothing, the heap is the firmware's."""
    size = sum(len(part) for part in parts)
    _control.write(letter + struct.pack("<H", size))
    for part in parts:
        _control.write(part)


# MicroPython's `time` on this tablet: run.py puts these in its place.


def ticks_ms() -> int:
    """Return the milliseconds that the host counts, in the range of MicroPython's readings."""
    return now & _ROUND - 1


def ticks_diff(new: int, old: int) -> int:
    """Return how much later `new` is than `old`, if that is less than half a round."""
    half = _ROUND // 2
    return (new - old + half & _ROUND - 1) - half


def sleep_ms(ms: int) -> None:
    """Do nothing: run.py spaces the turns of the loop."""


def sleep_us(us: int) -> None:
    """Do nothing: the host's side needs no such time."""
