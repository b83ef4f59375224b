"""Tests that a person looks at: of the buttons and of the panel; BACK leaves."""

from micropython import const

from firmware.ui import text, words
from firmware.ui.fonts import small
from firmware.ui.screen import HEIGHT, WIDTH, Screen, footer

# Top left corners of UP DOWN LEFT RIGHT OK BACK, laid out as on the tablet.
_PLACES = ((26, 0), (26, 34), (0, 17), (52, 17), (92, 8), (92, 28))
_LABELS = ("▲", "▼", "◀", "▶", "OK", "back")
_WIDE, _HIGH = 26, 15
_SQUARE = const(8)
_PICTURES = const(4)


class Buttons(Screen):
    """Lit is what is down now, framed what has been."""

    name = "buttons"

    def __init__(self, game):
        super().__init__(game)
        self._down = game.desk.keys_down()
        self._seen = [False] * len(_PLACES)

    def draw(self, fb) -> None:
        for key, (x, y) in enumerate(_PLACES):
            wide = _WIDE + 8 if key >= 4 else _WIDE
            if self._down[key]:
                fb.fill_rect(x, y, wide, _HIGH, 1)
            elif self._seen[key]:
                fb.rect(x, y, wide, _HIGH, 1)
            lit = 0 if self._down[key] else 1
            text.draw_centred(fb, small, words.say(_LABELS[key]), x, wide, y + 2, lit)
        footer(fb, "")

    def tick(self) -> bool:
        before, self._down = self._down, self.game.desk.keys_down()
        for key, down in enumerate(self._down):
            self._seen[key] = self._seen[key] or down
        return before != self._down


class Panel(Screen):
    """All lit, a chessboard, the other one, dark; any key goes on."""

    name = "panel"

    def __init__(self, game):
        super().__init__(game)
        self._picture = 0

    def draw(self, fb) -> None:
        if self._picture == 0:
            fb.fill(1)
        elif self._picture < _PICTURES - 1:
            self._draw_chessboard(fb, self._picture - 1)

    def _draw_chessboard(self, fb, first: int) -> None:
        for y in range(0, HEIGHT, _SQUARE):
            odd = (y // _SQUARE + first) % 2
            for x in range(odd * _SQUARE, WIDTH, 2 * _SQUARE):
                fb.fill_rect(x, y, _SQUARE, _SQUARE, 1)

    def key(self, key: int) -> str | None:
        self._picture = (self._picture + 1) % _PICTURES
        return None
