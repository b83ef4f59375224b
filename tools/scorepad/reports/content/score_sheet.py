"""The score sheet of a session: the one on paper and the list of the deals, or that list alone."""

from collections.abc import Collection, Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

from firmware.scoring.deal import MAX_BOARD, hcp
from firmware.scoring.paper import Paper
from firmware.scoring.rounds import Round
from firmware.session import RUBBER_ENDS, Row, Session
from scorepad import wording
from scorepad.language import joined, text
from scorepad.reports.content.explain import explain_deals
from scorepad.reports.content.report import (
    NUMBER,
    Column,
    PaperEntry,
    PaperRow,
    PaperSheet,
    Private,
    Report,
    Section,
    Table,
    layout,
)

if TYPE_CHECKING:  # a score without a club needs no database
    from scorepad.club.records.store import ClubSession


def report(club_session: "ClubSession") -> Report:
    """Return everything about a session: players, sheet, winner and deals."""
    session = club_session.session
    marked = club_session.decided.marked(len(session.deals))
    decided = ["* " + said + "." for said in club_session.decided.said]
    seated = enumerate(club_session.called)
    return Report(
        text("Session {id}", id=club_session.id),
        [
            *scores(session, marked),
            *([Section(lines=decided, told=True)] if decided else []),
            *_rounds(club_session),
        ],
        [joined(wording.heading(session, club_session.state), " · ")],
        kind=text("Score sheet"),
        seats=[(wording.seat(at), name) for at, name in seated] if any(session.players) else (),
        one_page=True,
    )


def _rounds(club_session: "ClubSession") -> Iterator[Section]:
    if club_session.rounds.listed:
        number = text("Round")
        sides = wording.account("NS"), wording.account("EW")
        heads = layout(number, *sides, text("Boards"), numbers=(number,))
        rows = [
            [
                str(at.round),
                *(club_session.pair(pair).name if pair else "-" for pair in (at.ns, at.ew)),
                _boards(at),
            ]
            for at in club_session.rounds.listed
        ]
        event = club_session.event.heading if club_session.event else text("An event")
        yield Section(event, table=Table(heads, rows))


def _boards(at: Round) -> str:
    boards = wording.ranges(range(at.first, at.last + 1))
    return text("{boards}, overruled", boards=boards) if at.overruled else boards


def scores(session: Session, marked: Collection[int] = ()) -> list[Section]:
    """Return the sheet, the winner and the deals; in a summary the deals are the sheet.

    `marked`: the numbers of deals that have a mark.
    """
    outcome = [wording.outcome(session)]
    listed = [Section(table=_deals(session, marked))] if session.deals else []
    if wording.on_paper(session):
        return [Section(sheet=_sheet(session)), Section(outcome=outcome), *listed]
    return [*listed, Section(lines=wording.premiums(session), outcome=outcome)]


def in_words(session: Session) -> list[Section]:
    """Return a paragraph per deal, and the winner."""
    rows = [[f"{number}." if number else "", said] for number, said in explain_deals(session)]
    rows.append(["", wording.outcome(session)])
    return [Section(table=Table([Column("", NUMBER), Column("")], rows, close=True))]


def _sheet(session: Session) -> PaperSheet:
    """Return the paper sheet of a session, without an empty game at its end."""
    sheet = session.sheet
    paper = Paper(len(sheet.accounts), session.rows())
    empty: PaperRow = (None,) * len(sheet.accounts)
    games = [_rows(game) for game in paper.games]
    if len(games) > 1 and not games[-1]:
        games.pop()
    return PaperSheet(
        [wording.head(name) for name in sheet.accounts],
        _rows(paper.above)[::-1] or [empty],
        [game or [empty] for game in games],
        tuple(PaperEntry(points, text("total")) for points in sheet.totals),
    )


def _rows(written: list[list[tuple[int, int, str]]]) -> list[PaperRow]:
    """Return rows from the line outwards."""
    entries = [
        [PaperEntry(n, text(why), number) for n, number, why in column] for column in written
    ]
    return list(zip_longest(*entries))


def _deals(session: Session, marked: Collection[int]) -> Table:
    summary = not wording.on_paper(session)
    said, points = wording.deal_heads(session), wording.point_heads(session)
    heads = [*layout(*said, words=said[1:], numbers=said[:1]), *layout(*points, numbers=points)]
    listed = list(_iter_rows(session, marked))
    ruled = [
        place
        for place, (_, row) in enumerate(listed)
        if row.line == RUBBER_ENDS or (row.line > 0 and not summary)
    ]
    return Table(
        [*heads, *[Column(text("Why"))] * (not summary)], [cells for cells, _ in listed], ruled
    )


def _iter_rows(session: Session, marked: Collection[int]) -> Iterator[tuple[list[str], Row]]:
    """Yield the cells of each row: deal, high-card points if they are entered, points.

    Then the reasons or, in a summary, the totals after it. A row without a number is what was
    scored when the players stopped.
    """
    totals = [0] * len(session.sheet.accounts)
    for row in session.rows():
        points = wording.scores(row.postings, len(totals))
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        said = _format_deal(session, row, row.number in marked) if row.number else [""] * 6
        held = [str(hcp(row.deal)) if hcp(row.deal) >= 0 else ""] * wording.has_hcp(session)
        scored = [str(n or "") for n in points]
        last = [wording.why(row.postings)] if wording.on_paper(session) else map(str, totals)
        if row.number or row.postings:
            yield [*said, *held, *scored, *last], row


def _format_deal(session: Session, row: Row, mark: bool) -> list[str]:
    """Return the cells from the deal's number to its result."""
    where = _board(row.place) if wording.has_boards(session) else wording.seat(row.dealer)
    contract = wording.contract(row.deal)
    vulnerable = wording.vulnerable(row.vulnerable)
    number = Private(f"{row.number}*", str(row.number)) if mark else str(row.number)
    return [number, where, vulnerable, contract, *wording.format_play(row.deal)]


def _board(place: int) -> str:
    return str(place) if place <= MAX_BOARD else ""
