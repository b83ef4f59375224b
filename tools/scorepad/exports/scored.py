"""A scored session as the dictionary that `scorepad score --json` prints and exports contain."""

from typing import Any

from firmware.scoring.deal import SEATS, SIDES
from firmware.scoring.notation import to_text
from firmware.scoring.sheet import unpacked
from firmware.session import RUBBER_ENDS, Row, Session
from scorepad import wording


def as_dict(session: Session) -> dict[str, Any]:
    """Return the score of a session: each deal, each posting, totals, rubbers."""
    sheet = session.sheet
    rows: list[Row] = list(session.rows())
    deals = [_deal(row, sheet.accounts) for row in rows if row.number]
    closing = [posting for row in rows if not row.number for posting in row.postings]
    return {
        "rules": session.rules,
        "options": dict(sheet.options),
        "accounts": list(sheet.accounts),
        "deals": deals,
        "closing": _postings(closing, sheet.accounts),
        "totals": dict(zip(sheet.accounts, sheet.totals, strict=True)),
        "winner": sheet.accounts[sheet.winner] if sheet.winner >= 0 else None,
        "complete": sheet.complete,
        "rubbers": _rubbers(session, rows),
    }


def _deal(row: Row, accounts: tuple[str, ...]) -> dict[str, Any]:
    return {
        "n": row.number,
        "deal": to_text(row.deal, row.place),
        "dealer": SEATS[row.dealer],
        "vulnerable": [side for bit, side in enumerate(SIDES) if row.vulnerable >> bit & 1],
        "score": dict(zip(accounts, wording.scores(row.postings, len(accounts)), strict=True)),
        "postings": _postings(row.postings, accounts),
    }


def _postings(postings: list[int], accounts: tuple[str, ...]) -> list[dict[str, Any]]:
    return [
        {"account": accounts[account], "line": line, "points": points, "reason": reason}
        for account, line, points, reason in unpacked(postings)
    ]


def _rubbers(session: Session, rows: list[Row]) -> list[dict[str, Any]]:
    """Return the rubbers or wheels one after another; the last may be unfinished."""
    groups: list[list[Row]] = [[]]
    for row in rows:
        groups[-1].append(row)
        if row.line == RUBBER_ENDS:
            groups.append([])
    if len(groups) > 1 and not any(row.number for row in groups[-1]):
        closing = groups.pop()  # nothing more was dealt
        groups[-1] += closing
    return [_rubber(session, group, group is not groups[-1]) for group in groups if group]


def _rubber(session: Session, rows: list[Row], over: bool) -> dict[str, Any]:
    """Return a rubber: its deals, totals, winner and margin (as it is settled)."""
    accounts, sheet = session.sheet.accounts, session.sheet
    postings = [posting for row in rows for posting in row.postings]
    totals = dict(zip(accounts, wording.scores(postings, len(accounts)), strict=True))
    ordered = sorted(totals, key=lambda account: totals[account])
    margin = totals[ordered[-1]] - totals[ordered[-2]]
    winner = ordered[-1] if margin and not wording.has_boards(session) else None
    return {
        "deals": [row.number for row in rows if row.number],
        "totals": totals,
        "winner": winner,
        "margin": sheet.settle(margin) if winner else 0,
        "complete": over or sheet.complete,
    }
