"""Date and time, UTC as in the log: LEFT and RIGHT move, UP and DOWN change, OK sets the clock."""

from micropython import const

from firmware.clock import to_datetime, to_minutes
from firmware.keys import DOWN, OK, UP, rightward
from firmware.ui import text, words
from firmware.ui.fonts import medium
from firmware.ui.screen import Screen, footer, title

_FIRST = const(2024)  # a clock that says an earlier year has not been set
_LAST = const(2099)
_NOT_SET = (2026, 1, 1, 0, 12, 0)


class Clock(Screen):
    """Fields: year, month, day, hour, minute."""

    name = "clock"

    def __init__(self, game):
        super().__init__(game)
        year, month, day, _, hour, minute = (
            to_datetime(game.board.minutes()) if game.board.minutes() else _NOT_SET
        )[:6]
        self._fields = [year, month, day, hour, minute]
        self._at = 0
        self._changed = False  # until then OK does nothing, which may come twice

    def draw(self, fb) -> None:
        title(fb, words.say("d clock"), "UTC")
        year, month, day, hour, minute = self._fields
        x = self._draw(fb, medium, 0, str(year), 24, 15)
        x = text.draw(fb, medium, "-", x, 15)
        x = self._draw(fb, medium, 1, f"{month:02d}", x, 15)
        x = text.draw(fb, medium, "-", x, 15)
        self._draw(fb, medium, 2, f"{day:02d}", x, 15)
        x = self._draw(fb, medium, 3, f"{hour:02d}", 44, 34)
        x = text.draw(fb, medium, ":", x, 34)
        self._draw(fb, medium, 4, f"{minute:02d}", x, 34)
        footer(fb, words.say("set") if self._changed else "")

    def _draw(self, fb, font, field: int, said: str, x: int, y: int) -> int:
        """Draw a field, dark on lit if the keys change it."""
        lit = field == self._at
        wide = text.width(font, said)
        if lit:
            fb.fill_rect(x - 1, y - 1, wide, font.HEIGHT - 1, 1)
        return text.draw(fb, font, said, x, y, 0 if lit else 1)

    def key(self, key: int) -> str | None:
        if key == OK:
            year, month, day, hour, minute = self._fields
            self.game.director.when = to_minutes((year, month, day, 0, hour, minute))
            return "set" if self._changed else None
        self._at = (self._at + rightward(key)) % len(self._fields)
        if key in (UP, DOWN):
            self._change(1 if key == UP else -1)
        return None

    def _change(self, step: int) -> None:
        """Go round within the field; the day stays one that the month has."""
        self._changed = True
        fields, at = self._fields, self._at
        year, month, _, _, _ = fields
        least = (_FIRST, 1, 1, 0, 0)[at]
        most = (_LAST, 12, _days(year, month), 23, 59)[at]
        fields[at] = (fields[at] - least + step) % (most - least + 1) + least
        fields[2] = min(fields[2], _days(fields[0], fields[1]))


def _days(year: int, month: int) -> int:
    following = (year, month + 1) if month < 12 else (year + 1, 1)
    first, last = [to_minutes((y, m, 1, 0, 0, 0)) for y, m in ((year, month), following)]
    return (last - first) // (24 * 60)
