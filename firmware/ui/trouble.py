"""Trouble is a page, never a dead screen: what happened, where, what OK will do."""

from firmware.keys import OK
from firmware.ui import text, words
from firmware.ui.fonts import small
from firmware.ui.screen import Screen
from firmware.ui.widgets import footer, lines, title


class Trouble(Screen):
    """`head`: who can help; `what`: a headline, `where`: what it is about; `outcome`: of OK."""

    name = "trouble"

    def __init__(self, what: str, where: str, ok: str, outcome: str, head: str = "trouble"):
        super().__init__(None)
        self._head = head
        self._what, self._where = what, where
        self._ok, self._outcome = ok, outcome

    def draw(self, fb) -> None:
        title(fb, words.say(self._head))
        text.draw(fb, small, self._what, 0, 15)
        lines(fb, self._where, 0, 27 if self._what else 15)
        footer(fb, self._ok, "")

    def key(self, key: int) -> str | None:
        return self._outcome if key == OK else None
