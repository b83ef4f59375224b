"""A simulated chip's flash in a file, with the chip's id behind it.

0          FLASH_SIZE   the score partition, as NOR flash holds it (erased = FF)
FLASH_SIZE 16           MAGIC and the chip's id, which a real chip has in its fuses
...        0 or 4       what the firmware keeps in NVS, a partition of its own on a real chip: the
                        last session's number, little-endian, once there is one
"""

import contextlib
import os
import secrets
import tempfile
from pathlib import Path

from filelock import FileLock, Timeout

from scorepad import files

FLASH_SIZE = 4096 * 512
MAGIC = b"SCOREPAD\x01\x00"
ID_SIZE = 6
NVS_SIZE = 4
NVS = FLASH_SIZE + len(MAGIC) + ID_SIZE  # where it begins
FIXED_ID = bytes.fromhex("02005c0e9ad0")  # of tablets without a flash file of their own


class BadFlash(ValueError):
    """A file that is no tablet's flash, or that another simulated tablet is using."""


class Flash:
    """The flash file of one simulated tablet, locked for as long as it is used.

    `path` None: a temporary file, gone after `close`. A file that does not exist is made.
    Raise BadFlash.
    """

    def __init__(self, path: Path | None = None):
        self._temporary = path is None
        if path is None:
            descriptor, name = tempfile.mkstemp(prefix="scorepad-", suffix=".flash")
            os.close(descriptor)
            path = Path(name)
        elif _there(path):
            _tablet_id(path)  # before a lock is put beside what is none of ours
        self.path = path
        self._lock = _locked(path)
        try:
            if self._temporary:
                _make(path, FIXED_ID)
            elif not _there(path):
                _make(path, b"\x02" + secrets.token_bytes(ID_SIZE - 1))
            self.tablet = _tablet_id(path)
        except BadFlash:
            self.close()
            raise

    def close(self) -> None:
        with contextlib.suppress(OSError):  # Windows removes no open file
            Path(self._lock.lock_file).unlink()  # before somebody else can lock it
        self._lock.release()
        if self._temporary:
            self.path.unlink(missing_ok=True)


def _there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise BadFlash(f"{path}: cannot be opened: {error.strerror}") from error


def _make(path: Path, tablet: bytes) -> None:
    """Make a blank flash, beside the path first: an interrupted start leaves none or all."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(b"\xff" * FLASH_SIZE + MAGIC + tablet)
        files.replace_file(part, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink()
        raise BadFlash(f"{path}: cannot be made: {error.strerror}") from error


def _locked(path: Path) -> FileLock:
    lock = FileLock(path.with_name(path.name + ".lock"))
    try:
        lock.acquire(blocking=False)
    except Timeout as error:
        raise BadFlash(f"{path}: another simulated tablet is running on it") from error
    except OSError as error:
        raise BadFlash(f"{path}: cannot be locked: {error.strerror or error}") from error
    return lock


def chip_id(image: bytes) -> bytes:
    """Return the chip's id from the content of a flash file."""
    return image[NVS - ID_SIZE : NVS]


def _tablet_id(path: Path) -> bytes:
    try:
        with path.open("r+b") as file:  # as the tablet will, which also writes
            image = file.read(NVS + NVS_SIZE + 1)
    except OSError as error:
        raise BadFlash(f"{path}: cannot be opened: {error.strerror or error}") from error
    if len(image) in (NVS, NVS + NVS_SIZE) and image.startswith(MAGIC, FLASH_SIZE):
        return chip_id(image)
    raise BadFlash(f"{path}: not the flash of a simulated tablet; name a file that `sim` has made")
