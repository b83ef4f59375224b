"""What is known of one port and of what is behind it."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scorepad.build import PANELS

# What is behind a port.
TABLET = "tablet"  # Scorepad answers
PROMPT = "micropython"  # only MicroPython does
SILENT = "silent"  # nothing does
SHUT = "shut"  # nobody can say: the port cannot be used
STRANGE = "strange"  # something answers, and makes no sense

# What is wrong with the scores of a Pico that has had Scorepad's image and MicroPython's own.
FILES_OVER = "files over the scores"  # in the firmware's words
BENEATH = "scores beneath the files"  # and nothing was written over them by Scorepad

END_OF_CLOCK = 36525 * 24 * 60  # minutes since 2000: a tablet's calendar ends with 2099


class Pins(NamedTuple):
    """The pins of the panel, by their numbers on the chip."""

    sda: int
    scl: int


def known_panel(name: Any) -> str:
    """Return the panel for `scorepad deploy --panel` that a board names, else ""."""
    return name if name in PANELS else ""


@dataclass
class Findings:
    """The findings about a port; None and "" mean unknown.

    `port` and `plugged`: as plugged_in.py has them; `trouble`: why they are incomplete.
    """

    port: str
    plugged: str = ""
    state: str = SILENT
    trouble: str = ""
    restarted: bool = False  # at its prompt, and only then the tablet has answered

    tablet: str = ""  # its id, hexadecimal
    table: int | None = None
    firmware: str | None = None  # version of Scorepad there, "" if that is not known
    board: str = ""  # its name, as its MicroPython has it
    micropython: str = ""  # version
    sessions: int | None = None
    unfetched: int | None = None  # complete sessions that no PC has yet

    outdated: bool = False  # a tablet that does not know what it is asked
    panel: str | None = None  # its chip, or just that one answers; "" none does
    named: str = ""  # the panel that its board file names; "" it finds out itself
    bus: list[int] = field(default_factory=list)  # addresses that answer where the panel should be
    pins: Pins | None = None
    heap: int | None = None  # free bytes
    flash: int | None = None  # free bytes: for the scores; at its prompt, for files
    clock: int | None = None  # minutes since 2000, 0 = not set
    late: int | None = None  # minutes by which the clock is behind this machine's; < 0: before it
    battery: int | None = None  # percent; None: the board cannot measure it
    low: bool = False  # whether it asks to be charged

    app: str = ""  # why the firmware cannot be loaded, in the board's words
    scores: str = ""  # why the scores cannot be read, in the board's words
