"""Sessions as a table for a spreadsheet: comma-separated values (RFC 4180), one row per deal."""

import csv
import io
import re
from collections.abc import Iterator

from firmware.scoring import deal as d
from firmware.scoring.duplicate import board_dealer, board_vulnerable
from scorepad import wording
from scorepad.club.records.seats import seated_at
from scorepad.club.records.store import ClubSession
from scorepad.club.sessions.decided import BoardScore, boards_without_deals
from scorepad.exports import letters

_HEADS = [
    *("session", "table", "rules", "state", "started", "north", "east", "south", "west"),
    *("deal", "board", "dealer", "vulnerable", "contract", "declarer", "acceptor"),
    *("tricks", "over", "hcp", "points_ns", "points_ew"),
    *("points_n", "points_e", "points_s", "points_w", "reasons", "decided"),
]

# A spreadsheet that opens the file without asking takes it for its own code page unless it begins
# with this.
_MARK = "\ufeff"

# What a cell must not begin with, for a spreadsheet would compute it. In a country with the comma
# in its numbers a semicolon begins a new cell; East Asian keyboards have wide signs as well.
_FORMULA = re.compile("(^|[;\t])(?=[ ]*[=+@＝＋－＠-])")


def as_csv(sessions: list[ClubSession]) -> str:
    """Return a line of heads, then the deals of each session, then boards without a deal."""
    paper = io.StringIO()
    table = csv.writer(paper)
    table.writerow(_HEADS)
    for club_session in sessions:
        table.writerows(_rows(club_session))
    boards = boards_without_deals(club_session.decided for club_session in sessions)
    table.writerows(map(_of_no_deal, boards))
    return _MARK + paper.getvalue()


def _rows(club_session: ClubSession) -> Iterator[list[str | int]]:
    session, accounts = club_session.session, club_session.session.sheet.accounts
    started = wording.timestamp(session.started) or ""
    about = club_session.id, session.table, session.rules, club_session.state, started
    for row in session.rows():
        names = (_text(player.name) for player in seated_at(club_session, row.number))
        head: list[str | int] = [*about, *names]
        board = row.place if wording.has_boards(session) and row.place <= d.MAX_BOARD else ""
        where = [board, d.SEATS[row.dealer], d.VULNERABILITIES[row.vulnerable]]
        won = dict(zip(accounts, wording.scores(row.postings, len(accounts)), strict=True))
        points = [won.get(account, "") for account in (*d.SIDES, *d.SEATS)]
        why = _text(wording.why(row.postings))
        if row.number:
            decided = _text("; ".join(club_session.decided.marks(row.number, public=True)))
            yield [*head, row.number, *where, *_deal(row.deal), *points, why, decided]
        elif row.postings:  # what was scored when the players stopped
            yield [*head, "", "", "", "", *[""] * 6, *points, why, ""]


def _of_no_deal(score: BoardScore) -> list[str | int]:
    board = score.board
    known: dict[str, str | int] = {
        "started": score.evening,
        "board": board,
        "dealer": d.SEATS[board_dealer(board)],
        "vulnerable": d.VULNERABILITIES[board_vulnerable(board)],
        "decided": _text(score.said),
    }
    return [known.get(head, "") for head in _HEADS]


def _deal(deal: int) -> list[str | int]:
    held = d.hcp(deal) if d.hcp(deal) >= 0 else ""
    if not d.level(deal):
        return [letters.PASSED, "", "", "", "", held]
    by = d.declarer(deal)
    other = d.SEATS[(by + d.acceptor(deal)) % 4] if d.acceptor(deal) else ""
    tricks = letters.tricks_won(deal)
    return [letters.contract(deal), d.SEATS[by], other, tricks, d.overtricks(deal), held]


def _text(said: str) -> str:
    """Return a cell that no spreadsheet reads as a formula: an apostrophe marks it as text."""
    return _FORMULA.sub(r"\1'", said)
