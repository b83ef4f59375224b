"""A roster that comes in over the link, player by player, and takes the old one's place at once.

Until then it stands in the file `roster.new`; a few players wait in RAM, because adding to a file
of more than 128 bytes costs the flash an erase.
"""

import struct
from binascii import crc32

from micropython import const

from firmware.roster import RECORD, SIZE

MOST = 500  # players: more are no list for six keys
_LONGEST = const(20)
_WAITING = const(35)  # players in RAM
_CHUNK = const(480)
_LEAST = (0, 0x80, 0x800, 0x10000)  # code points that need 1, 2, 3 and 4 bytes


class BadRoster(ValueError):
    """A player that none can be, or a roster that is not what was announced."""


def pack(number: int, name: bytes) -> bytes:
    """The record of a player. Raises BadRoster."""
    if not 0 < number < 1 << 32:
        raise BadRoster(f"player {number}: an id is 1 to 4294967295")
    if not 1 <= len(name) <= _LONGEST:
        raise BadRoster(f"player {number}: a name has 1 to 20 bytes of UTF-8, not {len(name)}")
    if not _printable(name):
        raise BadRoster(f"player {number}: the name is not text in UTF-8")
    player = struct.pack(RECORD, number, name)
    return player + struct.pack("<I", crc32(player))


def _printable(name: bytes) -> bool:
    """Whether it is UTF-8 without control characters.

    Read byte by byte: MicroPython's `decode` lets too much pass, and a character that was once a
    string of its own stays in RAM until the next reset.
    """
    place = 0
    while place < len(name):
        size = _size(name[place])
        code = _code(name[place : place + size], size)
        if code < 32 or 127 <= code < 160 or 0xD800 <= code < 0xE000 or code >= 0x110000:
            return False
        place += size
    return True


def _size(first: int) -> int:
    """Bytes of a character by its first byte; 5 if none begins so."""
    if 0x80 <= first < 0xC0:
        return 5
    return sum([first >= least for least in (0, 0xC0, 0xE0, 0xF0, 0xF8)])


def _code(character: bytes, size: int) -> int:
    """The code point of a character; -1 if it is not whole, or has more bytes than it needs."""
    if len(character) != size or size > len(_LEAST):
        return -1
    code = character[0] & 0xFF >> size
    for byte in character[1:]:
        if byte >> 6 != 2:
            return -1
        code = code << 6 | byte & 0x3F
    return code if code >= _LEAST[size - 1] else -1


class Incoming:
    """Player 0 begins anew; each may be said again as long as it is the last that came."""

    def __init__(self, store):
        self._store = store
        self._written = 0  # players in the file
        self._waiting = b""

    def player(self, place: int, number: int, name: bytes) -> None:
        """The player in a place, 0 and up. Raises BadRoster."""
        player = pack(number, name)
        if place >= MOST:
            raise BadRoster(f"a tablet has room for {MOST} players")
        if place == 0:
            self._written, self._waiting = 0, b""
        waiting = place - self._written
        if not 0 <= waiting <= len(self._waiting) // SIZE:
            raise BadRoster(f"player {place} is out of turn; begin with player 0")
        if waiting == _WAITING:
            self._flush()
            waiting = 0
        self._waiting = self._waiting[: waiting * SIZE] + player

    def _flush(self) -> None:
        mode = "ab" if self._written else "wb"
        self._store.write("roster.new", self._waiting, mode)
        self._written += len(self._waiting) // SIZE
        self._waiting = b""

    def finish(self, count: int, crc: int) -> None:
        """The roster is whole, and takes the old one's place. Raises BadRoster if it is not."""
        if not count:
            self._written, self._waiting = 0, b""
        if self._waiting or not count:
            self._flush()
        if self._sum("roster.new") == (count * SIZE, crc):
            self._store.rename("roster.new", "roster")
        elif self._sum("roster") != (count * SIZE, crc):  # else it is said once more
            raise BadRoster("the roster did not come in whole; begin with player 0")
        self._written = 0

    def _sum(self, name: str) -> tuple[int, int]:
        """Size and CRC-32 of a file."""
        size = crc = 0
        for part in self._store.parts(name, _CHUNK):
            size += len(part)
            crc = crc32(part, crc)
        return size, crc
