"""Who plays the hand: the arrow is the answer, OK is passed out."""

from firmware.buttons import DOWN, LEFT, OK, RIGHT, UP
from firmware.scoring.deal import EAST, NORTH, SOUTH, WEST
from firmware.ui import text, words
from firmware.ui.fonts import medium, small
from firmware.ui.screen import Screen
from firmware.ui.widgets import WIDTH, footer

SEAT_OF_KEY = {UP: NORTH, RIGHT: EAST, DOWN: SOUTH, LEFT: WEST}
PLACES = ((20, 0), (40, 22), (20, 45), (0, 22))  # top left corners of N, E, S, W
BOX = 20


def draw_compass(fb, dealer: int, vulnerable: int) -> None:
    """The table from above in the left half: the dealer framed, vulnerable seats dark on lit."""
    for seat, (x, y) in enumerate(PLACES):
        lit = vulnerable >> seat % 2 & 1
        if lit:
            fb.fill_rect(x + 1, y, BOX - 1, 19, 1)
        text.draw_centred(fb, medium, words.seat(seat), x, BOX, y + 1, 0 if lit else 1)
        if seat == dealer:
            fb.rect(x, y, BOX + 1, 19, 1)


class Compass(Screen):
    name = "compass"

    def draw(self, fb) -> None:
        session = self.game.session
        draw_compass(fb, session.sheet.dealer, session.sheet.vulnerable)
        deal = sum(1 for deal in session.deals if deal >= 0) + 1
        font = medium if deal < 100 else small
        text.draw(fb, font, words.say("deal") + " " + str(deal), 66, 0)
        if self.game.saved:
            self._draw_saved(fb)
        else:
            self._draw_part_scores(fb)
        footer(fb, words.say("pass"), "")

    def _draw_saved(self, fb) -> None:
        text.draw(fb, small, words.say("saved"), 66, 18)
        for side, points in enumerate(self.game.saved):
            if points:
                text.draw(fb, small, f"{words.side(side)} +{points}", 66, 30)

    def _draw_part_scores(self, fb) -> None:
        for side, points in enumerate(self.game.session.sheet.part_scores):
            text.draw(fb, small, words.side(side), 66, 20 + 13 * side)
            text.draw_right(fb, small, str(points), WIDTH, 20 + 13 * side)

    def key(self, key: int) -> str | None:
        if key == OK:
            return "pass"
        if key not in SEAT_OF_KEY:
            return None
        self.game.declarer = SEAT_OF_KEY[key]
        return "declarer"
