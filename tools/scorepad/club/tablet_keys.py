"""Whose a tablet in a page is: it has made a secret beside its id, and no other may say that id.

Of the secret, 128 random bits, the hash is kept when it first comes; and each table by whose link
it has come, and when last: of these alone it may bring sessions.
"""

import hashlib
import re
from collections import Counter
from datetime import UTC, datetime

from scorepad.club.database.rows import Rows
from scorepad.club.database.tables import PAGE_TABLET, TABLE, TABLET
from scorepad.club.records.phone_bounds import EVENING
from scorepad.club.secret_hashes import CODES, FORGOTTEN, find_secret, keep, remove
from scorepad.club.security_log import Kind, note
from scorepad.context import COMMAND, Actor
from scorepad.errors import UserError

MOST_NEW = 24  # tablets new to the club that come by the link of a table within an evening
_KEY = re.compile(r"[0-9a-f]{32}")
_LINKS_OF = "kind = :kind AND substr(name, 1, length(:begin)) = :begin"


class NotYours(UserError):
    """Somebody says the id of another tablet."""


class Forgotten(UserError):
    """The club has forgotten this tablet, and has given out no codes since."""


def claim(rows: Rows, tablet: str, key: str, table: int, by: Actor = COMMAND) -> frozenset[int]:
    """Let a tablet in a page come in by the link of a table, with the key that it came with first.

    Return the tables by whose links it has come in, this one among them. Raise NotYours,
    Forgotten; UserError if as many as may have come to this table within an evening.
    """
    if not re.fullmatch(PAGE_TABLET, tablet) or not _KEY.fullmatch(key):
        raise NotYours("this is not how a tablet in a page says who it is")
    hashed = hashlib.sha256(key.encode()).hexdigest()
    gone = find_secret(rows, FORGOTTEN, tablet)
    known = gone or find_secret(rows, TABLET, tablet)
    if known is None and _has_records(rows, tablet):
        raise NotYours(f"tablet {tablet} is known to this club by its cable")
    if known and known.hash != hashed:
        raise NotYours(f"tablet {tablet} is another one")
    codes = find_secret(rows, CODES)
    if gone and not (codes and codes.made > gone.made):
        raise Forgotten(f"tablet {tablet} was forgotten; it comes in by a new code")
    links = rows.all(f"SELECT name, made FROM secrets WHERE {_LINKS_OF}", **_links_of(tablet))
    last_came = {int(name.split()[1]): datetime.fromisoformat(made) for name, made in links}
    if table not in last_came:
        if table in full_tables(rows):
            raise UserError(
                f"table {table} has had {MOST_NEW} new tablets in 12 hours; it takes no more"
            )
        note(rows, Kind.TABLET_NEW, f"{table}, {tablet}", by)
    if table not in last_came or (codes and last_came[table] < codes.made):  # by these codes
        keep(rows, TABLE, f"{tablet} {table}", "")
    if gone or known is None:
        remove(rows, FORGOTTEN, tablet)
        keep(rows, TABLET, tablet, hashed)
    return frozenset({*last_came, table})


def _has_records(rows: Rows, tablet: str) -> bool:
    # A colon is behind all digits.
    theirs = "SELECT 1 FROM records WHERE session BETWEEN :begin AND :end LIMIT 1"
    return bool(rows.value(theirs, begin=f"{tablet}-", end=f"{tablet}-:"))


def is_known(rows: Rows, tablet: str) -> bool:
    """Return True if a tablet in a page has come in and was not forgotten."""
    return find_secret(rows, TABLET, tablet) is not None


def full_tables(rows: Rows) -> list[int]:
    """Return the tables to which as many new tablets have come as may within an evening.

    New is what was not known before it, nor before the codes that hold.
    """
    now = datetime.now(UTC)
    codes, since = find_secret(rows, CODES), now - EVENING
    recent = {"since": max(since, codes.made) if codes else since, "now": now}

    def list_names(kind: str) -> list[str]:
        asked = "SELECT name FROM secrets WHERE kind = :kind AND made BETWEEN :since AND :now"
        return [row.name for row in rows.all(asked, kind=kind, **recent)]

    new = set(list_names(TABLET))
    links = (name.split() for name in list_names(TABLE))
    came = Counter(int(table) for tablet, table in links if tablet in new)
    return sorted(table for table, number in came.items() if number >= MOST_NEW)


def forget_key(rows: Rows, tablet: str) -> None:
    """Let a tablet in a page come in by another code only than those that there are now."""
    known = find_secret(rows, TABLET, tablet)
    if known:
        keep(rows, FORGOTTEN, tablet, known.hash)
        remove(rows, TABLET, tablet)
    rows.run(f"DELETE FROM secrets WHERE {_LINKS_OF}", **_links_of(tablet))


def _links_of(tablet: str) -> dict[str, str]:
    return {"kind": TABLE, "begin": f"{tablet} "}
