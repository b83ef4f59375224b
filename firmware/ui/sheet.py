"""The paper score sheet: above the line, the line, below it with a line after each game."""

from micropython import const

from firmware.buttons import DOWN, UP
from firmware.scoring.sheet import ABOVE
from firmware.ui import text, words
from firmware.ui.fonts import small
from firmware.ui.screen import Screen
from firmware.ui.widgets import HEIGHT, WIDTH

_ROWS = const(4)  # lines of points that fit beneath the head
_TOP = const(14)
_RIGHT_EDGES = (60, 124)


class Sheet(Screen):
    name = "sheet"

    def __init__(self, game):
        super().__init__(game)
        self._above: tuple[list[int], list[int]] = ([], [])  # per side, from the line upwards
        self._below: tuple[list[int], list[int]] = ([], [])
        self._lines: list[int] = []  # rows below, above which a line is drawn after a game
        for row in game.session.rows():
            self._write(row[5], row[6])
        self._height = _longest(self._above)
        self._first = max(0, min(self._height - 2, self._count() - _ROWS))

    def _write(self, postings, line: int) -> None:
        for account, where, points, _ in postings:
            (self._above if where == ABOVE else self._below)[account].append(points)
        if line:
            height = _longest(self._below)
            for column in self._below:  # the next game begins on the same row for both
                column.extend([0] * (height - len(column)))
            self._lines.append(height)

    def _count(self) -> int:
        return self._height + _longest(self._below)

    def _points(self, side: int, row: int) -> int:
        """What stands in a row of the whole sheet; 0 = nothing."""
        column, place = self._below[side], row - self._height
        if place < 0:
            column, place = self._above[side], -place - 1
        return column[place] if place < len(column) else 0

    def draw(self, fb) -> None:
        totals = self.game.session.sheet.totals
        fb.fill_rect(0, 0, WIDTH, small.HEIGHT + 1, 1)
        for side in (0, 1):
            text.draw(fb, small, words.side(side), 2 + 64 * side, 1, 0)
            text.draw_right(fb, small, str(totals[side]), _RIGHT_EDGES[side], 1, 0)
        fb.vline(63, 0, HEIGHT, 1)
        fb.vline(63, 0, small.HEIGHT + 1, 0)
        for row in range(_ROWS):
            self._draw_row(fb, self._first + row, _TOP + row * (small.HEIGHT + 1))

    def _draw_row(self, fb, row: int, y: int) -> None:
        if row == self._height:
            fb.fill_rect(0, y - 1, WIDTH, 2, 1)
        elif row - self._height in self._lines and row < self._count():
            fb.hline(0, y - 1, WIDTH, 1)
        for side in (0, 1):
            points = self._points(side, row)
            if points:
                text.draw_right(fb, small, str(points), _RIGHT_EDGES[side], y)

    def key(self, key: int) -> str | None:
        last = max(0, self._count() - _ROWS)
        self._first = max(0, min(self._first + (key == DOWN) - (key == UP), last))
        return None


def _longest(columns) -> int:
    return max(len(columns[0]), len(columns[1]))
