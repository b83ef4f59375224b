"""The other side accepts the result before it is saved: RIGHT by them; BACK opens it again."""

from firmware.ui import text, words
from firmware.ui.fonts import medium, small
from firmware.ui.points import gains_text
from firmware.ui.screen import WIDTH, Question, answers, title


class Accept(Question):
    name = "accept"

    def draw(self, fb) -> None:
        title(fb, f"{self._others()}: {words.say('accept by')}")
        lines = words.deal_text(self.game.deal()), gains_text(self.game.preview())
        for row, said in enumerate(lines):
            font = text.largest(said, WIDTH, medium, small)
            text.draw(fb, font, said, 0, 15 + 18 * row)
        answers(fb)

    def _others(self) -> str:
        """Return the side that defended, or the two players."""
        entry = self.game.draft.entry
        if "acceptor" not in self.game.session.sheet.asks:
            return words.side(1 - entry.declarer % 2)
        contractors = entry.declarer, (entry.declarer + entry.acceptor) % 4
        return " ".join([words.seat(seat) for seat in range(4) if seat not in contractors])
