"""The game is over: who wins and by how much. OK stores it as complete."""

from firmware.buttons import DOWN, OK, UP
from firmware.ui import text, words
from firmware.ui.fonts import large, small
from firmware.ui.screen import Screen
from firmware.ui.widgets import footer, title


class End(Screen):
    name = "end"

    def draw(self, fb) -> None:
        sheet = self.game.session.sheet
        title(fb, self._verdict(sheet))
        for side, total in enumerate(sheet.totals):
            text.draw_centred(fb, small, words.side(side), 64 * side, 64, 13)
            text.draw_centred(fb, large, str(total), 64 * side, 64, 24)
        fb.vline(64, 14, 36, 1)
        footer(fb, words.say("finish"), "")

    def _verdict(self, sheet) -> str:
        if sheet.winner < 0:
            return words.say("tie")
        return " ".join((words.side(sheet.winner), words.say("win by"), str(sheet.margin)))

    def key(self, key: int) -> str | None:
        if key == OK:
            return "finish"
        return "sheet" if key in (UP, DOWN) else None
