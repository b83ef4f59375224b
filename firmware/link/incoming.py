"""A list that is received over the link, entry by entry, and replaces the old one in one step.

Until then it stands in a file of its own, `roster.new` for `roster`; a few entries wait in RAM,
because adding to a file of more than 128 bytes costs the flash an erase.
"""

from micropython import const

from firmware.storage.record import checksum
from firmware.storage.sealed_list import LONGEST_NAME

_WAITING = const(980)  # bytes in RAM
_LEAST = (0, 0x80, 0x800, 0x10000)  # code points that need 1, 2, 3 and 4 bytes


class BadIncoming(ValueError):
    """An entry that none can be, or a list that is not what was announced."""


def check_name(name: bytes) -> None:
    """Raise BadIncoming for a name that a tablet cannot have."""
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadIncoming(f"a name has 1 to {LONGEST_NAME} bytes of UTF-8, not {len(name)}")
    if not _printable(name):
        raise BadIncoming("the name is not text in UTF-8")


def _printable(name: bytes) -> bool:
    """Return True if it is UTF-8 without control characters.

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
    """Return bytes of a character by its first byte; 5 if none begins so."""
    if 0x80 <= first < 0xC0:
        return 5
    return sum([first >= least for least in (0, 0xC0, 0xE0, 0xF0, 0xF8)])


def _code(character: bytes, size: int) -> int:
    """Return a character's code point, -1 if incomplete or longer than necessary."""
    if len(character) != size or size > len(_LEAST):
        return -1
    code = character[0] & 0xFF >> size
    for byte in character[1:]:
        if byte >> 6 != 2:
            return -1
        code = code << 6 | byte & 0x3F
    return code if code >= _LEAST[size - 1] else -1


class Incoming:
    """Entry 0 starts again; each may be repeated while it is the last one received.

    `listed`: what will be read from its file (sealed_list.py); `entry`: what one is called;
    `pack`: the record of one, of bytes that are not longer than `listed.size`; `check`: looks at
    the whole list in its file before it takes the old one's place. Both raise ValueError.
    """

    def __init__(self, store, listed, entry: str, pack, check=None):
        self.file = listed.file
        self._check = check
        self._size = listed.size
        self._most = listed.most
        self._entry = entry
        self._pack = pack
        self._store = store
        self._written = 0  # records in the file
        self._waiting = 0  # and in RAM, where their place is taken once: later there is none
        self._room = memoryview(bytearray(_WAITING // listed.size * listed.size))

    def add(self, place: int, *fields) -> None:
        """Add the entry in a place, 0 and up. Raise ValueError."""
        record, entry = self._pack(*fields), self._entry
        if place >= self._most:
            raise BadIncoming(f"{entry} {place} is too many; a tablet has room for {self._most}")
        if place == 0:
            self._written = self._waiting = 0
        waiting = place - self._written
        if not 0 <= waiting <= self._waiting:
            raise BadIncoming(f"{entry} {place} is out of turn; begin with {entry} 0")
        if waiting * self._size == len(self._room):
            self._flush()
            waiting = 0
        self._room[waiting * self._size : (waiting + 1) * self._size] = record
        self._waiting = waiting + 1

    def _flush(self) -> None:
        mode = "ab" if self._written else "wb"
        self._store.write(self.file + ".new", self._room[: self._waiting * self._size], mode)
        self._written += self._waiting
        self._waiting = 0

    def finish(self, count: int, crc: int) -> bool:
        """Replace the old list. Return True if the list is complete, False if it is there already.

        `crc`: the checksum of its records (record.py). Raise BadIncoming if it is not whole.
        """
        if not count:
            self._written = self._waiting = 0
        if self._waiting or not count:
            self._flush()
        announced = count * self._size, crc
        if self._sum(self.file + ".new") == announced:
            if self._check:
                self._check(self._store, self.file + ".new")
            self._store.rename(self.file + ".new", self.file)
            self._written = 0
            return True
        if self._sum(self.file) != announced:  # else it is said once more
            raise BadIncoming(f"the {self.file} did not come in whole; begin with {self._entry} 0")
        self._written = 0
        return False

    def _sum(self, name: str) -> tuple[int, int]:
        """Return the size of a file and the checksum of its records, all of which are on flash."""
        size = crc = 0
        if self._store.has_file(name):
            with self._store.files().open(name, "rb") as file:
                while came := file.readinto(self._room):
                    size += came
                    crc = checksum(self._room[:came], crc, self._size)
        return size, crc
