"""The paper score sheet: above the line, the line, below it with a line after each game.

We and They, or at Pirate Bridge a column for each player with the total at its foot. OK leads to
the deals one by one.
"""

from micropython import const

from firmware.keys import OK, upward
from firmware.scoring.sheet import ABOVE, unpacked
from firmware.ui import text, words
from firmware.ui.fonts import small
from firmware.ui.screen import FOOTER, WIDTH, Screen, footer

_ROWS = const(3)  # lines of points that fit below the head
_HEAD = const(12)  # px: the bar with the names
_TOP = const(13)
_PITCH = const(14)  # px from row to row: a line, and a dark one on either side
_MARGIN = const(3)  # px between points and the line right of them


class Sheet(Screen):
    name = "sheet"

    def __init__(self, game):
        super().__init__(game)
        columns = len(game.session.sheet.totals)
        self._wide = WIDTH // columns
        self._above = [[] for _ in range(columns)]  # type: list[list[int]]  # from the line up
        self._below = [[] for _ in range(columns)]  # type: list[list[int]]
        self._lines: list[int] = []  # rows below, above which a line is drawn after a game
        for row in game.session.rows():
            self._write(row.postings, row.line)
        if columns > 2:
            self._end_game()
            for column, total in zip(self._below, game.session.sheet.totals):
                column.append(total)
        self._height = _longest(self._above)
        self._first = max(0, min(self._height - 1, self._count() - _ROWS))

    def _write(self, postings, line: int) -> None:
        for account, where, points, _ in unpacked(postings):
            (self._above if where == ABOVE else self._below)[account].append(points)
        if line:
            self._end_game()

    def _end_game(self) -> None:
        """Start the next game on the same row for all."""
        height = _longest(self._below)
        for column in self._below:
            column.extend([0] * (height - len(column)))
        self._lines.append(height)

    def _count(self) -> int:
        return self._height + _longest(self._below)

    def _points(self, account: int, row: int) -> int:
        """Return the points in a row of the whole sheet; 0 = nothing."""
        column, place = self._below[account], row - self._height
        if place < 0:
            column, place = self._above[account], -place - 1
        return column[place] if place < len(column) else 0

    def draw(self, fb) -> None:
        fb.fill_rect(0, 0, WIDTH, _HEAD, 1)
        for account, total in enumerate(self.game.session.sheet.totals):
            left, right = self._edges(account)
            name = words.account(self.game, account)
            if len(self._below) > 2:
                text.draw(fb, small, name, left + self._wide // 2, 1, 0, text.CENTRED)
            else:
                text.draw(fb, small, name, left + 2, 1, 0)
                said = _points_text(total, self._wide - 2 - text.width(small, name) - _MARGIN)
                text.draw(fb, small, said, right, 1, 0, text.RIGHT)
            if left:
                fb.vline(left - 1, 0, _HEAD, 0)
                fb.vline(left - 1, _HEAD, FOOTER - _HEAD - 1, 1)
        for place in range(_ROWS):
            self._draw_row(fb, self._first + place, place)
        footer(fb, words.say("deals"))

    def _edges(self, account: int) -> tuple[int, int]:
        """Return where the column of an account begins, and where its figures end."""
        return account * self._wide, (account + 1) * self._wide - _MARGIN

    def _draw_row(self, fb, row: int, place: int) -> None:
        y = _TOP + place * _PITCH
        foot = len(self._below) > 2 and row == self._count() - 1
        if foot:
            y += 1 - place  # away from the bars above and below
            fb.fill_rect(0, y - 1, WIDTH, small.HEIGHT, 1)
        elif row == self._height and place:
            fb.fill_rect(0, y - 3, WIDTH, 2, 1)
        elif row - self._height in self._lines and row < self._count():
            fb.hline(0, y - 2, WIDTH, 1)
        for account in range(len(self._below)):
            points = self._points(account, row)
            if points or foot:
                right = self._edges(account)[1]
                said = _points_text(points, self._wide - _MARGIN)
                text.draw(fb, small, said, right, y, 0 if foot else 1, text.RIGHT)

    def key(self, key: int) -> str | None:
        if key == OK:
            return "deals"
        last = max(0, self._count() - _ROWS)
        self._first = max(0, min(self._first - upward(key), last))
        return None


def _points_text(points: int, w: int) -> str:
    """Return the points, or only the thousands if they are wider than `w` pixels."""
    said = str(points)
    if text.width(small, said) <= w:
        return said
    return f"{'-' if points < 0 else ''}{abs(points) // 1000}k"


def _longest(columns) -> int:
    return max(len(column) for column in columns)
