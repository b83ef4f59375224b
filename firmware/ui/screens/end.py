"""The game is over: who wins and by how much. LEFT and RIGHT choose what OK will do."""

from micropython import const

from firmware.keys import OK, rightward
from firmware.ui import text, words
from firmware.ui.fonts import medium, small
from firmware.ui.points import draw_totals
from firmware.ui.screen import WIDTH, Screen, footer, title

_OUTCOMES = ("sheet", "finish", "again", "cut")  # at first not for good: OK may come twice
_MARGIN = const(42)  # px right of the totals


class End(Screen):
    name = "end"

    def draw(self, fb) -> None:
        sheet = self.game.session.sheet
        title(fb, self._verdict(sheet))
        draw_totals(fb, self.game)
        if sheet.options.get("settle") == "100s" and sheet.winner >= 0:
            text.draw(fb, small, words.say("settled"), WIDTH, 18, 1, text.RIGHT)
            font = text.largest(str(sheet.margin), _MARGIN, medium, small)
            text.draw(fb, font, str(sheet.margin), WIDTH, 33, 1, text.RIGHT)
        footer(fb, words.say("e " + _OUTCOMES[self.chosen]), "▶")

    def _verdict(self, sheet) -> str:
        """Return who wins and by how many points, even if the settlement is rounded."""
        if "board" in sheet.asks:
            return words.say(sheet.name)
        if sheet.winner < 0:
            return words.say("tie")
        winner = words.account(self.game, sheet.winner)
        by = "win by" if len(sheet.totals) == 2 else "wins by"
        margin = sheet.margin
        if sheet.options.get("settle") == "100s":
            totals = sorted(sheet.totals)
            margin = totals[-1] - totals[-2]
        return f"{winner} {words.say(by)} {margin}"

    def key(self, key: int) -> str | None:
        if key == OK:
            shown = "sheet" if self.game.session.sheet.on_paper else "deals"
            return _OUTCOMES[self.chosen] if self.chosen else shown
        self.chosen = (self.chosen + rightward(key)) % len(_OUTCOMES)
        return None
