"""What the simulated chip's modules share: time, pin levels, and the frames to the host.

A frame is a letter, the length of what follows (two bytes, little-endian), and that.
"""

import struct

now = 0  # ms since power-on
datetime = (2000, 1, 1, 5, 0, 0, 0, 0)
levels: dict[int, int] = {}  # pin number -> level, where it is not 1
panel_present = True
tablet = b""
flash = ""
flash_broken = False
programmed = 0  # bytes
erased = 0  # blocks

_control = None


def connect(control) -> None:
    """`control`: the stream to the host."""
    global _control  # one process is one tablet
    _control = control


def send(letter: bytes, *parts) -> None:
    """Sends one frame with `parts` as its body; copies nothing, the heap is the firmware's."""
    size = sum(len(part) for part in parts)
    _control.write(letter + struct.pack("<H", size))
    for part in parts:
        _control.write(part)


# MicroPython's `time` on this tablet: run.py puts these in its place.


def ticks_ms() -> int:
    """Milliseconds since power-on, as the host counts them."""
    return now


def ticks_diff(new: int, old: int) -> int:
    """How much later `new` is than `old`."""
    return new - old


def sleep_us(us: int) -> None:
    """Nothing on the host's side needs the time."""
