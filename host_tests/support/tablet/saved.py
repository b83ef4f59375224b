"""Sessions as a file of them has them, and such files."""

import json
from base64 import b64encode
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from scorepad.club.derived.replay import replay, session_id
from scorepad.club.derived.rows import totals_text
from support.link.syncing import LIAR


def session(number: int, raw: bytes, tablet: bytes = LIAR, **other: Any) -> dict[str, Any]:
    """One as the club had it, but for what is `other`."""
    total = totals_text(replay(session_id(tablet, number), raw).session)
    return {"number": number, "records": b64encode(raw).decode(), "total": total, **other}


def content(sessions: Iterable[Any], **other: Any) -> Any:
    """A whole file, but for what is `other`."""
    sort = {"scorepad": "sessions of a tablet", "tablet": LIAR.hex()}
    return {**sort, "sessions": [*sessions], **other}


def saved(path: Path, what: Any) -> Path:
    path.write_text(json.dumps(what), encoding="utf-8")
    return path
