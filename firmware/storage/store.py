"""Sessions on flash: small pages on littlefs, written whole or not at all.

    001                   folder 1 (hexadecimal): sessions 6 to 11, TOGETHER of them
    001/2.00 001/2.01 ... pages of session 8, the third of them: record.PER_PAGE records each
    001/2.gone            what was its mark, or its first page: the session is being erased
    001/2.ok              fetched: the CRC-32 of the records that the PC confirmed, 4 bytes
    settings              of the tablet (settings.py)
    pin                   the director's PIN (pin.py)
    roster roster.new     the club's players, and those that are just coming in (roster.py)
    rules rules.new       the club's own rules in the same way (house.py)
    event event.new       the event to come, in the same way (plan.py)
    test                  for a moment (selftest.py)

A page is appended to and closed, which littlefs does as one step: after a power cut a record is
there whole or not at all. So it is with the other files, which are rewritten and closed: the
old content or the new one, never neither. Saving allocates no block, so it hardly ever erases
one. Nothing is written while nobody confirms anything.

littlefs looks for a file from the beginning of its folder on and copies what is in a folder
whenever its log is full. In small folders neither takes longer in the 400th session than in the
first, and older folders are not read before somebody asks for what is in them. littlefs itself
reads all of them, when it is mounted and when it counts the free space, so a game that begins
erases old sessions that the PC has (stored_sessions.py).

A session's number is never given again, though the session be erased or littlefs have lost it:
the settings have the next one, and the board keeps the last one elsewhere.
"""

from array import array

from micropython import const

from firmware.storage import folders, record
from firmware.storage.folders import NO_NUMBER, TOGETHER, folder_name
from firmware.storage.settings import Settings

_NO_ENTRY = const(2)  # errno ENOENT
_EXISTS = const(17)  # EEXIST
_NOT_EMPTY = const(39)  # ENOTEMPTY
KEPT = 48  # sessions that stay when the PC has them, or up to a folder more: 16 evenings of three
_UNREAD = const(0xFF)  # a folder, which may have all its sessions


class StoreDamaged(ValueError):
    """Records of a session do not verify; the message names the page and the record."""


