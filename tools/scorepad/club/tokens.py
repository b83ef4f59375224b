"""Tokens, with which programs come in: made, listed, used, taken back.

Only the hash of a token is kept. A password is guessed, and needs a hash that is slow; a token is
256 random bits, which nobody guesses, so SHA-256 is right: a wrong one costs as little as a right
one, and nobody has to wait for whoever tries.
"""

import hashlib
import secrets
import unicodedata
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, update

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import SecretRow
from scorepad.club.records.evenings import today
from scorepad.club.secret_hashes import TOKEN, keep, kept
from scorepad.club.secret_hashes import remove as forget
from scorepad.club.security_log import Kind, note
from scorepad.errors import UserError
from scorepad.language import marked, say

READ, WRITE = "read", "write"
_REMOVED = marked("{name} is removed, and lets no program in any more.")
_BEGIN = "scorepad_"  # so that people and programs that look for lost secrets know what it is
_BYTES = 32
_LONGEST = 60  # characters of a name
_MOST = 100  # tokens of a club


@dataclass(frozen=True)
class Token:
    """`may`: READ or WRITE; `used`: the day of its last use, as 2026-11-20, "" before it."""

    name: str
    made: datetime
    may: str
    used: str


def new(rows: Rows, name: str, may: str) -> str:
    """A new token, which is nowhere else. Raises UserError."""
    called = _proper(name)
    there = [token.name for token in listed(rows)]
    if called in there:
        raise UserError(f"there is a token {called!r} already; remove it, or name another")
    if len(there) >= _MOST:
        raise UserError(f"the club has {_MOST} tokens; remove those that nobody uses")
    token = _BEGIN + secrets.token_urlsafe(_BYTES)
    keep(rows, TOKEN, called, _hash(token), may)
    note(rows, Kind.TOKEN_MADE, called)
    return token


def listed(rows: Rows) -> list[Token]:
    """All that let programs in, by their names."""
    return [_token(row) for row in kept(rows, TOKEN)]


def remove(rows: Rows, name: str) -> str:
    """From now on it lets no program in. Says so. Raises UserError."""
    called = unicodedata.normalize("NFC", name).strip()
    if not forget(rows, TOKEN, called):
        raise UserError(f"there is no token {name!r}; `scorepad club token list` shows them")
    note(rows, Kind.TOKEN_REMOVED, called)
    return say(_REMOVED, name=wording.visible(called))


def found(rows: Rows, token: str) -> Token | None:
    """What a program may that has this token; None if it lets nobody in."""
    # What is looked up is the hash, so how long that takes says nothing of the token.
    asked = select(SecretRow).where(SecretRow.kind == TOKEN, SecretRow.hash == _hash(token))
    row = rows.scalar(asked)
    return _token(row) if row else None


def use(rows: Rows, token: Token) -> None:
    """Keep that a token was used today."""
    if not token.used:
        note(rows, Kind.TOKEN_USED, token.name)
    mine = (SecretRow.kind == TOKEN, SecretRow.name == token.name)
    rows.execute(update(SecretRow).where(*mine).values(used=str(today())))


def _token(row: SecretRow) -> Token:
    return Token(row.name, row.made, row.may, row.used)


def _proper(name: str) -> str:
    called = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(called) <= _LONGEST or wording.UNSEEN.search(called):
        raise UserError(f"{name!r}: the name of a token has 1 to {_LONGEST} characters")
    return called


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
