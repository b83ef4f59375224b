"""What is plugged into this machine and looks like a board, before anything is asked.

A serial port is known by the USB ids of what is behind it: the vendors' own lists, and those of
the Linux kernel's drivers (cp210x, ch341, cdc-acm, ftdi_sio). A Pico that waits for an image has
no port; it is a drive with a file that says so (Microsoft's UF2 format). Where nobody has opened
that drive, Linux tells it by its USB id; Windows and macOS open each by themselves.
"""

import itertools
import string
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports

from scorepad.tablet import linux
from scorepad.tablet.cable import resolve_port
from scorepad.wording import visible

_BOARDS = {
    (0x2E8A, 0x0005): "a Raspberry Pi Pico with MicroPython",
    (0x303A, 0x1001): "an Espressif chip's own USB (ESP32-S3 or C3)",
    (0x303A, 0x4001): "an Espressif chip with MicroPython's USB (ESP32-S3)",
    (0x10C4, 0xEA60): "a CP210x, the USB converter of many ESP32 boards",
    (0x10C4, 0xEA70): "a CP2105, the USB converter of some ESP32 boards",
    (0x1A86, 0x7522): "a CH340K, the USB converter of some ESP32 boards",
    (0x1A86, 0x7523): "a CH340, the USB converter of many ESP32 boards",
    (0x1A86, 0x55D3): "a CH343, the USB converter of many ESP32-S3 boards",
    (0x1A86, 0x55D4): "a CH9102, the USB converter of many ESP32 boards",
    (0x0403, 0x6001): "an FTDI converter, which some ESP32 boards have",
    (0x0403, 0x6015): "an FTDI converter, which some ESP32 boards have",
}
# What makes their ports on Linux, by their products; of the others it is USB's own serial driver.
_DRIVERS = {
    **dict.fromkeys((0xEA60, 0xEA70), "cp210x"),
    **dict.fromkeys((0x7522, 0x7523), "ch341"),
    **dict.fromkeys((0x6001, 0x6015), "ftdi_sio"),
}
_VENDORS = {0x2E8A: "a chip of Raspberry Pi's", 0x303A: "a chip of Espressif's"}

_NOTE = "INFO_UF2.TXT"  # on each drive that takes an image
_LONGEST = 1000  # bytes of it that are looked at
# What a Pico (RP2040) and a Pico 2 (RP2350) that wait for an image call themselves, by USB ids.
_PICOS = {(0x2E8A, 0x0003): "RPI-RP2", (0x2E8A, 0x000F): "RP2350"}
_MOUNTED = ("/media/*", "/media/*/*", "/run/media/*/*", "/mnt/*", "/Volumes/*")


@dataclass(frozen=True)
class Port:
    """A serial port. `what`: the device behind it; "" if that does not look like a board.

    `why`: the reason why a board on Linux has no port, and no `path`; `do`: what to do.
    """

    path: str
    what: str = ""
    why: str = ""
    do: str = ""


@dataclass(frozen=True)
class Drive:
    """A board that waits for an image, as a drive. `pico`: whether it is a Pico or a Pico 2.

    `path`: "" for a drive that is not mounted.
    """

    path: str
    board: str  # as it calls itself
    pico: bool


def ports() -> list[Port]:
    """Return every serial port with a device, in the order of their names.

    Boards without a port come last.
    """
    found = [port for port in list_ports.comports() if port.vid is not None]
    named = {port.device: _describe_device(port.vid, port.pid) for port in found}
    return [Port(path, named[path]) for path in sorted(named)] + [*_without_port()]


def _without_port() -> Iterator[Port]:
    for folder, ids in linux.usb_devices():
        if ids in _BOARDS:
            why, do = linux.why_without_port(folder, _DRIVERS.get(ids[1], "cdc_acm"))
            if why:
                yield Port("", _describe_device(*ids), why, do)


def find_port(path: str, there: list[Port]) -> Port:
    """Return the port that a user has named, by any link, with what is known of it."""
    known = [port.what for port in there if resolve_port(port.path) == resolve_port(path)]
    return Port(path, *known[:1])


def _describe_device(vendor: int, product: int | None) -> str:
    """Return the device with these USB ids; "" if it is not a board."""
    known = _BOARDS.get((vendor, product or 0)) or _VENDORS.get(vendor)
    return f"{known} (USB {vendor:04X}:{product or 0:04X})" if known else ""


def drives(folders: Iterable[Path] | None = None) -> list[Drive]:
    """Return boards that wait for an image. `folders`: where to look; None: all drives."""
    found = []
    for folder in sorted(set(_list_drive_folders() if folders is None else folders)):
        note = _note(folder)
        board = next((words[1] for words in note if words[0] == "Board-ID"), "")
        if board:
            found.append(Drive(str(folder), board, board in _PICOS.values()))
    if folders is None and not any(drive.pico for drive in found):
        waiting = {ids for _, ids in linux.usb_devices()}
        found += [Drive("", board, True) for ids, board in _PICOS.items() if ids in waiting]
    return found


def _list_drive_folders() -> Iterable[Path]:
    """Return the folders of drives on Linux and macOS, or on Windows."""
    if sys.platform == "win32":
        return [Path(f"{letter}:/") for letter in string.ascii_uppercase[2:]]
    root = Path("/")
    return itertools.chain.from_iterable(root.glob(place[1:]) for place in _MOUNTED)


def _note(folder: Path) -> list[tuple[str, str]]:
    """Return the lines `NAME: VALUE` of the file on such a drive; [] for any other drive."""
    try:
        with (folder / _NOTE).open("rb") as file:
            text = file.read(_LONGEST).decode("ascii", errors="replace")
    except OSError:
        return []
    pairs = [line.partition(":") for line in text.splitlines()]
    return [(name.strip(), visible(value.strip()[:40])) for name, _, value in pairs]
