"""What the records of a session say, for the page: the firmware's own session and scoring core.

Runs in the page, on MicroPython in WebAssembly.
"""

import json
from binascii import a2b_base64

from firmware.scoring import deal
from firmware.scoring.sheet import ABOVE, unpacked
from firmware.session import Session
from firmware.storage import record


def sheet(tablet: str, number: int, pages: str) -> str:
    """The score sheet as JSON. `tablet`: its id in hexadecimal; `pages`: JSON, base64 each.

    `fault`: what is wrong with the records; then the sheet is what those before it say. `damaged`:
    whether they are other bytes than were written.
    """
    raw = b"".join([a2b_base64(page.encode()) for page in json.loads(pages)])
    session, fault, damaged = Session(), "", False
    try:
        for event in record.events(record.session_key(bytes.fromhex(tablet), number), raw):
            session.apply(*event)
    except ValueError as wrong:
        fault, damaged = str(wrong), isinstance(wrong, record.BadRecord)
    return json.dumps(dict(_said(session), fault=fault, damaged=damaged))


def _said(session: Session) -> dict:
    accounts, totals = session.sheet.accounts, session.sheet.totals
    return {
        "table": session.table,
        "started": session.started,
        "complete": session.complete,
        "accounts": accounts,
        "totals": totals,
        "total": " ".join(map("{}={}".format, accounts, totals)),
        "rows": [_row(session, row) for row in session.rows()] if session.rules else [],
    }


def _row(session: Session, row) -> dict:  # a firmware.session.Row
    above, below = ([0] * len(session.sheet.accounts) for _ in range(2))
    for account, where, points, _reason in unpacked(row.postings):
        (above if where == ABOVE and session.sheet.on_paper else below)[account] += points
    played = _deal(row.deal, row.place) if row.number else None
    return {"number": row.number, "deal": played, "above": above, "below": below, "line": row.line}


def _deal(played: int, place: int) -> dict:
    declarer = deal.declarer(played)
    acceptor = deal.acceptor(played)
    return {
        "board": place if place <= deal.MAX_BOARD else 0,
        "level": deal.level(played),
        "strain": deal.strain(played),
        "doubling": deal.doubling(played),
        "declarer": declarer,
        "acceptor": (declarer + acceptor) % 4 if acceptor else None,
        "over": deal.overtricks(played) if deal.level(played) else 0,
    }
