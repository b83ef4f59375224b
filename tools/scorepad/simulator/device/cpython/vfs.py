"""MicroPython's VfsLfs2 for CPython, over the same littlefs compiled for this machine.

The block device is written against MicroPython's extended protocol, and so unchanged: readblocks
and writeblocks with an offset, and ioctl. littlefs is set up as MicroPython sets it up, so that an
image written by one can be read by the other, and a file of up to 128 bytes stays inside its
directory here as there.

Three differences, each of them loud: a file is binary, no modification times are kept, and a
file cannot be read or written against its mode.
"""

import errno
import io
from collections.abc import Callable, Iterator
from typing import Any

from littlefs import LittleFSError, lfs

DIRECTORY = 0x4000
REGULAR = 0x8000

_INIT, _SYNC, _BLOCK_COUNT, _BLOCK_SIZE, _ERASE = 1, 3, 4, 5, 6  # operations of ioctl
_BAD_BLOCK = -84  # after which littlefs goes on with another block

_READ, _WRITE = lfs.LFSFileFlag["rdonly"], lfs.LFSFileFlag["wronly"]
_CREATE = _WRITE | lfs.LFSFileFlag["creat"]
_MODES = {
    "r": _READ,
    "w": _CREATE | lfs.LFSFileFlag["trunc"],
    "a": _CREATE | lfs.LFSFileFlag["append"],
}


class _Device:
    """The device as littlefs calls it.

    An exception cannot pass through littlefs as it does in MicroPython. It is kept, and raised
    again where the call began. From then on the device takes part in nothing: littlefs was left
    in the middle of its work, and this build of it would abort the process at the next step.
    """

    def __init__(self, bdev: Any) -> None:
        self._bdev = bdev
        self.failure: BaseException | None = None

    def read(self, _cfg: Any, block: int, offset: int, size: int) -> bytearray:
        target = bytearray(size)
        self._attempt(self._bdev.readblocks, block, target, offset)
        return target

    def prog(self, _cfg: Any, block: int, offset: int, content: bytes) -> int:
        return self._attempt(self._bdev.writeblocks, block, bytearray(content), offset)

    def erase(self, _cfg: Any, block: int) -> int:
        return self._attempt(self._bdev.ioctl, _ERASE, block)

    def sync(self, _cfg: Any) -> int:
        return self._attempt(self._bdev.ioctl, _SYNC, 0)

    def _attempt(self, operation: Callable, *arguments: Any) -> int:
        """Run an operation of the device; negative is littlefs's code for a failed one."""
        if self.failure:
            return -errno.EIO
        try:
            code = operation(*arguments) or 0
        except BaseException as failure:
            self.failure = failure
            return -errno.EIO
        if code < 0 and code != _BAD_BLOCK:
            self.failure = OSError(-code, "the device failed")
        return code


class _File(io.RawIOBase):
    """An open file; closing it is what saves it."""

    def __init__(self, volume: "VfsLfs2", path: str, mode: str) -> None:
        self._flags = _flags(mode)
        self._volume = volume
        self._handle: lfs.LFSFile | None = volume._open_handle(path, self._flags)

    def __del__(self) -> None:
        """Leave a forgotten file unsaved, rather than save it whenever Python happens to."""

    def readable(self) -> bool:
        return bool(self._flags & _READ)

    def writable(self) -> bool:
        return bool(self._flags & _WRITE)

    def readinto(self, buffer: Any) -> int:
        content = self._call(lfs.file_read, len(buffer), needed=_READ)
        buffer[: len(content)] = content
        return len(content)

    def write(self, content: Any) -> int:
        return self._call(lfs.file_write, bytes(content), needed=_WRITE)

    def seek(self, offset: int, whence: int = 0) -> int:
        self._call(lfs.file_seek, offset, whence)
        return self.tell()

    def tell(self) -> int:
        return self._call(lfs.file_tell)

    def flush(self) -> None:
        if self._handle:  # Python also flushes within close()
            self._call(lfs.file_sync)

    def close(self) -> None:
        handle, self._handle = self._handle, None
        try:
            if handle:
                self._volume._close_handle(handle)
        finally:
            super().close()

    def _call(self, operation: Callable, *arguments: Any, needed: int = 0) -> Any:
        """Run one of littlefs's functions on this file; it would abort on a forbidden one."""
        if not self._handle:
            raise ValueError("the file is closed")
        if needed & ~self._flags:
            raise io.UnsupportedOperation("the file's mode forbids it")
        return self._volume._call(operation, self._handle, *arguments)


