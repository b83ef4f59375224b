"""The session that `docs/records.md` works out, byte by byte."""

from support.pages.link_page import RECORDS, table

CHIP = bytes.fromhex("02005c0e9ad0")

WORKED = 7  # the session of the examples


def spaced(text: str) -> bytes:
    """Bytes as the pages write them."""
    return bytes.fromhex(text.replace("`", ""))


def worked() -> bytes:
    """The records of the worked session."""
    rows = table(RECORDS, "A worked session").rows
    return b"".join(spaced(row[0]) for row in rows)
