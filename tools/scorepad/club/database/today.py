"""The version of the club's tables (schema.py)."""

VERSION = "1"
VERSION_TABLE = "scorepad_version"
