"""The deals of a session as a table in a PDF, with the reason of each score."""

from collections.abc import Iterator
from dataclasses import dataclass

from fpdf import Align

from firmware.scoring.deal import level
from firmware.session import Session
from scorepad import wording
from scorepad.reports.content.score_sheet import Dealt, deals
from scorepad.reports.drawing.pdf.pages import HAIR, INK, LEFT, PALE, RED, ROOM, THIN, Line, Page

_SAID = (7.0, 16.0, 13.0, 22.0, 12.0, 14.0)  # width of the columns up to the result
_POINTS = {2: 17.0, 4: 12.0}  # of each with points, by how many, where reasons follow
_GAP = 3.0
_SIZE = 9.0


def deals_of(page: Page, session: Session) -> Iterator[Line]:
    """The lines of the table; none where nothing was dealt."""
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
    for part, colour in zip(wording.contract(deal), (INK, RED if red else INK, INK), strict=True):
        left = page.write_in((left, top, right - left, height), part, _SIZE, colour)


def _minus(text: str) -> str:
    return text.replace("-", "−")
