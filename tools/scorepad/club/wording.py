"""The words and symbols in which people read a score; the same on a screen and on paper."""

import re
from datetime import UTC, datetime, timedelta

from firmware.scoring.deal import SEATS, declarer, doubling, level, strain
from firmware.scoring.notation import result_text
from firmware.session import Session

Posting = tuple[int, str, int, str]  # as in firmware.scoring.sheet

RED = "♦♥"
DOUBLINGS = ("", "×", "××")

_STRAINS = ("♣", "♦", "♥", "♠", "NT", "NULLO")
_SIDES = {"NS": "N-S", "EW": "E-W"}
_HEADS = {"NS": "We (N-S)", "EW": "They (E-W)"}
_VULNERABLE = ("none", "N-S", "E-W", "both")
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


def player(name: str | None) -> str:
    """A name, without what a terminal would obey or show backwards; or that it is a guest."""
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", name) if name else "guest"


def account(name: str) -> str:
    """An account as the head of its column: a side, or what the rule set calls it."""
    return _SIDES.get(name, name)


def head(name: str) -> str:
    """An account as the head of its column on the paper sheet, where the sides are We and They."""
    return _HEADS.get(name, name)


def vulnerable(sides: int) -> str:
    """Who is vulnerable; bit 0 N-S, bit 1 E-W."""
    return _VULNERABLE[sides]


def contract(deal: int) -> tuple[str, str, str]:
    """Level, strain and doubling; for a deal that was passed out only a word."""
    if not level(deal):
        return "passed", "", ""
    return str(level(deal)), _STRAINS[strain(deal)], DOUBLINGS[doubling(deal)]


def played(deal: int) -> tuple[str, str]:
    """Declarer and result, as N and +1; nothing for a deal that was passed out."""
    return (SEATS[declarer(deal)], result_text(deal)) if level(deal) else ("", "")


def why(postings: list[Posting]) -> str:
    """What the points of a deal are for."""
    return ", ".join(f"{points} {reason}" for _, _, points, reason in postings)


def scores(postings: list[Posting], accounts: int) -> list[int]:
    """What a deal adds to each account."""
    points = [0] * accounts
    for index, _, amount, _ in postings:
        points[index] += amount
    return points


def timestamp(minutes: int) -> str | None:
    """A tablet's time for programs: ISO 8601, UTC."""
    time = moment(minutes)
    return f"{time:%Y-%m-%dT%H:%M:%SZ}" if time else None


def moment(minutes: int) -> datetime | None:
    """A tablet's time; None if its clock was not set, or to a year after 9999."""
    try:
        return _EPOCH + timedelta(minutes=minutes) if minutes else None
    except OverflowError:
        return None


def when(minutes: int, zone: str = " UTC") -> str:
    """A tablet's time for people; `zone`: what to say behind it."""
    time = moment(minutes)
    return f"{time:%Y-%m-%d %H:%M}{zone}" if time else "clock not set"


def heading(session: Session, state: str) -> list[str]:
    """Table, rules with the options that are not the ordinary ones, time, state."""
    options = [f"{name} {value}" for name, value in session.options.items()]
    rules = ", ".join([session.rules, *options])
    return [f"table {session.table}", rules, when(session.started), state]


def outcome(session: Session) -> str:
    """Who has won, or is ahead, and by how much."""
    sheet = session.sheet
    if not session.deals:
        return "No deals."
    if sheet.winner < 0:
        return "A tie." if sheet.complete else "Not finished: the sides are level."
    winner = account(sheet.accounts[sheet.winner])
    ordered = sorted(sheet.totals)
    margin = f"{ordered[-1] - ordered[-2]} points"
    if not sheet.complete:
        return f"Not finished: {winner} are ahead by {margin}."
    if sheet.options.get("settle", "none") != "none":
        margin += f", settled as {sheet.margin}"
    return f"{winner} win by {margin}."
