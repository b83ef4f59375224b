"""A scored session as the dictionary that `scorepad score --json` prints and exports contain."""

from typing import Any

from firmware.scoring.deal import SEATS, SIDES
from firmware.scoring.notation import to_text
from firmware.session import Session

Row = tuple[int, int, int, int, int, list[tuple[int, str, int, str]], bool]


def as_dict(session: Session) -> dict[str, Any]:
    """Everything about the score of a session: each deal, each posting, totals, rubbers."""
    sheet = session.sheet
    rows: list[Row] = list(session.rows())
    deals = [_deal(row, sheet.accounts) for row in rows if row[0]]
    closing = [posting for row in rows if not row[0] for posting in row[5]]
    return {
        "rules": session.rules,
        "options": dict(sheet.options),
        "accounts": list(sheet.accounts),
        "deals": deals,
        "closing": _postings(closing, sheet.accounts),
        "totals": dict(zip(sheet.accounts, sheet.totals, strict=True)),
        "winner": sheet.accounts[sheet.winner] if sheet.winner >= 0 else None,
        "complete": sheet.complete,
        "rubbers": [_rubber(session, deals)] if deals else [],
    }


def _deal(row: Row, accounts: tuple[str, ...]) -> dict[str, Any]:
    number, deal, place, dealer, vulnerable, postings, _ = row
    score = dict.fromkeys(accounts, 0)
    for account, _, points, _ in postings:
        score[accounts[account]] += points
    return {
        "n": number,
        "deal": to_text(deal, place),
        "dealer": SEATS[dealer],
        "vulnerable": [side for bit, side in enumerate(SIDES) if vulnerable >> bit & 1],
        "score": score,
        "postings": _postings(postings, accounts),
    }


def _postings(
    postings: list[tuple[int, str, int, str]], accounts: tuple[str, ...]
) -> list[dict[str, Any]]:
    return [
        {"account": accounts[account], "line": line, "points": points, "reason": reason}
        for account, line, points, reason in postings
    ]


def _rubber(session: Session, deals: list[dict[str, Any]]) -> dict[str, Any]:
    """One rubber: its deals, games won, totals, who won it and by how much (as it is settled)."""
    sheet = session.sheet
    return {
        "deals": [deal["n"] for deal in deals],
        "games": dict(zip(sheet.accounts, sheet.games, strict=True)),
        "totals": dict(zip(sheet.accounts, sheet.totals, strict=True)),
        "winner": sheet.accounts[sheet.winner] if sheet.winner >= 0 else None,
        "margin": sheet.margin,
        "complete": sheet.complete,
    }
