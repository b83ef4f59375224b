"""What `scorepad doctor` looks at on a board, sent to its prompt; nothing is written there."""

import gc
import io
import os
import sys

import machine

WORST = 120  # characters of an error


def examine():
    """Report each finding by its name; null for what this board cannot tell."""
    for name, find in PARTS:
        try:
            say((name, find()))
        except Exception:
            say((name, None))


def python():
    return ".".join([str(part) for part in sys.implementation.version[:3]])


def heap():
    gc.collect()
    return gc.mem_free()


def flash():
    """Return free bytes of the file system that is the root."""
    block, _, _, free = os.statvfs("/")[:4]
    return block * free


def clock():
    """Return year, month, day, weekday, hour, minute of the clock."""
    return machine.RTC().datetime()[:6]


def firmware():
    """Return the firmware's version, "" if unknown; raise ImportError if there is none."""
    package = __import__("firmware")
    return getattr(sys.modules.get("firmware.app", package), "VERSION", "")


def go_back():
    """Change to the first folder of boot.py, which has left it if nothing could be loaded.

    It does so for this session of the prompt alone.
    """
    try:
        __import__("firmware")
    except ImportError:
        with open("/boot.py") as boot:
            os.chdir(boot.read().split("FOLDERS = ")[1].split('"')[1])


def app():
    """Return why the app cannot be loaded; "" if it can."""
    try:
        go_back()
        __import__("firmware.app")
    except Exception as error:
        said = io.StringIO()
        sys.print_exception(error, said)
        return said.getvalue().strip().split("\n")[-1][:WORST]
    return ""


def pins():
    """Return SDA and SCL of the panel, by the board file."""
    board = __import__("firmware.board").board
    return board.SDA, board.SCL


def find_panel():
    """Return the panel that the board file names; "" if the tablet is to find it."""
    return getattr(__import__("firmware.board").board, "PANEL", "")


def bus():
    """Return the addresses that answer at these pins."""
    sda, scl = [machine.Pin(number) for number in pins()]
    return machine.I2C(0, sda=sda, scl=scl).scan()


PARTS = (
    ("micropython", python),
    ("board", lambda: sys.implementation._machine),
    ("heap", heap),
    ("flash", flash),
    ("clock", clock),
    ("app", app),
    ("firmware", firmware),  # when the app is loaded, if it can be
    ("pins", pins),
    ("named", find_panel),
    ("bus", bus),
)
