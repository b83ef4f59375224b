"""Which version of the tables a database has, and how it gets those of today."""

from importlib import import_module
from typing import Any

import sqlalchemy as sa

from scorepad.club.database import checking, sqlite
from scorepad.club.database.schema import Base
from scorepad.club.database.today import VERSION, VERSION_TABLE
from scorepad.errors import UserError

_VERSIONS = sa.Table(  # as Alembic makes it
    VERSION_TABLE,
    sa.MetaData(),
    sa.Column("version_num", sa.String(32)),
    sa.PrimaryKeyConstraint("version_num", name=f"{VERSION_TABLE}_pkc"),
)


def version(connection: sa.Connection, name: str, foreign: bool = False) -> str | None:
    """Version of the tables, None if there are none.

    `name`: what messages call the database. Raises UserError unless it is ours; if it is
    `foreign`, also if it has anything else.
    """
    tables = sa.inspect(connection).get_table_names()
    if not tables:
        return None
    found = None
    if VERSION_TABLE in tables:
        found = connection.scalar(sa.text(f"SELECT version_num FROM {VERSION_TABLE}"))
    if found is None:
        raise UserError(f"database {name}: it belongs to another program; name another")
    if found != VERSION and found not in _upgrading().revisions():
        raise UserError(
            f"database {name}: a newer scorepad made it (version {str(found)[:20]}, this "
            f"one reads up to {VERSION}); install that one"
        )
    if foreign and connection.dialect.name == "sqlite":
        expected = checking.tables_of_today() if found == VERSION else _tables_of(found)
        checking.check_tables(_driver(connection), name, expected)
    return str(found)


def _tables_of(version: str) -> checking.Tables:
    """Return the tables of an older version, as the migrations make them."""
    with sqlite.in_memory().begin() as connection:
        _upgrading().upgrade(connection, version)
        return checking.tables_of(_driver(connection))


def _driver(connection: sa.Connection) -> Any:
    return connection.connection.driver_connection


def make(connection: sa.Connection) -> None:
    """Makes the tables of today, in the transaction of the connection, where there are none.

    The migrations lead to the same tables, and take ten times as long.
    """
    Base.metadata.create_all(connection, checkfirst=False)
    _VERSIONS.create(connection)
    connection.execute(sa.insert(_VERSIONS).values(version_num=VERSION))


def upgrade(connection: sa.Connection) -> None:
    """Makes the tables those of today, in the transaction of the connection."""
    _upgrading().upgrade(connection, VERSION)


def _upgrading() -> Any:
    """Loaded where it is needed: Alembic takes longer than most commands."""
    return import_module("scorepad.club.database.upgrading")
