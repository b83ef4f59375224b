"""The hashes of what lets somebody in, by kind and name: of each the newest alone is kept."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import delete, select

from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import SecretRow

PASSWORD, TOKEN, CODES = "password", "token", "codes"
FORGOTTEN = "forgotten"  # a tablet in a page: by its key it comes in with another code only


def keep(rows: Rows, kind: str, name: str, hashed: str, may: str = "") -> None:
    """From now on this one lets in, and no other of its name."""
    remove(rows, kind, name)
    made = datetime.now(UTC)
    rows.add(SecretRow(kind=kind, name=name, hash=hashed, made=made, may=may, used=""))
    rows.flush()


def remove(rows: Rows, kind: str, name: str) -> bool:
    """From now on it lets nobody in; whether there was one."""
    gone = delete(SecretRow).where(SecretRow.kind == kind, SecretRow.name == name)
    return bool(rows.connection().execute(gone).rowcount)


def kept(rows: Rows, kind: str) -> Sequence[SecretRow]:
    """All of a kind, by their names."""
    return rows.scalars(
        select(SecretRow).where(SecretRow.kind == kind).order_by(SecretRow.name)
    ).all()
