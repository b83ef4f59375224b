"""Trouble is a page, never a dead screen: what happened, where, what OK will do."""

from firmware.buttons import OK
from firmware.ui import text, words
from firmware.ui.fonts import small
from firmware.ui.screen import Screen
from firmware.ui.widgets import WIDTH, footer, title


class Trouble(Screen):
    """`what`: a headline, `where`: two lines more; `outcome`: what OK leads to."""

    name = "trouble"

    def __init__(self, what: str, where: str, ok: str, outcome: str):
        super().__init__(None)
        self._what, self._where = what, where
        self._ok, self._outcome = ok, outcome

    def draw(self, fb) -> None:
        title(fb, words.say("trouble"))
        text.draw(fb, small, self._what, 0, 15)
        rest = self._where
        for y in (27, 39):
            line = text.fit_words(small, rest, WIDTH)
            text.draw(fb, small, line, 0, y)
            rest = rest[len(line) :].lstrip()
        footer(fb, self._ok, "")

    def key(self, key: int) -> str | None:
        return self._outcome if key == OK else None
