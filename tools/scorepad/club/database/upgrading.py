"""Gives a database the tables of today, from whatever version it has."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

MIGRATIONS = Path(__file__).with_name("migrations")


def upgrade(connection: Connection, version: str) -> None:
    """Makes the tables those of a version, in the transaction of the connection."""
    config = _alembic()
    config.attributes["connection"] = connection
    command.upgrade(config, version)


def revisions() -> set[str]:
    """All versions that this program can upgrade from."""
    scripts = ScriptDirectory.from_config(_alembic())
    return {script.revision for script in scripts.walk_revisions()}


def _alembic() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
