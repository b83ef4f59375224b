"""The deals one by one: who got how many points, and the totals after it. OK explains a deal."""

from array import array

from micropython import const

from firmware.keys import OK, rightward, upward
from firmware.scoring.deal import level
from firmware.scoring.sheet import unpacked
from firmware.ui import words
from firmware.ui.points import deal_number, gains_text
from firmware.ui.screen import Screen, footer, rows, title

_PAGE = const(5)  # deals that LEFT and RIGHT go on
_ROOM = const(18)  # characters of a row


class Deals(Screen):
    name = "deals"

    def __init__(self, game):
        super().__init__(game)
        self._accounts = len(game.session.sheet.accounts)
        self._count = len(game.session.deals)
        self._points = array("i", [0] * (self._accounts * (self._count + game.session.closed)))
        for row in game.session.rows():
            start = self._accounts * ((row.number or self._count + 1) - 1)
            for account, _, points, _ in unpacked(row.postings):
                self._points[start + account] += points
        self.chosen = max(0, self._count - 1)

    def draw(self, fb) -> None:
        count = self._count + self.game.session.closed
        title(fb, self._deal_text(self.chosen) if count else words.say("deals"))
        rows(fb, self._row, count, self.chosen)
        footer(fb, words.say("why") if self._can_open() else "")

    def _deal_text(self, row: int) -> str:
        """Return the contract of a deal, or the label of the points at the end."""
        if row == self._count:
            return words.say("at end")
        return words.deal_text(self.game.session.deals[row])

    def _can_open(self) -> bool:
        """Return True if the row can be opened; a void deal can be entered again."""
        return self.chosen < self._count or self.game.session.closed

    def _row(self, row: int) -> tuple[str, str]:
        session = self.game.session
        label = deal_number(session, row + 1 if row < self._count else 0) + " "
        if row < self._count and session.deals[row] < 0:
            return label + self._deal_text(row), ""
        start = self._accounts * row
        points = list(self._points[start : start + self._accounts])
        if row < self._count and not level(session.deals[row]) and not any(points):
            label += words.say("pass")
        else:
            label += gains_text(points)
        if self._accounts > 2:
            return label, ""
        totals = self._totals(row)
        label = label.replace("-", "", 1)  # NS, for there is little room
        if len(label) + len(totals) > _ROOM:  # no figure is cut: why says it
            label = label.split(" ")[0]
        return label, totals

    def _totals(self, row: int) -> str:
        """Return the totals after a row; only of N-S if the other side's are the opposite."""
        ns, ew = [sum(self._points[i] for i in range(n, 2 * row + 2, 2)) for n in (0, 1)]
        return f"{ns:+d}" if ns == -ew and ns else f"{ns}:{ew}"

    def key(self, key: int) -> str | None:
        if key == OK:
            if not self._can_open():
                return None
            self.game.draft.row = self.chosen + 1 if self.chosen < self._count else 0
            return "why"
        step = -upward(key) + _PAGE * rightward(key)
        self.chosen = max(0, min(self.chosen + step, self._count + self.game.session.closed - 1))
        return None
