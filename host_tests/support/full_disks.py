"""A disk that is full, as SQLite sees it and as the system does."""

import contextlib
import resource
from collections.abc import Iterator
from unittest.mock import patch

from scorepad.club.database.connection import Connection
from scorepad.club.database.sqlite import SqliteFile


@contextlib.contextmanager
def pages(most: int) -> Iterator[None]:
    """A database has at most so many pages: SQLite then says that the disk is full."""
    connect = SqliteFile.connect

    def limit(file: SqliteFile) -> Connection:
        connection = connect(file)
        connection.execute(f"PRAGMA max_page_count = {most}")
        return connection

    with patch.object(SqliteFile, "connect", limit):
        yield


@contextlib.contextmanager
def file_size(most: int) -> Iterator[None]:
    """No file, neither a database nor its journal, grows beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
