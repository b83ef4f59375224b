"""Sessions as the page that fetches a tablet has them, and the files in which it saves them."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from firmware.opening import opening
from firmware.scoring.deal import NORTH, pack
from firmware.session import DEAL, ROUND
from firmware.storage import record
from scorepad.club.derived.replay import replay, session_id
from support.club.club_sessions import TABLET, played, raw
from support.club.exported import GAMES, LONG
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


EVENT = [
    *opening("duplicate", {}, 3, NORTH, 1000, event=70000),
    (ROUND, 1, 5 | 12 << 8, 1 | 3 << 8),
    (DEAL, 1, 1, pack(4, 3, 0, NORTH, 10)),
]


def of_every_kind() -> list[tuple[str, int, list[str]]]:
    """Return tablet, number and pages of sessions of all rule sets, short ones and long ones.

    One is of an event; three have a fault, and two of these are damaged.
    """
    games = [*GAMES.values(), *(played(deals, rules) for rules, deals in LONG.items())]
    games += [EVENT, GAMES["rubber"], GAMES["rubber"], GAMES["rubber"][1:]]
    raws = [raw(number, events) for number, events in enumerate(games, 1)]
    raws[-3] = raws[-3][:20] + b"x" + raws[-3][21:]
    raws[-2] = raws[-2][:-1]
    pages = [[b64(one[n : n + PAGE]) for n in range(0, len(one), PAGE)] for one in raws]
    return [(TABLET.hex(), number, page) for number, page in enumerate(pages, 1)]
