"""Test of the panel: all lit, a chessboard, the other one, dark. Any key goes on, BACK leaves."""

from micropython import const

from firmware.ui.screen import HEIGHT, WIDTH, Screen

_SQUARE = const(8)
_PICTURES = const(4)


class Panel(Screen):
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
