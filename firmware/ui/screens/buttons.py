"""Test of the buttons: lit is what is down now, framed what has been; BACK leaves."""

from firmware.ui import text, words
from firmware.ui.fonts import small
from firmware.ui.screen import Screen, footer

# Top left corners of UP DOWN LEFT RIGHT OK BACK, laid out as on the tablet.
_PLACES = ((26, 0), (26, 34), (0, 17), (52, 17), (92, 8), (92, 28))
_LABELS = ("▲", "▼", "◀", "▶", "OK", "back")
_WIDE, _HIGH = 26, 15


class Buttons(Screen):
    name = "buttons"

    def __init__(self, game):
        super().__init__(game)
        self._down = game.keys_down()
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
        before, self._down = self._down, self.game.keys_down()
        for key, down in enumerate(self._down):
            self._seen[key] = self._seen[key] or down
        return before != self._down
