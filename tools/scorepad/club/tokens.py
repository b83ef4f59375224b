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

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.secret_hashes import TOKEN, Secret, find_by_hash, keep, list_secrets
from scorepad.club.secret_hashes import remove as forget
from scorepad.club.security_log import Kind, note
from scorepad.context import COMMAND, Actor
from scorepad.errors import Unknown, UserError, remedy
from scorepad.language import Text, text

READ, WRITE = "read", "write"
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


def new(rows: Rows, name: str, may: str, by: Actor = COMMAND) -> str:
    """Make a token and return it; only its hash is kept. Raise UserError."""
    called = _proper(name)
    there = [token.name for token in list_tokens(rows)]
    if called in there:
        taken = text("There is a token {name} already; choose another name.", name=repr(called))
        raise UserError(taken, "name", [remedy("club token remove", name=called)])
    if len(there) >= _MOST:
        full = text("The club has {most} tokens; remove those that nobody uses.", most=_MOST)
        raise UserError(full, remedies=[remedy("club token list"), remedy("club token remove")])
    token = _BEGIN + secrets.token_urlsafe(_BYTES)
    keep(rows, TOKEN, called, _hash(token), may)
    note(rows, Kind.TOKEN_MADE, called, by)
    return token


def list_tokens(rows: Rows) -> list[Token]:
    """Return all tokens of programs, by name."""
    return [_token(row) for row in list_secrets(rows, TOKEN)]


def remove(rows: Rows, name: str, by: Actor = COMMAND) -> Text:
    """Remove a token, which then lets no program in. Raise Unknown."""
    called = unicodedata.normalize("NFC", name).strip()
    if not forget(rows, TOKEN, called):
        unknown = text("There is no token {name}.", name=repr(name))
        raise Unknown(unknown, "name", [remedy("club token list")])
    note(rows, Kind.TOKEN_REMOVED, called, by)
    called = wording.visible(called)
    return text("{name} is removed, and lets no program in any more.", name=called)


def find_token(rows: Rows, token: str) -> Token | None:
    """Return the token and its permissions; None if it is not valid."""
    # What is looked up is the hash, so how long that takes says nothing of the token.
    secret = find_by_hash(rows, TOKEN, _hash(token))
    return _token(secret) if secret else None


def use(rows: Rows, token: Token, by: Actor = COMMAND) -> None:
    """Keep that a token was used today."""
    if not token.used:
        note(rows, Kind.TOKEN_USED, token.name, by)
    used = "UPDATE secrets SET used = :today WHERE kind = :kind AND name = :name"
    rows.run(used, today=str(rows.evenings.today()), kind=TOKEN, name=token.name)


def _token(secret: Secret) -> Token:
    return Token(secret.name, secret.made, secret.may, secret.used)


def _proper(name: str) -> str:
    called = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(called) <= _LONGEST or wording.UNSEEN.search(called):
        about = {"name": repr(name), "most": _LONGEST}
        wrong = text("{name}: the name of a token has 1 to {most} characters.", **about)
        raise UserError(wrong, "name")
    return called


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
