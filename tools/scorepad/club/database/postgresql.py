"""PostgreSQL: how a club's database on a server is reached, and how it says what is wrong."""

import re
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import SplitResult, parse_qsl, unquote

from scorepad.club.database.connection import AT_ONCE, Connection, Location
from scorepad.club.database.named import own_file
from scorepad.errors import UserError

_TURN = 0x53636F7265  # of the lock that a writer has; each database has its own locks
_NAME = re.compile(r"(?<![:\w]):([A-Za-z_]\w*)")
_cursors = count()


@lru_cache(512)
def _translate(sql: str) -> str:
    return _NAME.sub(r"%(\1)s", sql.replace("%", "%%"))


class PostgresqlConnection(Connection):
    """A connection to a server. Texts have the order of their bytes, as in SQLite.

    All that a reader sees is of the same moment. A writer waits for the one before it: what it
    reads is what it will still be.
    """

    TYPES: ClassVar = {
        "INSTANT": "TEXT",
        r"(?:TEXT|VARCHAR\(\d+\))": r'\g<0> COLLATE "C"',
        "FLAG": "INTEGER",
        "BLOB": "BYTEA",
    }
    READ = ("BEGIN ISOLATION LEVEL REPEATABLE READ",)
    WRITE = ("BEGIN", f"SELECT pg_advisory_xact_lock({_TURN})")

    @staticmethod
    def translate(sql: str) -> str:
        """Return a statement as psycopg takes it."""
        return _translate(sql)

    def make_stream(self) -> Any:
        """Return a cursor whose rows the server keeps."""
        cursor = self.raw.cursor(f"rows_{next(_cursors)}")
        cursor.itersize = AT_ONCE
        return cursor

    def list_tables(self) -> list[str]:
        """Return the names of the tables of the schema in which new ones are made."""
        sql = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        return [name for (name,) in self.execute(sql)]

    def read_marker(self) -> object:
        """Return something that is different after another connection has committed."""
        return self.execute("SELECT pg_current_wal_insert_lsn()").fetchone()

    def is_lost(self) -> bool:
        """Return True if the server has ended the connection."""
        return bool(self.raw.closed)


class PostgresqlServer(Location):
    """A database on a server, by its URL. Raise UserError."""

    def __init__(self, url: SplitResult):
        try:
            import psycopg  # noqa: PLC0415  # an extra, which takes long to load
        except ImportError as error:
            needs = f"needs the Python package {error.name}; install it with pip"
            raise UserError(f"a {url.scheme} database {needs}") from error
        self.Error, self.Conflict = psycopg.Error, psycopg.IntegrityError
        self._psycopg = psycopg
        user, _, password = url.netloc.rpartition("@")[0].partition(":")
        at = url.netloc.rpartition("@")[2]
        self.name = (
            f"{url.scheme}://{user}{':***' * bool(password)}{'@' * bool(user)}{at}{url.path}"
        )
        named = {
            "user": unquote(user),
            "password": unquote(password),
            "host": unquote(url.hostname or ""),
            "port": str(url.port or ""),
            "dbname": unquote(url.path.removeprefix("/")),
        }
        options = dict(parse_qsl(url.query, keep_blank_values=True))
        self._given: dict[str, Any] = {
            name: value for name, value in named.items() if value
        } | options
        try:
            psycopg.conninfo.make_conninfo(**self._given)
        except psycopg.ProgrammingError as error:
            raise UserError(
                f"database {self.name}: the parameters of its URL are wrong"
            ) from error

    @property
    def folder(self) -> Path:
        """The folder of the user's own database. Raise UserError."""
        return own_file().parent

    def connect(self) -> Connection:
        """Return a new connection."""
        return PostgresqlConnection(self._psycopg.connect(**self._given, autocommit=True))

    def explain(self, message: str) -> str:
        """Return the driver's message without passwords."""
        for name, value in self._given.items():
            if "pass" in name and value:
                message = message.replace(value, "***")
        return message
