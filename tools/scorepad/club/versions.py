"""Which version of the tables a database has, and how it gets those of today."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from scorepad.club.schema import VERSION, VERSION_TABLE
from scorepad.errors import UserError

_MIGRATIONS = Path(__file__).with_name("migrations")


def version(connection: Connection, name: str) -> str | None:
    """Version of the tables, None if there are none.

    `name`: what messages call the database. Raises UserError unless it is ours.
    """
    tables = inspect(connection).get_table_names()
    if not tables:
        return None
    found = None
    if VERSION_TABLE in tables:
        found = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))
    if found is None:
        raise UserError(f"database {name}: it belongs to another program; name another")
    if found not in _revisions():
        raise UserError(
            f"database {name}: a newer scorepad made it (version {found}, this one "
            f"reads up to {VERSION}); install that one"
        )
    return str(found)


def upgrade(connection: Connection) -> None:
    """Makes the tables, or makes them those of today, in the transaction of the connection."""
    config = _alembic()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _alembic() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return config


def _revisions() -> set[str]:
    """All versions that this program can upgrade from."""
    scripts = ScriptDirectory.from_config(_alembic())
    return {script.revision for script in scripts.walk_revisions()}
