"""The version of the club's tables (schema.py)."""

VERSION = "14"  # the newest revision in migrations/versions
VERSION_TABLE = "scorepad_version"  # not Alembic's own name, which many programs have
