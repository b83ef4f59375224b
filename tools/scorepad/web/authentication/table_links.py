"""The secret in the link of a table, by which a tablet in a page is let in for that table alone.

It follows from the key of the codes that the director has given out (club/codes.py).
"""

import base64
import hashlib
import hmac

_BYTES = 16
TABLES = range(1, 100)


def token(key: str, table: int) -> str:
    """Return that of a table. `key`: of the codes that hold."""
    mixed = hmac.new(key.encode(), f"table {table}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(mixed[:_BYTES]).decode().rstrip("=")


def is_right(key: str, table: int, given: str) -> bool:
    """Return True if this is the token of a table."""
    return table in TABLES and hmac.compare_digest(
        token(key, table).encode(), given.encode("utf-8", "surrogatepass")
    )
