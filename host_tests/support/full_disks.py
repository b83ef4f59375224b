"""A disk that is full, as SQLite sees it and as the system does."""

import contextlib
import resource
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Engine, event


@contextlib.contextmanager
def pages(most: int) -> Iterator[None]:
    """A database has at most so many pages: SQLite then says that the disk is full."""

    def limit(connection: Any, _: Any) -> None:
        connection.execute(f"PRAGMA max_page_count = {most}")

    event.listen(Engine, "connect", limit)
    try:
        yield
    finally:
        event.remove(Engine, "connect", limit)


@contextlib.contextmanager
def file_size(most: int) -> Iterator[None]:
    """No file, neither a database nor its journal, grows beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
