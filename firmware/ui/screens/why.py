"""Why a deal scored what it scored: its points one by one. OK changes the deal."""

from firmware.keys import DOWN, OK, UP
from firmware.ui import words
from firmware.ui.points import number
from firmware.ui.screen import Screen, footer, rows, title


class Why(Screen):
    """`game.row`: which deal, or 0 for what was given when the players stopped."""

    name = "why"

    def __init__(self, game):
        super().__init__(game)
        self._postings = []
        for row in game.session.rows():
            if row.number == game.row:
                self._postings = row.postings

    def draw(self, fb) -> None:
        session, deal = self.game.session, self.game.row
        played = words.played(session.deals[deal - 1]) if deal else words.say("at end")
        title(fb, played, number(session, deal))
        rows(fb, self._posting, len(self._postings), self.chosen)
        footer(fb, words.say("change") if deal else "")

    def _posting(self, row: int) -> tuple[str, str]:
        account, _, points, reason = self._postings[row]
        return _said(reason), f"{words.account(self.game, account)} {points}"

    def key(self, key: int) -> str | None:
        if key == OK:
            if not self.game.row:
                return None
            return "change" if self.game.may_change() else "locked"
        count = max(1, len(self._postings))
        self.chosen = (self.chosen + (key == DOWN) - (key == UP)) % count
        return None


def _said(reason: str) -> str:
    """What points are for; of a premium that is withdrawn the sign says so."""
    reason = reason.replace(" withdrawn", "")
    return words.known("r " + reason, reason)
