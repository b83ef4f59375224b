"""The hashes of what lets somebody in, by kind and name: of each the newest alone is kept."""

from datetime import UTC, datetime
from typing import NamedTuple

from scorepad.club.database.rows import Rows

PASSWORD, TOKEN, CODES = "password", "token", "codes"
FORGOTTEN = "forgotten"  # a tablet in a page: by its key it comes in with another code only

_FOUND = "SELECT name, hash, made, may, used FROM secrets WHERE kind = :kind"


class Secret(NamedTuple):
    """A credential, as a row of the table `secrets`."""

    name: str
    hash: str
    made: datetime
    may: str
    used: str


def keep(
    rows: Rows, kind: str, name: str, hashed: str, may: str = "", made: datetime | None = None
) -> None:
    """Store a credential in place of any other of its name."""
    remove(rows, kind, name)
    made = made or datetime.now(UTC)
    secret = {"kind": kind, "name": name, "hash": hashed, "made": made, "may": may, "used": ""}
    rows.insert("secrets", [secret])


def remove(rows: Rows, kind: str, name: str) -> bool:
    """Remove a credential; return True if there was one."""
    named = "kind = :kind AND name = :name"
    return bool(rows.run(f"DELETE FROM secrets WHERE {named}", kind=kind, name=name))


def find_secret(rows: Rows, kind: str, name: str = "") -> Secret | None:
    """Return the one of this name, None if there is none."""
    row = rows.first(f"{_FOUND} AND name = :name", kind=kind, name=name)
    return _read(*row) if row else None


def find_by_hash(rows: Rows, kind: str, hashed: str) -> Secret | None:
    """Return the one with this hash, None if there is none."""
    row = rows.first(f"{_FOUND} AND hash = :hash", kind=kind, hash=hashed)
    return _read(*row) if row else None


def list_secrets(rows: Rows, kind: str) -> list[Secret]:
    """Return all of a kind, by their names."""
    return [_read(*row) for row in rows.all(f"{_FOUND} ORDER BY name", kind=kind)]


def _read(name: str, hashed: str, made: str, may: str, used: str) -> Secret:
    return Secret(name, hashed, datetime.fromisoformat(made), may, used)
