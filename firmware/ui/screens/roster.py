"""The player in a seat: the club's players in the order that the PC sent, a guest first."""

from micropython import const

from firmware.keys import OK, rightward, upward
from firmware.ui import words
from firmware.ui.screen import Screen, footer, rows, title

_PAGE = const(10)  # names that LEFT and RIGHT go on


class Roster(Screen):
    name = "roster"

    def __init__(self, game):
        super().__init__(game)
        self._seat = game.draft.seat
        self._roster = game.roster()
        self.chosen = self._roster.place(game.draft.setup.players[self._seat]) + 1

    def draw(self, fb) -> None:
        title(fb, words.say(words.SEAT_NAMES[self._seat]))
        rows(fb, self._row, self._count(), self.chosen)
        footer(fb, words.say("choose"))

    def _count(self) -> int:
        """Return the number of rows; a PC may have sent a shorter roster."""
        count = self._roster.count() + 1
        self.chosen = min(self.chosen, count - 1)
        return count

    def _row(self, row: int) -> str:
        return (row and self._roster.at(row - 1)[1]) or words.say("guest")

    def key(self, key: int) -> str | None:
        count = self._count()
        if key == OK:
            place = self.chosen - 1
            player = self._roster.at(place)[0] if place >= 0 else 0
            self.game.draft.setup.seat(self._seat, player)
            return "chosen"
        self.chosen = (self.chosen - upward(key) + _PAGE * rightward(key)) % count
        return None
