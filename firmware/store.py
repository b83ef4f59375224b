"""Sessions on flash: small pages on littlefs, written whole or not at all.

    0007.00 0007.01 ...   pages of session 7 (hexadecimal): record.PER_PAGE records each
    0007.gone             the first page of a session that is being erased
    0007.ok               fetched: the CRC-32 of the records that the PC confirmed, 4 bytes
    settings              _SETTINGS, with their own CRC-32
    pin                   the director's PIN (pin.py)
    roster roster.new     the club's players, and those that are just coming in (roster.py)

A page is appended to and closed, which littlefs does as one step: after a power cut a record is
there whole or not at all. So it is with the other files, which are written anew and closed: the
old content or the new one, never neither. Saving allocates no block, so it hardly ever erases
one. Nothing is written while nobody confirms anything.
"""

import struct
from array import array
from binascii import crc32

from micropython import const

from firmware import record

# Version of this file, table, next session number; since version 2 contrast of the panel (0 to
# 255), language (its number), minutes until it sleeps. A later version adds fields at the end.
_SETTINGS = "<BBIBBB"
_SETTINGS_VERSION = const(2)
_DEFAULTS = struct.pack(_SETTINGS, _SETTINGS_VERSION, 1, 1, 255, 0, 10)
_NO_ENTRY = const(2)  # errno ENOENT
_FILE = const(0x8000)  # type of a file in ilistdir
_MOST = const(400)  # sessions: their numbers stand in RAM, and finding a file takes longer
_RESERVE = const(64 * 1024)  # bytes that no new session may take: the open one grows
_SESSION = const(2048)  # bytes of flash, rather more than an evening of 12 deals takes


class StoreDamaged(ValueError):
    """Records of a session do not verify; the message names the page and the record."""


