"""Files that commands read: of this machine or, for who is not at it, those that were sent."""

import errno
import io
import os
from collections.abc import Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from typing import BinaryIO

from scorepad.context import setting
from scorepad.errors import UserError

_sent: ContextVar[Mapping[str, bytes] | None] = ContextVar("sent", default=None)


class Unreadable(UserError):
    """A file that is not there, or that nobody may read."""


def reading_only(files: Mapping[str, bytes]) -> AbstractContextManager[None]:
    """As long as it lasts these, by their names, are all the files that can be read."""
    return setting(_sent, files)


def are_sent() -> bool:
    """Whether only what was sent can be read."""
    return _sent.get() is not None


def opened(file: str) -> BinaryIO:
    """A file, to be read. Raises OSError; ValueError for a name that no file can have."""
    sent = _sent.get()
    if sent is None:
        return open(file, "rb")
    if file not in sent:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), file)
    return io.BytesIO(sent[file])


def content_of(file: str, most: int = -1) -> bytes:
    """What is in a file; of a longer one `most` bytes. Raises Unreadable."""
    try:
        with opened(file) as stream:
            return stream.read(most)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Unreadable(f"{file}: cannot be read ({reason})") from error