class Store:
    """The score partition of one tablet.

    `mount`: gives its mounted file system, raising OSError; `tablet`: its chip's id; `counter`:
    the board, which keeps the last session number elsewhere; None: nothing does.
    """

    def __init__(self, mount, tablet: bytes, counter=None):
        self._mount = mount
        self._counter = counter
        self._next = counter.last_number() + 1 if counter else 1  # it only ever grows
        # Not a number for each session: of 400 they would not fit a crowded heap in one piece.
        self._folders = array("I")  # ascending
        self._present = bytearray()  # of each: a bit for each of its sessions, or _UNREAD
        self.summed = 0, 0  # the session that was read whole last, and its checksum
        self._behind: dict[int, int] = {}  # the page behind the last missing one, by session
        self.spare = 0  # sessions that are known to fit
        self.counted = -1  # free bytes of flash, as they were counted last
        self.passed = 0  # no session up to this one can be erased
        self.tablet = tablet
        self.remount()
        self.settings = Settings(self)

    def remount(self) -> None:
        """Read the file system again after an error that may have left it half changed in RAM."""
        self._fs = self._mount()
        self._scan()

    def files(self):
        """Return the file system as it is mounted now."""
        return self._fs

    def numbers(self):  # an iterator of int
        """Yield the numbers of the sessions that are on flash, ascending."""
        for at in range(len(self._folders)):
            self._read_folder(at)
            yield from self._sessions(at)

    def count(self) -> int:
        """Return how many sessions are on flash. Reads all folders."""
        count = 0
        for _ in self.numbers():
            count += 1
        return count

    def before(self, number: int) -> int:
        """Return the newest session before this one; 0 if there is none. Reads few folders."""
        at = len(self._folders)
        while at:
            at -= 1
            self._read_folder(at)
            for earlier in reversed(self._sessions(at)):
                if earlier < number:
                    return earlier
        return 0

    def after(self, number: int, most: int) -> list[int]:
        """Return up to `most` sessions after this one, the oldest first. Reads a folder or two."""
        found: list[int] = []
        for at in range(len(self._folders)):
            if self._folders[at] >= number // TOGETHER:
                if len(found) >= most or (found and self._present[at] == _UNREAD):
                    break
                self._read_folder(at)
                found += [n for n in self._sessions(at) if n > number]
        return found[:most]

    def _sessions(self, at: int) -> list[int]:
        """Return the sessions of a folder: of one that was not read, all that it may have."""
        first, present = self._folders[at] * TOGETHER, self._present[at]
        return [first + place for place in range(TOGETHER) if present >> place & 1]

    def newest(self) -> int:
        """Return the session that was started last, of those on flash; 0 if there is none."""
        return self.before(NO_NUMBER)

    def create(self, events: list[tuple[int, int, int, int]]) -> int:
        """Start a session with its first events; return its number, never used before.

        It is kept first: a start that fails leaves a gap, and what may have been read of it is
        never another session's.
        """
        number = self.next_number()
        self._next = number + 1
        if self._counter:
            self._counter.keep_number(number)
        self._make_folder(folder_name(number // TOGETHER))
        self.append(number, 0, events)
        self.spare = max(0, self.spare - 1)
        return number

    def next_number(self) -> int:
        return max(self._next, self.settings.number, self.newest() + 1)

    def append(self, number: int, count: int, events: list[tuple[int, int, int, int]]) -> int:
        """Add events to a session that has `count` records; return how many it has now.

        They are on flash when this returns. Raise OSError if they could not be written.
        """
        key = record.session_key(self.tablet, number)
        new = not count
        self.summed = 0, 0
        while events:
            room = record.PER_PAGE - count % record.PER_PAGE
            page = b""
            for event in events[:room]:
                page += record.pack(key, count, event)
                count += 1
            self.write(page_name(number, (count - 1) // record.PER_PAGE), page, "ab")
            events = events[room:]
        if new:
            folder = number // TOGETHER
            if not self._folders or self._folders[-1] != folder:
                self._folders.append(folder)
                self._present.append(0)
            self._present[-1] |= 1 << number % TOGETHER
        return count

    def raw(self, number: int, first: int = 0) -> bytes:
        """Return the records of a page from `first` on, as on flash; b"" after the last."""
        page, skip = divmod(first, record.PER_PAGE)
        return self.read(page_name(number, page))[skip * record.SIZE :]

    def pages(self, number: int):  # an iterator of bytes
        """Yield the pages of a session, unchecked; b"" for one that is missing before the last.

        Where several are missing side by side that is known from when its folder was read.
        """
        first = 0
        behind = self._behind.get(number, 0) * record.PER_PAGE
        page = self.raw(number)
        while True:
            first += record.PER_PAGE
            following = self.raw(number, first)
            if not page and not following and first >= behind:
                return
            yield page
            page = following

    def events(self, number: int):  # an iterator of events
        """Yield the events of a session. Raise StoreDamaged at the first invalid record."""
        key = record.session_key(self.tablet, number)
        first = crc = 0
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
            crc = record.checksum(page, crc)
        self.summed = number, crc

    def count_excess(self) -> int:
        """Return how many sessions are too many after the next start; unread folders are full."""
        return max(0, self.most_sessions() + 1 - KEPT)

    def most_sessions(self) -> int:
        """Return the most sessions there can be: folders that were not read count as full."""
        count = 0
        for at in range(len(self._folders)):
            count += len(self._sessions(at))
        return count

    def _scan(self) -> None:
        """Find the folders, and remove what a power cut left of a list or a self test."""
        found, strays = folders.find(self._fs)
        self._folders = array("I", found)
        self._present = bytearray(b"\xff" * len(found))
        self.spare = 0
        self._clean(strays)

    def _read_folder(self, at: int) -> None:
        """Find the sessions of a folder, unless it was read, and remove what a power cut left."""
        if self._present[at] != _UNREAD:
            return
        found, strays, behind = folders.read(self._fs, self._folders[at])
        self._present[at] = 0
        for number in found:
            self._present[at] |= 1 << number % TOGETHER
        self._behind.update(behind)
        self._clean(strays)

    def _clean(self, strays: list[str]) -> None:
        """Remove what belongs to no session: the rest of an erased one, an empty folder."""
        try:
            for path in strays:
                self._fs.remove(path)
        except OSError:  # a flash that takes no more writes: scores can be read all the same
            pass

    def _make_folder(self, folder: str) -> None:
        try:
            self._fs.mkdir(folder)
        except OSError as error:
            if error.args[0] != _EXISTS:
                self.remount()
                raise

    def drop(self, number: int) -> None:
        """Forget a session, and its folder if no other is known in it."""
        folder = number // TOGETHER
        for at in range(len(self._folders)):
            if self._folders[at] == folder:
                self._read_folder(at)
                self._present[at] &= ~(1 << number % TOGETHER)
                if self._present[at]:
                    return
        try:
            self._fs.remove(folder_name(folder))
        except OSError as error:
            if error.args[0] in (_NO_ENTRY, _NOT_EMPTY):  # it went when it was read, or has more
                return
            self.remount()
            raise

    def read(self, name: str) -> bytes:
        """Return the content of a file; b"" if there is none."""
        try:
            with self._fs.open(name, "rb") as file:
                return file.read()
        except OSError as error:
            if error.args[0] != _NO_ENTRY:
                raise
            return b""

    def has_file(self, name: str) -> bool:
        """Return True if there is a file with this name, even an empty one."""
        try:
            self._fs.stat(name)
        except OSError as error:
            if error.args[0] != _NO_ENTRY:
                raise
            return False
        return True

    def remove(self, name: str) -> None:
        try:
            self._fs.remove(name)
        except OSError:
            self.remount()
            raise

    def rename(self, old: str, new: str) -> None:
        """Replace one file by another, in one step."""
        try:
            self._fs.rename(old, new)
        except OSError:
            self.remount()
            raise

    def write(self, name: str, content: bytes, mode: str = "wb") -> None:
        """Replace a file or add to it; littlefs keeps the old content until it is closed."""
        try:
            with self._fs.open(name, mode) as file:
                file.write(content)
        except OSError:
            self.remount()
            raise


def page_name(number: int, page: int) -> str:
    return f"{folder_name(number // TOGETHER)}/{number % TOGETHER}.{page:02x}"


def mark_name(number: int) -> str:
    return f"{folder_name(number // TOGETHER)}/{number % TOGETHER}.ok"


def gone_name(number: int) -> str:
    return f"{folder_name(number // TOGETHER)}/{number % TOGETHER}.gone"
