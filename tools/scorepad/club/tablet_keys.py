"""Whose a tablet in a page is: it has made a secret beside its id, and no other may say that id.

Of the secret, 128 random bits, the hash is kept when it first comes; and each table by whose link
it has come, and when last: of these alone it may bring sessions.
"""

import hashlib
import re

from sqlalchemy import select
from sqlalchemy.orm import Session as Rows

from scorepad.club.database.schema import TABLE, TABLET, RecordRow, SecretRow
from scorepad.club.secret_hashes import keep
from scorepad.errors import UserError

_ID = re.compile(r"[0-9a-f][26ae](?:[0-9a-f]{2}){5}")  # locally administered (IEEE 802, 8.2)
_KEY = re.compile(r"[0-9a-f]{32}")


class NotYours(UserError):
    """Somebody says the id of another tablet."""


def claim(rows: Rows, tablet: str, key: str, table: int) -> frozenset[int]:
    """From now on, and if not before, this tablet is whoever has this key.

    Gives the tables by whose links it has come in, this one among them. Raises NotYours.
    """
    if not _ID.fullmatch(tablet) or not _KEY.fullmatch(key):
        raise NotYours("this is not how a tablet in a page says who it is")
    hashed = hashlib.sha256(key.encode()).hexdigest()
    known = rows.get(SecretRow, (TABLET, tablet))
    of_it = RecordRow.session.between(f"{tablet}-", f"{tablet}-:")  # a colon is behind all digits
    if known is None and rows.scalar(select(RecordRow.session).where(of_it).limit(1)):
        raise NotYours(f"tablet {tablet} is known to this club by its cable")
    if known is None:
        keep(rows, TABLET, tablet, hashed)
    elif known.hash != hashed:
        raise NotYours(f"tablet {tablet} is another one")
    begin = SecretRow.name.startswith(f"{tablet} ")
    names = rows.scalars(select(SecretRow.name).where(SecretRow.kind == TABLE, begin))
    tables = frozenset(int(name.split()[1]) for name in names)
    keep(rows, TABLE, f"{tablet} {table}", "")  # again: by the codes that hold now
    return tables | {table}
