"""Trouble is a page, never a dead screen: what happened, what to do."""

from firmware.buttons import OK
from firmware.ui import text, words
from firmware.ui.fonts import medium, small
from firmware.ui.screen import Screen
from firmware.ui.widgets import WIDTH, footer, title


class Trouble(Screen):
    """`what`: a headline, `where`: one line more; `outcome`: what OK leads to."""

    name = "trouble"

    def __init__(self, what: str, where: str, ok: str, outcome: str):
        super().__init__(None)
        self._what, self._where = what, where
        self._ok, self._outcome = ok, outcome

    def draw(self, fb) -> None:
        title(fb, words.say("trouble"))
        text.draw(fb, medium, text.fit(medium, self._what, WIDTH), 0, 15)
        text.draw(fb, small, text.fit(small, self._where, WIDTH), 0, 35)
        footer(fb, self._ok, "")

    def key(self, key: int) -> str | None:
        return self._outcome if key == OK else None
