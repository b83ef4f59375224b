"""The points of a deal, and the ways to correct it."""

from firmware.keys import OK, upward
from firmware.scoring.sheet import unpacked
from firmware.ui import words
from firmware.ui.points import deal_number
from firmware.ui.screen import Screen, footer, rows, title


class Why(Screen):
    """The points of a deal, one by one; OK changes the deal.

    `game.draft.row`: which deal, or 0 for what was given when the players stopped.
    """

    name = "why"

    def __init__(self, game):
        super().__init__(game)
        self._postings = []
        for row in game.session.rows():
            if row.number == game.draft.row:
                self._postings = list(unpacked(row.postings))

    def draw(self, fb) -> None:
        session, deal = self.game.session, self.game.draft.row
        played = words.deal_text(session.deals[deal - 1]) if deal else words.say("at end")
        title(fb, played, deal_number(session, deal))
        rows(fb, self._row, len(self._postings), self.chosen)
        footer(fb, words.say("change") if deal else "")

    def _row(self, row: int) -> tuple[str, str]:
        account, _, points, reason = self._postings[row]
        return _reason_text(reason), f"{words.account(self.game, account)} {points}"

    def key(self, key: int) -> str | None:
        if key == OK:
            if not self.game.draft.row:
                return None
            return "change" if self.game.may_change() else "locked"
        count = max(1, len(self._postings))
        self.chosen = (self.chosen - upward(key)) % count
        return None


class Change(Screen):
    """The choice to enter a deal again or to cancel it; a cancelled deal can be restored."""

    name = "change"

    def __init__(self, game):
        super().__init__(game)
        void = game.session.deals[game.draft.row - 1] < 0
        self._rows = ("again",) if void else ("again", "void")

    def draw(self, fb) -> None:
        session, row = self.game.session, self.game.draft.row
        title(fb, words.deal_text(session.deals[row - 1]), deal_number(session, row))
        rows(fb, self._row, len(self._rows), self.chosen)
        footer(fb, words.say("choose"))

    def _row(self, row: int) -> str:
        return words.say(("enter again", "void")[row])

    def key(self, key: int) -> str | None:
        if key == OK:
            if not self.chosen:
                self.game.draft.change(self.game.session)
            return self._rows[self.chosen]
        self.chosen = (self.chosen - upward(key)) % len(self._rows)
        return None


def _reason_text(reason: str) -> str:
    """Return the text for a reason of points; the sign shows that a premium is withdrawn."""
    reason = reason.replace(" withdrawn", "")
    return words.find_text("r " + reason, reason)