class Store:
    """The score partition of one tablet.

    `mount`: gives its mounted file system, raising OSError; `tablet`: its chip's id. The settings
    `table`, `contrast`, `language` and `sleep_minutes` are those in use; `changed` counts how
    often one of them became another.
    """

    def __init__(self, mount, tablet: bytes):
        self._mount = mount
        self._numbers = array("I")
        self.tablet = tablet
        self.changed = 0
        self.tried = False  # whether a setting in use is none that is on flash
        self.remount()
        self.load_settings()

    def remount(self) -> None:
        """Reads the file system anew, after an error that may have left it half changed in RAM."""
        self._fs = self._mount()
        self._scan()

    def files(self):
        """The file system as it is mounted now."""
        return self._fs

    def numbers(self):  # an array of int
        """Numbers of the sessions that are on flash, ascending."""
        return self._numbers

    def create(self, events: list[tuple[int, int, int, int]]) -> int:
        """Starts a session with its first events; its number, never used before."""
        number = self._unused()
        self.append(number, 0, events)
        return number

    def _unused(self) -> int:
        """The next session's number."""
        return max(self._next, self._numbers[-1] + 1 if self._numbers else 1)

    def append(self, number: int, count: int, events: list[tuple[int, int, int, int]]) -> int:
        """Adds events to a session that has `count` records; how many it has now.

        They are on flash when this returns. Raises OSError if they could not be written.
        """
        key = record.session_key(self.tablet, number)
        new = not count
        while events:
            room = record.PER_PAGE - count % record.PER_PAGE
            page = b""
            for event in events[:room]:
                page += record.pack(key, count, event)
                count += 1
            self.write(_page_name(number, (count - 1) // record.PER_PAGE), page, "ab")
            events = events[room:]
        if new:
            self._numbers.append(number)
        return count

    def raw(self, number: int, first: int = 0) -> bytes:
        """Records of one page from record `first` on, as they are on flash; b"" after the last."""
        page, skip = divmod(first, record.PER_PAGE)
        return self.read(_page_name(number, page))[skip * record.SIZE :]

    def pages(self, number: int):  # an iterator of bytes
        """The pages of a session, unchecked; b"" for one that is missing before the last."""
        first = 0
        page = self.raw(number)
        while True:
            first += record.PER_PAGE
            following = self.raw(number, first)
            if not page and not following:
                return
            yield page
            page = following

    def events(self, number: int):  # an iterator of events
        """The events of a session. Raises StoreDamaged at the first record that is not right."""
        key = record.session_key(self.tablet, number)
        first = 0
        whole = record.PER_PAGE * record.SIZE
        size = whole
        for page in self.pages(number):
            if size < whole:
                raise StoreDamaged(f"game {number}: records before {first} are missing")
            size = len(page)
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
        return self.read(_mark_name(number)) == struct.pack("<I", crc)

    def marked(self, number: int) -> bool:
        """Whether the PC has confirmed the records that a session has now."""
        mark = self.read(_mark_name(number))
        return bool(mark) and mark == struct.pack("<I", self.sum(number)[1])

    def mark_fetched(self, number: int, crc: int) -> None:
        """The PC has these records safe. Raises ValueError if the session has others by now."""
        if self.sum(number)[1] != crc:
            raise ValueError("the session has changed")
        if not self.fetched(number, crc):
            self.write(_mark_name(number), struct.pack("<I", crc))

    def erase(self, number: int) -> None:
        """Removes a session; `_scan` finishes after a power cut."""
        self.rename(_page_name(number, 0), _gone_name(number))
        first = record.PER_PAGE
        while self.raw(number, first):
            self.remove(_page_name(number, first // record.PER_PAGE))
            first += record.PER_PAGE
        if self.read(_mark_name(number)):
            self.remove(_mark_name(number))
        self.remove(_gone_name(number))
        self._numbers = array("I", [n for n in self._numbers if n != number])

    def use(self, setting: str, value: int) -> None:
        """Another value of a setting from now on; `save_settings` keeps it."""
        setattr(self, setting, value)
        self.changed += 1
        self.tried = True

    def save_settings(self) -> None:
        """Keeps the settings, and that no session number used so far comes again.

        Raises OSError if they could not be written; in use are then those on flash.
        """
        values = self.table, self._unused(), self.contrast, self.language, self.sleep_minutes
        body = struct.pack(_SETTINGS, _SETTINGS_VERSION, *values)
        try:
            self.write("settings", body + struct.pack("<I", crc32(body)))
        except OSError:
            self.load_settings()
            raise
        self.tried = False

    def load_settings(self) -> None:
        """Uses the settings as they are on flash; the defaults where it has none."""
        saved = self.read("settings")
        body = saved[:-4]
        if saved[-4:] != struct.pack("<I", crc32(body)):
            body = b""
        body = body[: len(_DEFAULTS)] + _DEFAULTS[len(body) :]
        _, self.table, self._next, self.contrast, self.language, self.sleep_minutes = (
            struct.unpack(_SETTINGS, body)
        )
        self.changed += 1
        self.tried = False

    def room(self) -> int:
        """How many more sessions of an evening fit."""
        by_space = (self.free() - _RESERVE) // _SESSION
        return max(0, min(by_space, _MOST - len(self._numbers)))

    def free(self) -> int:
        """Free space in bytes."""
        block, _, _, free = self._fs.statvfs("/")[:4]
        return block * free

    def _scan(self) -> None:
        """Finds the sessions, and removes what a power cut left of an erased one."""
        found = array("I")
        gone = array("I")
        leftover = False
        for name in self._names():
            number = _number(name)
            if name == _gone_name(number):
                gone.append(number)
            elif name == _mark_name(number):
                leftover = leftover or not _last_is(found, number)
            elif number and not _last_is(found, number):
                found.append(number)
            leftover = leftover or name == "roster.new"
        self._numbers = array("I", sorted([n for n in found if n not in list(gone)]))
        if gone or leftover:
            self._clean()

    def _clean(self) -> None:
        """Removes what belongs to no session; a session's first page goes last."""
        present = list(self._numbers)
        strays = [n for n in self._names() if n == "roster.new" or _number(n) not in present + [0]]
        try:
            for name in strays:
                self._fs.remove(name)
        except OSError:  # a flash that takes no more writes: scores can be read all the same
            pass

    def _names(self):  # an iterator of str
        for entry in self._fs.ilistdir("/"):
            if entry[1] == _FILE:
                yield entry[0]

    def read(self, name: str) -> bytes:
        """The content of a file; b"" if there is none."""
        try:
            with self._fs.open(name, "rb") as file:
                return file.read()
        except OSError as error:
            if error.args[0] != _NO_ENTRY:
                raise
            return b""

    def parts(self, name: str, size: int):  # an iterator of bytes
        """The content of a file, at most `size` bytes at a time; nothing if there is none."""
        try:
            with self._fs.open(name, "rb") as file:
                part = file.read(size)
                while part:
                    yield part
                    part = file.read(size)
        except OSError as error:
            if error.args[0] != _NO_ENTRY:
                raise

    def remove(self, name: str) -> None:
        """Removes a file."""
        try:
            self._fs.remove(name)
        except OSError:
            self.remount()
            raise

    def rename(self, old: str, new: str) -> None:
        """One file takes the place of another, in one step."""
        try:
            self._fs.rename(old, new)
        except OSError:
            self.remount()
            raise

    def write(self, name: str, content: bytes, mode: str = "wb") -> None:
        """Replaces a file or adds to it; littlefs keeps the old content until it is closed."""
        try:
            with self._fs.open(name, mode) as file:
                file.write(content)
        except OSError:
            self.remount()
            raise


def _last_is(numbers, number: int) -> bool:
    """Whether it was the last one found: littlefs keeps a directory in order."""
    return bool(numbers) and numbers[-1] == number


def _number(name: str) -> int:
    """The session to which a file belongs; 0 if its name is none that this store gives."""
    digits, _, kind = name.partition(".")
    try:
        number = int(digits, 16)
        page = 0 if kind in ("ok", "gone") else int(kind, 16)
    except ValueError:
        return 0
    names = _mark_name(number), _gone_name(number), _page_name(number, page)
    return number if number > 0 <= page and name in names else 0


def _page_name(number: int, page: int) -> str:
    return f"{number:04x}.{page:02x}"


def _mark_name(number: int) -> str:
    return f"{number:04x}.ok"


def _gone_name(number: int) -> str:
    return f"{number:04x}.gone"
