"""A file system in RAM, with what the store of a tablet needs of one; CPython and MicroPython."""

_NO_ENTRY = 2  # errno ENOENT
_EXISTS = 17  # EEXIST
_FULL = 28  # ENOSPC


class RamFiles:
    """`content`: the files by path; `full`: takes nothing more; `reads`: files opened to read."""

    def __init__(self) -> None:
        self.content: dict[str, bytes] = {}
        self.full = False
        self.reads = 0
        self._folders: set[str] = set()

    def mkdir(self, name: str) -> None:
        """Make a folder, as littlefs does."""
        if name in self._folders:
            raise OSError(_EXISTS)
        self._folders.add(name)

    def open(self, name: str, mode: str) -> "RamFile":
        self.reads += mode == "rb"
        if mode == "rb" and name not in self.content:
            raise OSError(_NO_ENTRY)
        return RamFile(self, name, b"" if mode == "wb" else self.content.get(name, b""))

    def ilistdir(self, path: str):  # of tuples as in MicroPython
        inside = "" if path == "/" else path + "/"
        found = [] if inside else [(name, 0x4000, 0, 0) for name in sorted(self._folders)]
        names = [name[len(inside) :] for name in sorted(self.content) if name.startswith(inside)]
        return iter(found + [(name, 0x8000, 0, 0) for name in names if "/" not in name])

    def stat(self, name: str) -> tuple[int, ...]:
        if name not in self.content:
            raise OSError(_NO_ENTRY)
        return (0x8000, 0, 0, 0, 0, 0, len(self.content[name]), 0, 0, 0)

    def remove(self, name: str) -> None:
        del self.content[name]

    def rename(self, old: str, new: str) -> None:
        self.content[new] = self.content.pop(old)

    def statvfs(self, path: str) -> tuple[int, ...]:
        return (4096, 4096, 512, 500, 500, 0, 0, 0, 0, 255)


class RamFile:
    """An open file; what was written is there when it is closed, unless there was an error."""

    def __init__(self, files: RamFiles, name: str, content: bytes):
        self._files = files
        self._name = name
        self._content = content
        self._at = 0

    def __enter__(self):
        return self

    def __exit__(self, error, *_):
        if error is None:
            self._files.content[self._name] = self._content

    def read(self, size: int = -1) -> bytes:
        end = len(self._content) if size < 0 else self._at + size
        part = self._content[self._at : end]
        self._at += len(part)
        return part

    def readinto(self, buffer: memoryview) -> int:
        part = self.read(len(buffer))
        buffer[: len(part)] = part
        return len(part)

    def seek(self, place: int) -> None:
        self._at = place

    def write(self, more: bytes) -> None:
        if self._files.full:
            raise OSError(_FULL)
        self._content += more
