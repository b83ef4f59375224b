"""Reads the scores off a board whose app does not start, for the club's database.

Every file of the scores is copied through the board's prompt, and nothing is written there. Then
the tablet's own code, its store and its side of the link, runs here on the copy, and is synced as
a tablet is (sync.py). So a session that is damaged, half erased or still open is what it would
have been there.
"""

import binascii
import importlib
import io
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from firmware.link.requests import Link
from scorepad.club.records.store import Club
from scorepad.language import text
from scorepad.tablet.board_link import Board, BoardFailed, make_visible
from scorepad.tablet.cable import Cable
from scorepad.tablet.sync import Summary, sync_port

_ID = re.compile(r"(?:[0-9a-f]{2}){1,16}")
_MOST_FOLDERS = 1024  # a tablet has at most 400 sessions in all
_STAND_INS = Path(__file__).parents[1] / "simulator" / "device" / "cpython"
_FILE, _FOLDER = 0x8000, 0x4000  # types in ilistdir
_NO_ENTRY = 2  # errno ENOENT


class Files:
    """A copy of a tablet's scores as a file system, with what a store calls to read it.

    What the store cleans up and notes, it does here. `content`: the files by their paths.
    """

    def __init__(self, content: dict[str, bytes]):
        self._content = dict(content)

    def ilistdir(self, path: str) -> Iterator[tuple[str, int]]:
        begin = path.strip("/") + "/" if path.strip("/") else ""
        below = [name[len(begin) :] for name in self._content if name.startswith(begin)]
        found = {name.partition("/")[0]: _FOLDER if "/" in name else _FILE for name in below}
        return iter(sorted(found.items()))

    def open(self, name: str, mode: str) -> io.BytesIO:
        """Return an open file, to be read or overwritten. Raise OSError."""
        if mode == "wb":
            return _Written(self._content, name)
        if name not in self._content:
            raise OSError(_NO_ENTRY, name)
        return io.BytesIO(self._content[name])

    def remove(self, name: str) -> None:
        self._content.pop(name, None)

    def statvfs(self, _path: str) -> tuple[int, int, int, int]:
        """Return block size, and blocks in total and free: none are free in a copy."""
        return 1, 1, 0, 0


class _Written(io.BytesIO):
    def __init__(self, content: dict[str, bytes], name: str):
        super().__init__()
        self._files, self._name = content, name

    def close(self) -> None:
        self._files[self._name] = self.getvalue()
        super().close()


class _Port:
    """A serial port, at whose other end the tablet's code answers from a copy of its flash."""

    def __init__(self, tablet: bytes, files: Files):
        store = _store_module().Store(lambda: files, tablet)
        self._heard = self._said = b""
        board = SimpleNamespace(
            read=self._hear,
            write=self._say,
            set_minutes=lambda minutes: None,
            battery=lambda: None,
            ticks_ms=lambda: 0,  # no time passes
            elapsed=lambda now, since: 0,
        )
        self._link = Link(board, store)

    def write(self, sent: bytes) -> None:
        self._heard += sent
        self._link.poll()

    def read(self, size: int) -> bytes:
        """Return at most this number of bytes from the tablet."""
        taken, self._said = self._said[:size], self._said[size:]
        return taken

    @property
    def in_waiting(self) -> int:
        return len(self._said)

    def close(self) -> None:
        """Do nothing: no port is open."""

    def _hear(self) -> bytes:
        heard, self._heard = self._heard, b""
        return heard

    def _say(self, line: bytes) -> None:
        self._said += line


def _store_module() -> Any:
    """Return the tablet's store, with stand-ins for MicroPython's own modules."""
    if str(_STAND_INS) not in sys.path:
        sys.path.append(str(_STAND_INS))
    return importlib.import_module("firmware.storage.store")


def rescue(port: str, club: Club, progress: Callable[[int, int], None]) -> Summary:
    """Import the scores on the flash of the board at `port` into the club.

    `progress` is called with how many folders are read, of how many. Raise UserError.
    """
    with Board(port) as board:
        tablet, content, unreadable = read_scores(board, progress)
    copied = _Port(tablet, Files(content))
    summary = sync_port(
        port, club, lambda done, total: None, partial(Cable, port=copied), plays=False
    )
    for path in map(make_visible, unreadable):
        about = {"port": port, "file": path}
        summary.refused.append(text("{port}: {file} on its flash cannot be read", **about))
    return summary


def read_scores(
    board: Board, progress: Callable[[int, int], None]
) -> tuple[bytes, dict[str, bytes], list[str]]:
    """Return a tablet's id, the files of its scores by paths, and unreadable paths.

    Raise UserError.
    """
    _find_scores(board)
    tablet, folders = _overview(board)
    content: dict[str, bytes] = {}
    unreadable: list[str] = []
    for done, folder in enumerate(folders):
        progress(done, len(folders))
        for path, raw in _folder(board, folder):
            if raw is None:
                unreadable.append(path)
            else:
                content[path] = raw
    progress(len(folders), len(folders))
    return tablet, content, unreadable


def _find_scores(board: Board) -> None:
    """Raise UserError, which says where scores are if MicroPython's image overlies them."""
    try:
        board.teach("sessions.py")
    except BoardFailed:
        board.teach("files.py")
        board.run("leave_scores()")
        raise


def _overview(board: Board) -> tuple[bytes, list[str]]:
    match board.answers("show_folders()"):
        case [str(tablet), list(folders)] if _ID.fullmatch(tablet):
            if len(folders) <= _MOST_FOLDERS and all(isinstance(name, str) for name in folders):
                return bytes.fromhex(tablet), folders
    raise board.strange()


def _folder(board: Board, folder: str) -> Iterator[tuple[str, bytes | None]]:
    """Yield the files of a folder by paths; None for an unreadable one."""
    for answer in board.answers(f"show({folder!r})"):
        match answer:
            case [str(path), None]:
                yield path, None
            case [str(path), str(encoded)]:
                yield path, _decode(board, encoded)
            case _:
                raise board.strange()


def _decode(board: Board, encoded: str) -> bytes:
    try:
        return binascii.a2b_base64(encoded.strip(), strict_mode=True)
    except ValueError as error:
        raise board.strange() from error
