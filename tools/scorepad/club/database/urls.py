"""Where a club's database is: what the user names, a file or a URL."""

from pathlib import Path
from urllib.parse import urlsplit

from scorepad.club.database.connection import Location
from scorepad.club.database.named import SCHEME, own_file
from scorepad.club.database.sqlite import SqliteFile, read_url
from scorepad.errors import UserError


def find_location(where: str | None, patience: float) -> Location:
    """Return where the database is that `--db` names, None: the user's own file.

    patience: seconds to wait for another program that writes to a file. Raise UserError.
    """
    if where is None:
        return SqliteFile(str(own_file()), patience=patience)
    if not where or "\0" in where:
        raise UserError("the database has no name: give a file or a URL")
    scheme = SCHEME.match(where)
    if not scheme:
        return SqliteFile(str(Path(where).absolute()), patience=patience)
    kind, begin, rest = where.partition("://")
    if begin and kind == "sqlite":
        return read_url(rest, patience)
    try:
        url = urlsplit(where)
        if begin and kind == "postgresql":
            from scorepad.club.database.postgresql import PostgresqlServer  # noqa: PLC0415

            return PostgresqlServer(url)
    except ValueError:  # its message might repeat the password
        begin = ""
    if begin:
        raise UserError(f"no kind of database is called {kind}; try sqlite or postgresql")
    raise UserError(
        f"the database URL {scheme[1]}:... cannot be read; "
        "it is like sqlite:///club.db or postgresql://user@host/club"
    )
