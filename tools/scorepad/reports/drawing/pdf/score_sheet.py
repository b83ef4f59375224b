"""Score sheets as a PDF: each session on a page of A4."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from fpdf import Align

from firmware.scoring.deal import SEATS
from firmware.session import Session
from scorepad import wording
from scorepad.club.records.store import Evening
from scorepad.reports.content.score_sheet import Entry, Row, columns
from scorepad.reports.drawing.pdf.deals import deals_of
from scorepad.reports.drawing.pdf.pages import (
    INK,
    LEFT,
    PALE,
    ROOM,
    THICK,
    THIN,
    WIDTH,
    Draw,
    Line,
    Page,
    document,
    text_line,
)

_SHEET = 140.0  # width of a paper sheet of two columns
_NUMBER = 0.42  # of the width of a column: where its numbers end


def as_pdf(evenings: list[Evening]) -> bytes:
    """The file; sessions follow one another. Names are of letters that there are fonts for."""
    sheets = [partial(_lines, evening=evening) for evening in evenings]
    return document("Score sheets", "".join(_characters(evenings)), sheets)


def _characters(evenings: list[Evening]) -> Iterator[str]:
    yield "♣♦♥♠"
    for evening in evenings:
        yield from evening.called


def _lines(page: Page, evening: Evening) -> Iterator[Line]:
    session = evening.session
    yield from _title(evening)
    yield from _players(evening)
    if wording.on_paper(session):
        yield from _paper(session)
        yield Line(3)
        yield _outcome(session)
    yield Line(4)
    yield from deals_of(page, session)
    if not wording.on_paper(session):
        yield Line(3)
        yield from (text_line(said, 9, PALE, Align.L, 4.5) for said in wording.premiums(session))
        yield _outcome(session)


def _title(evening: Evening) -> Iterator[Line]:
    def draw(page: Page, top: float, height: float) -> None:
        half = ROOM / 2
        page.write_in((LEFT, top, half, height), "Score sheet", 20)
        said = f"Session {evening.id}"
        page.write_in((LEFT + half, top, half, height), said, 9, PALE, Align.R)

    yield Line(9, draw)
    heading = " · ".join(wording.heading(evening.session, evening.state))
    yield text_line(heading, 10, PALE, Align.L, 6)


def _players(evening: Evening) -> Iterator[Line]:
    """Who sat where, North and South beneath one another, if anybody is in the roster."""
    if not any(evening.session.players):
        return
    yield Line(3)
    for seats in ((0, 1), (2, 3)):
        yield Line(5.5, _pair(evening, seats))


def _pair(evening: Evening, seats: tuple[int, ...]) -> Draw:
    def draw(page: Page, top: float, height: float) -> None:
        for left, seat in zip((LEFT, WIDTH / 2), seats, strict=True):
            page.write_in((left, top, 6, height), SEATS[seat], 10.5, PALE)
            name = evening.called[seat]
            page.write_in((left + 6, top, ROOM / 2 - 8, height), name, 10.5)

    return draw


def _outcome(session: Session) -> Line:
    return text_line(wording.outcome(session), 13, INK, Align.C, 8)


def _paper(session: Session) -> Iterator[Line]:
    """The classic sheet: a thick line, a thin one after each game, a double one at the end."""
    accounts = session.sheet.accounts
    written = columns(session)
    empty: Row = (None,) * len(accounts)  # so that a line is not drawn upon another
    yield Line(4)
    yield _columns([wording.head(name) for name in accounts])
    yield from (_entries(row) for row in written.above or [empty])
    yield _line_beneath(len(accounts), THICK)
    for game, following in pairwise([*written.games, None]):
        yield from (_entries(row) for row in game or [empty])
        if following is not None:
            yield _line_beneath(len(accounts), THIN)
    yield _line_beneath(len(accounts), THIN, 0.9)
    yield _line_beneath(len(accounts), THIN)
    yield _entries(tuple(Entry(points, "total") for points in session.sheet.totals), 17, 10)


def _sides(accounts: int) -> tuple[float, float]:
    """Where the sheet begins, and how wide a column of it is."""
    width = _SHEET if accounts == 2 else ROOM
    return (WIDTH - width) / 2, width / accounts


def _columns(names: list[str]) -> Line:
    def draw(page: Page, top: float, height: float) -> None:
        left, width = _sides(len(names))
        for place, name in enumerate(names):
            box = (left + place * width, top, width, height)
            page.write_in(box, name, 13, align=Align.C)
        _middles(page, len(names), top, height)

    return Line(8, draw)


def _entries(row: Row, size: float = 13, height: float = 6.5) -> Line:
    def draw(page: Page, top: float, high: float) -> None:
        left, width = _sides(len(row))
        for place, entry in enumerate(row):
            if entry:
                _entry(page, entry, (left + place * width, top, width, high), size)
        _middles(page, len(row), top, high)

    return Line(height, draw)


def _entry(page: Page, entry: Entry, box: tuple[float, float, float, float], size: float) -> None:
    """The points, and small beside them what they are for."""
    left, top, width, height = box
    number = width * _NUMBER
    page.write_in((left, top, number, height), str(entry.points), size, align=Align.R)
    room = width - number - 4
    page.write_in((left + number + 3, top, room, height), entry.label, 8.5, PALE)


def _middles(page: Page, accounts: int, top: float, height: float) -> None:
    """The lines between the columns."""
    left, width = _sides(accounts)
    page.set_draw_color(*INK)
    page.set_line_width(0.5)
    for place in range(1, accounts):
        page.line(left + place * width, top, left + place * width, top + height)


def _line_beneath(accounts: int, thick: float, height: float = 0) -> Line:
    """A line across the sheet, with so much of the sheet beneath it."""

    def draw(page: Page, top: float, high: float) -> None:
        left, width = _sides(accounts)
        page.rule(left, top, left + accounts * width, thick)
        _middles(page, accounts, top, high)

    return Line(height, draw)
