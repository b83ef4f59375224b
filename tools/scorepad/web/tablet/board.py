"""A page of a browser as firmware/board.py; the layer below it is tablet.mjs.

The module `page` is what that registers. Bytes go through two devices: /dev/panel takes what goes
over the bus to the panel, a message with each write, and /dev/link is the line to the PC. Files
are in memory here; what has changed is on the page's disk before anything that was shown or said
in the same turn of the loop gets out.
"""

import os
import sys

import page  # type: ignore[import-not-found]
from micropython import const

_HOME = "/kept/"
_SCORES = _HOME + "scores"
_NUMBER = _HOME + "number"  # of a session, that was given last
_MEMORY = _HOME + "memory"  # what a reset leaves, and a power cut does not
_TABLET = _HOME + "tablet"  # the id
_ID = const(6)  # bytes
_OWN = const(2)  # in the first byte: an id that no maker of chips gives (IEEE 802, 8.2)
_LONG_AGO = const(1 << 29)  # ms
_CHUNK = const(256)  # bytes that are read at a time
_BLOCK = const(4096)  # bytes
_BLOCKS = const(512)
_FOLDER = const(0x4000)  # type of a folder in stat
# How Emscripten counts what goes wrong, and how the firmware does.
_ERRORS = {20: 17, 28: 22, 29: 5, 31: 21, 44: 2, 51: 28, 54: 20, 55: 39}


def _random(size: int) -> bytes:
    with open("/dev/urandom", "rb") as source:
        return source.read(size)


os.urandom = _random  # which this build of MicroPython does not have


def boot() -> None:
    """Do nothing: a page needs no preparation."""


def pause_watchdog() -> None:
    """Do nothing: a page has no watchdog."""


def mount_scores():  # a _Kept
    """Return the folder of the scores."""
    if "scores" not in os.listdir(_HOME[:-1]):
        os.mkdir(_SCORES)
    return _Kept(_SCORES)


def _convert_errors(do, *arguments):
    """Return what `do` returns. Raise OSError with the firmware's error number."""
    try:
        return do(*arguments)
    except OSError as error:
        number = error.args[0]
        raise OSError(_ERRORS.get(number, number)) from error


def _at(name: str) -> str:
    return _SCORES if name == "/" else f"{_SCORES}/{name}"


class _Kept:
    """The folder of the scores, with the methods of a file system whose root it is.

    The page hears what changes. All methods raise OSError.
    """

    def open(self, name: str, mode: str):
        if mode != "rb":
            page.changed(_at(name))
        return _convert_errors(open, _at(name), mode)

    def ilistdir(self, name: str):
        return _convert_errors(os.ilistdir, _at(name))  # type: ignore[attr-defined]  # MicroPython's

    def stat(self, name: str):
        return _convert_errors(os.stat, _at(name))

    def statvfs(self, name: str):
        """Return the values of os.statvfs, as if the disk were a board's partition."""
        free = max(0, _BLOCKS - page.blocks(_BLOCK))
        return (_BLOCK, _BLOCK, _BLOCKS, free, free, 0, 0, 0, 0, 255)

    def mkdir(self, name: str) -> None:
        _convert_errors(os.mkdir, _at(name))

    def remove(self, name: str) -> None:
        if _convert_errors(os.stat, _at(name))[0] & _FOLDER:
            _convert_errors(os.rmdir, _at(name))
        else:
            page.changed(_at(name))
            _convert_errors(os.remove, _at(name))

    def rename(self, old: str, new: str) -> None:
        page.changed(_at(old))
        page.changed(_at(new))
        _convert_errors(os.rename, _at(old), _at(new))


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def _write(path: str, content: bytes) -> None:
    page.changed(path)
    with open(path, "wb") as file:
        file.write(content)


def _tablet() -> bytes:
    """Return the id of this tablet, created when it starts for the first time."""
    known = _read(_TABLET)
    if len(known) != _ID:
        known = _random(_ID)
        known = bytes((known[0] & 0xFC | _OWN,)) + known[1:]
        _write(_TABLET, known)
    return known


class _Key:
    def __init__(self, button: int):
        self._button = button

    def value(self) -> int:
        return 0 if page.pressed(self._button) else 1


class _Bus:
    def __init__(self) -> None:
        self._panel = open("/dev/panel", "wb")

    def writeto(self, _address: int, message: bytes) -> int:
        return self._panel.write(message)

    def readfrom(self, _address: int, size: int) -> bytes:
        """Return the status of an SSD1306."""
        return b"\x06" * size


def _restart() -> None:
    page.restart()
    sys.exit()


class Board:
    """The tablet's hardware, as the app sees it."""

    panel = ""

    def __init__(self) -> None:
        self.keys = [_Key(button) for button in range(6)]
        self.i2c = _Bus()
        self.tablet = _tablet()
        self.restart = _restart
        self.ticks_ms = page.now
        self.minutes = page.minutes
        self.set_minutes = page.set_minutes
        self.waiting = page.waiting
        self._link = open("/dev/link", "r+b")

    def elapsed(self, now: int, since: int) -> int:
        """Return milliseconds between two readings of the clock, which does not wrap."""
        return min(max(0, now - since), _LONG_AGO)

    def on_edge(self, moved) -> None:
        """`moved` is called when a contact opens or closes: button, whether it is closed, time."""
        page.on_edge(moved)

    def feed(self) -> None:
        """Do nothing: the page checks by itself whether the loop turns."""

    idle = nap = speed_up = slow_down = feed

    def battery(self) -> int | None:
        """Return None: a phone shows its own."""
        return None

    def read(self) -> bytes:
        """Return bytes from the PC, up to _CHUNK; never waits."""
        return self._link.read(_CHUNK) if page.waiting() else b""

    def write(self, line: bytes) -> None:
        self._link.write(line)

    def save_state(self, state: bytes) -> None:
        """Save the state of the screen over a reset, also one by the browser."""
        if state != _read(_MEMORY):
            _write(_MEMORY, state)

    def load_state(self) -> bytes:
        """Return the saved state, repeatedly: a page may close twice before a key is pressed.

        If it breaks the app, it is deleted; a page saves nothing of a turn that hangs.
        """
        return _read(_MEMORY)

    def last_number(self) -> int:
        """Return the session number that was saved last; less than 1 if there is none."""
        try:
            return int(_read(_NUMBER))
        except ValueError:
            return 0

    def keep_number(self, number: int) -> None:
        _write(_NUMBER, str(number).encode())
