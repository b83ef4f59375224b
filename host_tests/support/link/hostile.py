"""What a hostile line does to bytes on their way, and what it says by itself.

TORTURE=1 pytest host_tests/tablet/test_hostile_*.py   more, and ten million bytes, minutes
"""

import random
from collections.abc import Callable

from dev.link.both_ends import PATH, LocalPort, LocalTablet, NoClub
from firmware.link.codec import MAX_LINE, frame, unframe
from scorepad.club.derived.replay import Replay
from scorepad.tablet.cable import Cable
from scorepad.tablet.sync import Summary, sync_port
from support.depth import TORTURE
from support.link.accidents import records_in

RANDOM_BYTES = 10_000_000 if TORTURE else 100_000

# What confuses a parser: nothing, Ctrl-C, line ends, the star, the ends of ASCII and of a byte.
AWKWARD = (0x00, 0x03, 0x0A, 0x0D, 0x20, 0x2A, 0x7F, 0xFF)

BOOT_LOG = (
    b"ets Jul 29 2019 12:21:46\r\n\r\nrst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\r\n"
    b"configsip: 0, SPIWP:0xee\r\nclk_drv:0x00,q_drv:0x00,d_drv:0x00,cs0_drv:0x00,hd_drv:0x00\r\n"
    b"mode:DIO, clock div:2\r\nload:0x3fff0030,len:4892\r\nho 0 tail 12 room 4\r\n"
    b"entry 0x400805e4\r\n\xe0\xfc\xff\x00\x80I (29) boot: ESP-IDF v5.2.2 2nd stage bootloader\r\n"
)
PANIC = (
    b"Guru Meditation Error: Core  1 panic'ed (LoadProhibited). Exception was unhandled.\r\n"
    b"Backtrace: 0x400d1f3d:0x3ffb1f50 0x400d2011:0x3ffb1f70\r\n\r\nRebooting...\r\n"
)
REPL = (
    b"\r\nMPY: soft reboot\r\nMicroPython v1.25.0 on 2025-04-15; Generic ESP32 module\r\n"
    b'Type "help()" for more information.\r\n>>> \x01raw REPL; CTRL-B to exit\r\n>OK\x04\x04>'
    b'Traceback (most recent call last):\r\n  File "<stdin>", line 1\r\nSyntaxError: ?1\r\n>>> '
)
TERMINAL = b"\x1b[2J\x1b]0;owned\x07\x1b[31m\x9b31m../../etc/passwd\r\n"
MEGABYTE = b"0123456789abcdef" * (1 << 16)
CHATTER = (BOOT_LOG, PANIC, REPL, TERMINAL, BOOT_LOG + REPL, b"\0" * 5000, b"\n" * 5000)


def scraps(chance: random.Random, lines: list[bytes]) -> bytes:
    """Some bytes: noise, pieces of real lines, whole ones, and true lines with bent words."""
    kind = chance.randrange(4)
    line = chance.choice(lines)
    if kind == 0:
        return chance.randbytes(chance.randrange(300))
    if kind == 1:
        begin = chance.randrange(len(line))
        return line[begin : begin + chance.randrange(len(line))]
    if kind == 2:
        return line
    return bent(chance, line)


def bent(chance: random.Random, line: bytes) -> bytes:
    """A line that verifies, and of which one piece is not what it was."""
    text = unframe(line)
    begin = chance.randrange(len(text))
    end = begin + chance.randrange(4)
    other = "".join(chr(chance.randrange(32, 127)) for _ in range(chance.randrange(4)))
    return frame((text[:begin] + other + text[end:])[: MAX_LINE - 11])


class Kept(NoClub):
    """Keeps what is taken, in RAM."""

    def __init__(self) -> None:
        self.records: dict[str, bytes] = {}

    def take_replayed(self, came: Replay, port: str) -> str:
        self.records[came.id] = came.raw
        return "new"


def synced(
    tablet: LocalTablet,
    club: object,
    hears: Callable[[bytes], bytes],
    cable: Callable[[str], Cable] = Cable,
) -> Summary:
    """One sync with a tablet that is reached through `hears`."""
    with LocalPort(hears).opened():
        return sync_port(PATH, club, lambda done, total: None, cable)  # type: ignore[arg-type]


def true_records(tablet: LocalTablet) -> dict[str, bytes]:
    """What a club may have of a tablet, at most."""
    return records_in(tablet.store)


def cut(hears: Callable[[bytes], bytes], left: int) -> Callable[[bytes], bytes]:
    """A line that is dead after so many bytes of both directions."""

    def part(passing: bytes) -> bytes:
        nonlocal left
        passed, left = passing[:left], max(0, left - len(passing))
        return passed

    return lambda request: part(hears(part(request)))