class VfsLfs2:
    """A mounted littlefs. All methods raise OSError with littlefs's codes, as MicroPython's do.

    Mounting a blank or damaged device is OSError(84). Whatever the device raises comes through.
    """

    def __init__(
        self, bdev: Any, *, readsize: int = 32, progsize: int = 32, mtime: bool = False
    ) -> None:
        if mtime:
            raise ValueError("no modification times are kept here: pass mtime=False")
        self._device = _Device(bdev)
        self._config = _config(bdev, self._device, readsize, progsize)
        self._fs: lfs.LFSFilesystem | None = lfs.LFSFilesystem()
        self._handles: list[lfs.LFSFile] = []  # littlefs keeps their addresses until closed
        self._call(lfs.mount, self._config)

    @staticmethod
    def mkfs(bdev: Any, *, readsize: int = 32, progsize: int = 32) -> None:
        device = _Device(bdev)
        config = _config(bdev, device, readsize, progsize)
        _call(device, lfs.format, lfs.LFSFilesystem(), config)

    def open(self, path: str, mode: str) -> _File:
        return _File(self, path, mode)

    def ilistdir(self, path: str = "/") -> Iterator[tuple[str, int, int, int]]:
        """List a folder as (name, type, 0, size)."""
        folder = self._call(lfs.dir_open, _rooted(path))
        try:
            entries = list(iter(lambda: self._call(lfs.dir_read, folder), None))
        finally:
            self._call(lfs.dir_close, folder)
        return iter([(e.name, _type(e), 0, e.size) for e in entries if e.name not in (".", "..")])

    def remove(self, path: str) -> None:
        self._call(lfs.remove, _rooted(path))

    rmdir = remove  # also in MicroPython

    def mkdir(self, path: str) -> None:
        self._call(lfs.mkdir, _rooted(path))

    def rename(self, old: str, new: str) -> None:
        """Rename, in place of a file that has the new name."""
        self._call(lfs.rename, _rooted(old), _rooted(new))

    def stat(self, path: str) -> tuple[int, ...]:
        """Give type and size where os.stat has them, and 0 for the rest."""
        entry = self._call(lfs.stat, _rooted(path))
        return (_type(entry), 0, 0, 0, 0, 0, entry.size, 0, 0, 0)

    def statvfs(self, path: str) -> tuple[int, ...]:
        """Give block sizes, blocks in all and free, and the longest name, as os.statvfs.

        MicroPython has littlefs count the two blocks of a folder twice, once for its parent.
        """
        size, count = self._config.block_size, self._config.block_count
        free = count - self._call(lfs.fs_size) - 2 * self._folders("/")
        return (size, size, count, free, free, 0, 0, 0, 0, self._config.name_max)

    def umount(self) -> None:
        """Let go of the device; any further use is an OSError."""
        if self._fs:
            lfs.unmount(self._fs)
        self._fs = None

    def _folders(self, path: str) -> int:
        below = [name for name, kind, _, _ in self.ilistdir(path) if kind == DIRECTORY]
        return len(below) + sum(self._folders(f"{path}/{name}") for name in below)

    def _open_handle(self, path: str, flags: lfs.LFSFileFlag) -> lfs.LFSFile:
        handle = self._call(lfs.file_open, _rooted(path), flags)
        self._handles.append(handle)
        return handle

    def _close_handle(self, handle: lfs.LFSFile) -> None:
        self._handles.remove(handle)
        self._call(lfs.file_close, handle)

    def _call(self, operation: Callable, *arguments: Any) -> Any:
        if self._fs is None:
            raise OSError(errno.ENODEV, "not mounted")
        return _call(self._device, operation, self._fs, *arguments)


def _config(bdev: Any, device: _Device, readsize: int, progsize: int) -> lfs.LFSConfig:
    bdev.ioctl(_INIT, 1)
    block_size = bdev.ioctl(_BLOCK_SIZE, 0)
    return lfs.LFSConfig(
        device,
        block_size=block_size,
        block_count=bdev.ioctl(_BLOCK_COUNT, 0),
        read_size=readsize,
        prog_size=progsize,
        block_cycles=100,
        cache_size=min(block_size, 4 * max(readsize, progsize)),
        lookahead_size=32,
    )


def _call(device: _Device, operation: Callable, *arguments: Any) -> Any:
    """Call littlefs; raise what the device raised meanwhile, else its own error as OSError."""
    try:
        if not device.failure:
            return operation(*arguments)
    except LittleFSError as error:
        if not device.failure:
            raise OSError(-error.code, f"littlefs: {error.name}") from None
    raise device.failure


def _rooted(path: str) -> str:
    """Begin a path at the root, where MicroPython begins those without a stroke."""
    return path if path.startswith("/") else "/" + path


def _type(entry: lfs.LFSStat) -> int:
    return REGULAR if entry.type == lfs.LFSStat.TYPE_REG else DIRECTORY


def _flags(mode: str) -> lfs.LFSFileFlag:
    """Read a mode as MicroPython does: one letter of access, ``+`` and ``b`` in any order."""
    kinds = [letter for letter in mode if letter in _MODES]
    if "b" not in mode or len(kinds) > 1:
        raise ValueError(f"mode {mode!r}: here files are binary, with one of r, w and a")
    flags = _MODES[kinds[0]] if kinds else _READ
    return flags | _READ | _WRITE if "+" in mode else flags
