"""The next board: UP and DOWN one, LEFT and RIGHT ten; warns of a board played before."""

from firmware.keys import OK, rightward, upward
from firmware.scoring.deal import MAX_BOARD
from firmware.ui import text, words
from firmware.ui.fonts import large, small
from firmware.ui.screen import WIDTH, Screen, footer, title


class Board(Screen):
    name = "board"

    def __init__(self, game):
        super().__init__(game)
        self.chosen = game.draft.entry.place or 1

    def draw(self, fb) -> None:
        title(fb, words.say("which board"))
        text.draw(fb, large, str(self.chosen), WIDTH // 2, 13, 1, text.CENTRED)
        played = self._is_played()
        if played:
            text.draw(fb, small, words.say("played before"), WIDTH // 2, 40, 1, text.CENTRED)
        footer(fb, "" if played else words.say("next"), "")

    def key(self, key: int) -> str | None:
        if key == OK:
            if self._is_played():
                return None
            self.game.draft.entry.place = self.chosen
            return "asked" if self._is_strange() else "chosen"
        step = upward(key) + 10 * rightward(key)
        self.chosen = (self.chosen - 1 + step) % MAX_BOARD + 1
        return None

    def _is_strange(self) -> bool:
        """Return True if the board is not one that the event has for this round."""
        session, draft = self.game.session, self.game.draft
        if not session.rounds or draft.entry.corrects:
            return False
        return self.chosen not in session.rounds.boards_left(session, draft.round_index)

    def _is_played(self) -> bool:
        """Return True if the chosen board was played already."""
        return self.game.draft.is_played(self.game.session, self.chosen)
