"""Score sheets as a PDF: each session on a page of A4, to print and to pin to a board.

A sheet is a list of lines, each with the height that it would like. If together they are higher
than the page, all are drawn smaller.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

from fpdf import FPDF, Align

from firmware.scoring.deal import SEATS, level
from firmware.session import Session
from scorepad.club import files, pdf_fonts, wording
from scorepad.club.columns import Dealt, Entry, Row, columns, deals
from scorepad.club.store import Evening
from scorepad.errors import UserError

_WIDTH, _HEIGHT = 210.0, 297.0  # of A4; all lengths are in millimetres
LEFT, _TOP = 18.0, 16.0
ROOM, _HIGH = _WIDTH - 2 * LEFT, _HEIGHT - 2 * _TOP
_CLOSER = 1.15  # times as big as its lines are high, is text that must be small
_LEAST = 0.34  # of the ordinary size: smaller could not be read, so the sheet takes more pages
_SHEET = 140.0  # width of a paper sheet of two columns
_NUMBER = 0.42  # of the width of a column: where its numbers end

INK, PALE, _RULE, _RED = (27, 27, 27), (109, 106, 99), (185, 180, 168), (179, 32, 28)
HAIR, THIN, _THICK = 0.12, 0.3, 0.9

Colour = tuple[int, int, int]


class Page(FPDF):
    """A page of A4 that is written on in text of one family; nothing is ever cut off."""

    scale = 1.0  # of all that is on it

    def __init__(self, text: str, folder: Path):
        """`text`: with every character that will be written; `folder`: as long as it is used."""
        super().__init__(format="A4")
        self.set_auto_page_break(False)
        self.c_margin = 0
        fallbacks = [pdf_fonts.regular(font, text, folder) for font in pdf_fonts.others(text)]
        for font in (pdf_fonts.BASE, *fallbacks):
            self.add_font(font.stem, fname=font, collection_font_number=0)
        self.set_fallback_fonts([font.stem for font in fallbacks], exact_match=False)
        self.set_text_shaping(True)
        self.set_font(pdf_fonts.BASE.stem)

    @property
    def text_scale(self) -> float:
        """Of text: where lines must be lower, they first come closer together."""
        return min(1.0, _CLOSER * self.scale)

    def write_in(
        self,
        box: tuple[float, float, float, float],
        text: str,
        size: float,
        colour: Colour = INK,
        align: Align = Align.L,
    ) -> float:
        """Writes into left, top, width and height, smaller if need be; where the text ends."""
        left, top, width, height = box
        if not text:
            return left
        self.set_text_color(*colour)
        self.set_font_size(size * self.text_scale)
        wide = self.get_string_width(text)
        if wide > width:
            self.set_font_size(size * self.text_scale * width / wide)
        self.set_xy(left, top)
        self.cell(width, height, text, align=align)
        # If it begins in another font, the library forgets what it has set: it takes the font for
        # set on the page, and PDF's end of a local setting (Q) has undone that.
        self.current_font_is_set_on_page = False
        return left + min(wide, width)

    def rule(self, left: float, top: float, right: float, thick: float) -> None:
        """Draws a line from left to right."""
        self.set_draw_color(*(_RULE if thick == HAIR else INK))
        self.set_line_width(thick)
        self.line(left, top, right, top)

    def width_of(self, text: str, size: float) -> float:
        """How wide a line of text is that nothing makes smaller."""
        self.set_font_size(size * self.text_scale)
        width: float = self.get_string_width(text)
        return width

    def lines_of(self, text: str, width: float, size: float) -> list[str]:
        """`text` in lines that are no longer than `width`, but where a word alone is."""
        self.set_font_size(size * self.text_scale)
        first, *rest = text.split() or [""]
        lines = [first]
        for word in rest:
            longer = f"{lines[-1]} {word}"
            if self.get_string_width(longer) > width:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines


Draw = Callable[[Page, float, float], None]  # on a page, from a top, with a height


@dataclass(frozen=True)
class Line:
    """What goes across the page: how high it would like to be, and how it is drawn.

    `keep`: how high that is beneath it which must be on its page. `again`: what is drawn once more
    above it if it begins another page.
    """

    height: float
    draw: Draw = lambda page, top, height: None
    keep: float = 0.0
    again: "Line | None" = None


Sheet = Callable[[Page], Iterable[Line]]  # its lines, broken as the page's scale asks for


def as_pdf(evenings: list[Evening]) -> bytes:
    """The file; sessions follow one another. Names are of letters that there are fonts for."""
    sheets = [partial(_lines, evening=evening) for evening in evenings]
    return document("Score sheets", "".join(_characters(evenings)), sheets)


def document(title: str, text: str, sheets: Iterable[Sheet], least: float = _LEAST) -> bytes:
    """A file in which each sheet begins a page; `text`: with every character that is in it.

    `least`: of the ordinary size; what would have to be smaller takes more pages. Raises UserError
    if there is no room for a font, and for letters that none has.
    """
    if lacking := pdf_fonts.lacking(text):
        raise UserError(f"there is no font for {lacking!a}; take html and print that")
    with files.scratch() as folder:
        page = Page(text, folder)
        page.set_title(title)
        page.set_lang("en")
        page.set_creator("Scorepad")
        for sheet in sheets:
            _draw(page, _fitted(page, sheet, least))
        return bytes(page.output())


def _characters(evenings: list[Evening]) -> Iterator[str]:
    yield "♣♦♥♠"
    for evening in evenings:
        yield from evening.called


def _fitted(page: Page, sheet: Sheet, least: float) -> list[Line]:
    """The lines of a sheet, and the page's scale so that they fit.

    Smaller text is broken into fewer lines, hence the second look.
    """
    page.scale = 1.0
    for _ in range(2):
        lines = list(sheet(page))
        page.scale = max(least, min(1.0, _HIGH / sum(line.height for line in lines)))
    return lines


def _draw(page: Page, lines: list[Line]) -> None:
    """On a new page; only what is too much even at the least size goes on to another."""
    page.add_page()
    top = _TOP
    for line in lines:
        kept = (line.height + line.keep) * page.scale
        if top + kept > _TOP + _HIGH + 0.01:  # a length may be a rounding error too long
            page.add_page()
            top = _TOP if line.again is None else _drawn(page, line.again, _TOP)
        top = _drawn(page, line, top)


def _drawn(page: Page, line: Line, top: float) -> float:
    """Draws a line; where the next one begins."""
    height = line.height * page.scale
    line.draw(page, top, height)
    return top + height


def _lines(page: Page, evening: Evening) -> Iterator[Line]:
    session = evening.session
    yield from _title(evening)
    yield from _players(evening)
    if wording.on_paper(session):
        yield from _paper(session)
        yield Line(3)
        yield _outcome(session)
    yield Line(4)
    yield from _deals(page, session)
    if not wording.on_paper(session):
        yield Line(3)
        yield from (text_line(said, 9, PALE, Align.L, 4.5) for said in wording.premiums(session))
        yield _outcome(session)


def text_line(text: str, size: float, colour: Colour, align: Align, height: float) -> Line:
    """A line of text across the page."""

    def draw(page: Page, top: float, high: float) -> None:
        page.write_in((LEFT, top, ROOM, high), text, size, colour, align)

    return Line(height, draw)


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
        for left, seat in zip((LEFT, _WIDTH / 2), seats, strict=True):
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
    yield _line_beneath(len(accounts), _THICK)
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
    return (_WIDTH - width) / 2, width / accounts


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


_SAID = (7.0, 16.0, 13.0, 22.0, 12.0, 14.0)  # width of the columns up to the result
_POINTS = {2: 17.0, 4: 12.0}  # of each with points, by how many, where reasons follow
_GAP = 3.0
_SIZE = 9.0


def _deals(page: Page, session: Session) -> Iterator[Line]:
    if not session.deals:
        return
    why = wording.on_paper(session)
    points = wording.point_heads(session)
    width = _POINTS[len(points)] if why else (ROOM - sum(_SAID)) / len(points)
    table = _Table(len(points), width)
    yield table.heads([*wording.deal_heads(session), *points], "Why" * why)
    for row in deals(session):
        said = page.lines_of(row.why, table.why_width, _SIZE) if why else [""]
        yield table.row(row, said)


@dataclass(frozen=True)
class _Table:
    """The list of deals: how many columns have points, and how wide these are."""

    amounts: int
    width: float

    @property
    def why_left(self) -> float:
        """Where the column begins that says what points are for."""
        return LEFT + sum(_SAID) + self.amounts * self.width + _GAP

    @property
    def why_width(self) -> float:
        """How wide it is."""
        return LEFT + ROOM - self.why_left

    def heads(self, names: list[str], why: str) -> Line:
        """The heads, and a line beneath them."""

        def draw(page: Page, top: float, height: float) -> None:
            for name, (left, width, align) in zip(names, self._boxes(), strict=True):
                page.write_in((left, top, width, height), name, _SIZE, PALE, align)
            page.write_in((self.why_left, top, self.why_width, height), why, _SIZE, PALE)
            page.rule(LEFT, top + height, LEFT + ROOM, THIN)

        return Line(5.5, draw)

    def row(self, row: Dealt, why: list[str]) -> Line:
        """A deal, and a line beneath it."""
        lines = max(1, len(why))

        def draw(page: Page, top: float, height: float) -> None:
            high = height / lines
            self._said(page, row, top, high)
            for number, said in enumerate(why):
                box = (self.why_left, top + number * high, self.why_width, high)
                page.write_in(box, said, _SIZE)
            page.rule(LEFT, top + height, LEFT + ROOM, THIN if row.ruled else HAIR)

        return Line(5.2 * lines, draw)

    def _boxes(self) -> Iterator[tuple[float, float, Align]]:
        """Left, width and alignment of the columns up to the points."""
        left = LEFT
        for place, wide in enumerate((*_SAID, *[self.width] * self.amounts)):
            right = place == 0 or place >= len(_SAID)
            gap = _GAP if place else 0
            yield left + gap, wide - gap, Align.R if right else Align.L
            left += wide

    def _said(self, page: Page, row: Dealt, top: float, height: float) -> None:
        declarer, result = wording.played(row.deal)
        said = [str(row.number), row.where, row.vulnerable, "", declarer, _minus(result)]
        cells = [*(said if row.number else [""] * len(said)), *map(_minus, row.amounts)]
        for place, (cell, (left, width, align)) in enumerate(
            zip(cells, self._boxes(), strict=True)
        ):
            box = (left, top, width, height)
            if place == 3 and row.number:
                _contract(page, row.deal, box)
            else:
                page.write_in(box, cell, _SIZE, align=align)


def _contract(page: Page, deal: int, box: tuple[float, float, float, float]) -> None:
    """Level, strain in its colour, doubling."""
    left, top, width, height = box
    right = left + width
    strain = wording.contract(deal)[1]
    red = level(deal) > 0 and strain in wording.RED
    for part, colour in zip(wording.contract(deal), (INK, _RED if red else INK, INK), strict=True):
        left = page.write_in((left, top, right - left, height), part, _SIZE, colour)


def _minus(text: str) -> str:
    return text.replace("-", "−")
