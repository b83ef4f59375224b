"""The director's password: the database keeps what argon2 makes of it, and never more."""

import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy.orm import Session as Rows

from scorepad.club import secret_hashes
from scorepad.club.secret_hashes import CODES, PASSWORD
from scorepad.errors import UserError

SHORTEST = 8  # characters
LONGEST = 200

_hasher = PasswordHasher()  # argon2id; RFC 9106's second choice: 64 MiB, three times over


def kept(rows: Rows) -> str:
    """The hash; "" if there is no password."""
    found = secret_hashes.kept(rows, PASSWORD)
    return found[0].hash if found else ""


def hashed(password: str) -> str:
    """What is kept of a password. Raises UserError for one that is too short or too long."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise UserError(f"a password has {SHORTEST} to {LONGEST} characters")
    return _hasher.hash(_bytes(password))


def keep(rows: Rows, kept: str) -> str:
    """From now on this one lets the director in, and the codes of the tables end; says so."""
    secret_hashes.keep(rows, PASSWORD, "", kept)
    secret_hashes.remove(rows, CODES, "")
    return "The director's password is set; whoever came in by another one is out."


def remove(rows: Rows) -> str:
    """From now on none lets anybody in, and the codes end. Says so. Raises UserError."""
    if not secret_hashes.remove(rows, PASSWORD, ""):
        raise UserError("the club has no director's password")
    secret_hashes.remove(rows, CODES, "")
    return "The director's password is removed; whoever came in by it is out."


def is_right(kept: str, given: str) -> bool:
    """Whether it is that of which this hash is kept; "" is that of none."""
    try:
        return bool(kept) and _hasher.verify(kept, _bytes(given[: LONGEST + 1]))
    except (VerificationError, InvalidHashError):
        return False


def _bytes(password: str) -> bytes:
    """One for whatever keyboard: an `ü` can be one character, or two."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
