"""The tables of a club's database: a check that they are those of this version; making them."""

import re

import sqlalchemy as sa

from scorepad.club.database import checking
from scorepad.club.database.named import VERSION, VERSION_TABLE
from scorepad.club.database.schema import Base
from scorepad.errors import UserError

_VERSIONS = sa.Table(
    VERSION_TABLE, sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True)
)


def has_tables(connection: sa.Connection, name: str, foreign: bool = False) -> bool:
    """Return True if a database has the tables of this version, False if it has none.

    `name`: what messages call the database. Raises UserError if it has others; if it is
    `foreign`, also if it has anything else.
    """
    tables = sa.inspect(connection).get_table_names()
    if not tables:
        return False
    found = None
    if VERSION_TABLE in tables:
        found = connection.scalar(sa.text(f"SELECT version_num FROM {VERSION_TABLE}"))
    if found is None:
        raise UserError(f"database {name}: it belongs to another program; name another")
    if found != VERSION:
        raise UserError(f"database {name}: {_other_version(str(found))}")
    if foreign and connection.dialect.name == "sqlite":
        driver = connection.connection.driver_connection
        checking.check_tables(driver, name)  # type: ignore[arg-type]
    return True


def _other_version(found: str) -> str:
    if re.fullmatch("[1-9][0-9]*", found):
        return (
            f"a newer scorepad made it (version {found[:20]}, this one reads up to {VERSION}); "
            "install that one"
        )
    return "a scorepad before version 1 made it, which this one does not read; name another"


def make_tables(connection: sa.Connection) -> None:
    """Make the tables, in the transaction of the connection, where there are none."""
    Base.metadata.create_all(connection, checkfirst=False)
    _VERSIONS.create(connection)
    connection.execute(sa.insert(_VERSIONS).values(version_num=VERSION))
