"""Sessions as a file of them has them, and such files."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from firmware.storage import record
from scorepad.club.derived.replay import replay, session_id
from support.link.syncing import LIAR, b64

PAGE = record.PER_PAGE * record.SIZE


def session(number: int, raw: bytes, tablet: bytes = LIAR, **other: Any) -> dict[str, Any]:
    """One as an honest tablet gives it, but for what is `other`."""
    sheet = replay(session_id(tablet, number), raw).session.sheet
    totals = zip(sheet.accounts, sheet.totals, strict=True)
    return {
        "number": number,
        "rules": "rubber",
        "records": len(raw) // record.SIZE,
        "state": "c" if sheet.complete else "o",
        "crc": f"{record.checksum(raw):08x}",
        "pages": [b64(raw[n : n + PAGE]) for n in range(0, len(raw), PAGE)],
        "total": " ".join(f"{account}={total}" for account, total in totals),
        "error": "",
        **other,
    }


def content(sessions: Iterable[dict[str, Any]], **other: Any) -> Any:
    """A whole file, but for what is `other`."""
    return {
        "scorepad": "sessions of a tablet",
        "version": 1,
        "fetched": "2026-11-20T21:30:00Z",
        "tablet": LIAR.hex(),
        "table": 7,
        "firmware": "0.1.0",
        "missing": 0,
        "sessions": [*sessions],
        **other,
    }


def saved(path: Path, what: Any) -> Path:
    path.write_text(json.dumps(what), encoding="utf-8")
    return path
