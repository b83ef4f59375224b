"""The paper score sheet: above the line, the line, below it with a line after each game."""

from micropython import const

from firmware.buttons import DOWN, UP
from firmware.scoring.paper import Paper
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
        paper = Paper(2, game.session.rows())
        self._rows = _pairs(paper.above, -1)
        self._line = len(self._rows)  # the thick line stands above this row
        self._lines = []  # the thin ones
        for played in paper.games:
            self._rows += _pairs(played, 1)
            self._lines.append(len(self._rows))
        self._first = max(0, min(self._line - 2, len(self._rows) - _ROWS))

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

    def _draw_row(self, fb, index: int, y: int) -> None:
        if index == self._line:
            fb.fill_rect(0, y - 1, WIDTH, 2, 1)
        elif index in self._lines[:-1]:
            fb.hline(0, y - 1, WIDTH, 1)
        if index < len(self._rows):
            for side, points in enumerate(self._rows[index]):
                text.draw_right(fb, small, points, _RIGHT_EDGES[side], y)

    def key(self, key: int) -> str | None:
        last = max(0, len(self._rows) - _ROWS)
        self._first = max(0, min(self._first + (key == DOWN) - (key == UP), last))
        return None


def _pairs(columns, direction: int) -> list[tuple[str, ...]]:
    """Two columns of points side by side; direction -1 writes them from the bottom up."""
    height = max(len(columns[0]), len(columns[1]))
    rows = []
    for row in range(height):
        rows.append(tuple([str(c[row][0]) if row < len(c) else "" for c in columns]))
    return rows[::direction]
