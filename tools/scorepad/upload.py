"""Files that operations read: of this machine or, from who is not at it, those that were sent."""

import errno
import io
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import BinaryIO

from scorepad.errors import UserError

_STDIN = "-"
_STDIN_NUMBER = 0  # not sys.stdin, which is None when the shell closed it


class Unreadable(UserError):
    """A file that is not there, or that nobody may read."""


@dataclass(frozen=True)
class Upload:
    """A file that an operation reads, wherever it came from.

    name: as people call it; of this machine its path, or `-` for standard input
    sent: what was sent, by its names; None: it is a file of this machine
    """

    name: str
    sent: Mapping[str, bytes] | None = field(default=None, compare=False, repr=False)

    def open(self) -> BinaryIO:
        """Open it to be read. Raise OSError; ValueError for a name that no file can have."""
        if self.sent is None:
            return open(self.name, "rb")
        if self.name not in self.sent:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), self.name)
        return io.BytesIO(self.sent[self.name])

    def open_or_stdin(self) -> BinaryIO:
        """Open it to be read; `-` is standard input, where somebody is at this machine."""
        if self.name == _STDIN and self.sent is None:
            return open(_STDIN_NUMBER, "rb", closefd=False)
        return self.open()

    def read(self, most: int = -1) -> bytes:
        """Return what is in it, of a longer one `most` bytes. Raise Unreadable."""
        try:
            with self.open() as stream:
                return stream.read(most)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise Unreadable(f"{self.name}: cannot be read ({reason})") from error
