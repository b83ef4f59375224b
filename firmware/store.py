"""Sessions on flash: small pages on littlefs, written whole or not at all.

    0007.00 0007.01 ...   pages of session 7 (hexadecimal): record.PER_PAGE records each
    0007.ok               fetched: the CRC-32 of the records that the PC confirmed, 4 bytes
    settings              table number and the next session number, with their own CRC-32

A page is appended to and closed, which littlefs does as one step: after a power cut a record is
there whole or not at all. Saving allocates no block, so it hardly ever erases one. Nothing is
written while nobody confirms anything.
"""

import struct
from binascii import crc32

from micropython import const

from firmware import record

_SETTINGS = "<BBI"  # version of this file, table, next session number
_SETTINGS_VERSION = const(1)
_NO_ENTRY = const(2)  # errno ENOENT
_FILE = const(0x8000)  # type of a file in ilistdir


class StoreDamaged(ValueError):
    """Records of a session do not verify; the message names the page and the record."""


class Store:
    """The score partition of one tablet.

    `mount`: gives its mounted file system, raising OSError; `tablet`: its chip's id.
    """

    def __init__(self, mount, tablet: bytes):
        self._mount = mount
        self.remount()
        self.tablet = tablet
        self.table, self._next = self._load_settings()

    def remount(self) -> None:
        """Reads the file system anew, after an error that may have left it half changed in RAM."""
        self._fs = self._mount()

    def numbers(self) -> list[int]:
        """Numbers of the sessions that are on flash, ascending."""
        found = [_number(name) for name in self._names() if name[-3:] == ".00"]
        found.sort()
        return [number for number in found if number]

    def create(self, events: list[tuple[int, int, int, int]]) -> int:
        """Starts a session with its first events; its number, never used before."""
        present = self.numbers()
        number = max(self._next, present[-1] + 1 if present else 1)
        self.append(number, 0, events)
        return number

    def append(self, number: int, count: int, events: list[tuple[int, int, int, int]]) -> int:
        """Adds events to a session that has `count` records; how many it has now.

        They are on flash when this returns. Raises OSError if they could not be written.
        """
        key = record.session_key(self.tablet, number)
        while events:
            room = record.PER_PAGE - count % record.PER_PAGE
            page = b""
            for event in events[:room]:
                page += record.pack(key, count, event)
                count += 1
            self._write(_page_name(number, (count - 1) // record.PER_PAGE), page, "ab")
            events = events[room:]
        return count

    def raw(self, number: int, first: int = 0) -> bytes:
        """Records of one page from record `first` on, as they are on flash; b"" after the last."""
        page, skip = divmod(first, record.PER_PAGE)
        return self._read(_page_name(number, page))[skip * record.SIZE :]

    def pages(self, number: int):  # an iterator of bytes
        """The pages of a session, unchecked."""
        first = 0
        page = self.raw(number)
        while page:
            yield page
            first += record.PER_PAGE
            page = self.raw(number, first)

    def events(self, number: int):  # an iterator of events
        """The events of a session. Raises StoreDamaged at the first record that is not right."""
        key = record.session_key(self.tablet, number)
        first = 0
        for page in self.pages(number):
            try:
                yield from record.events(key, page, first)
            except record.BadRecord as bad:
                raise StoreDamaged(f"game {number}: {bad}") from bad
            first += record.PER_PAGE

    def sum(self, number: int) -> tuple[int, int]:
        """How many records a session has, and the CRC-32 of them all."""
        size = crc = 0
        for page in self.pages(number):
            size += len(page)
            crc = crc32(page, crc)
        return size // record.SIZE, crc

    def fetched(self, number: int, crc: int) -> bool:
        """Whether the PC has confirmed the records with this CRC-32."""
        return self._read(_mark_name(number)) == struct.pack("<I", crc)

    def mark_fetched(self, number: int, crc: int) -> None:
        """The PC has these records safe. Raises ValueError if the session has others by now."""
        if self.sum(number)[1] != crc:
            raise ValueError("the session has changed")
        if not self.fetched(number, crc):
            self._write(_mark_name(number), struct.pack("<I", crc))

    def discard(self, number: int) -> None:
        """Removes the pages of a session that never started, the first page last."""
        pages = [name for name in self._names() if name[:-2] == f"{number:04x}."]
        pages.sort()
        for name in reversed(pages):
            self._fs.remove(name)

    def save_settings(self, table: int) -> None:
        """Keeps the settings, and that no session number used so far comes again."""
        present = self.numbers()
        self._next = max(self._next, present[-1] + 1 if present else 1)
        body = struct.pack(_SETTINGS, _SETTINGS_VERSION, table, self._next)
        self._write("settings", body + struct.pack("<I", crc32(body)))
        self.table = table

    def free(self) -> int:
        """Free space in bytes."""
        block, _, _, free = self._fs.statvfs("/")[:4]
        return block * free

    def _load_settings(self) -> tuple[int, int]:
        saved = self._read("settings")
        body = saved[:-4]
        if body and saved[-4:] == struct.pack("<I", crc32(body)) and body[0] == _SETTINGS_VERSION:
            _, table, following = struct.unpack(_SETTINGS, body)
            return table, following
        return 1, 1

    def _names(self):  # an iterator of str
        for entry in self._fs.ilistdir("/"):
            if entry[1] == _FILE:
                yield entry[0]

    def _read(self, name: str) -> bytes:
        """The content of a file; b"" if there is none."""
        try:
            with self._fs.open(name, "rb") as file:
                return file.read()
        except OSError as error:
            if error.args[0] != _NO_ENTRY:
                raise
            return b""

    def _write(self, name: str, content: bytes, mode: str = "wb") -> None:
        """Replaces a file or adds to it; littlefs keeps the old content until it is closed."""
        try:
            with self._fs.open(name, mode) as file:
                file.write(content)
        except OSError:
            self.remount()
            raise


def _number(page: str) -> int:
    """The session to which a page belongs; 0 if its name is none that this store gives."""
    digits = page[:-3]
    if len(digits) < 4 or any(digit not in "0123456789abcdef" for digit in digits):
        return 0
    return int(digits, 16)


def _page_name(number: int, page: int) -> str:
    return f"{number:04x}.{page:02x}"


def _mark_name(number: int) -> str:
    return f"{number:04x}.ok"
