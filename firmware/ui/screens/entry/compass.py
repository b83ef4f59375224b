"""The declarer: the arrow is the answer, OK is passed out."""

from micropython import const

from firmware.keys import DOWN, LEFT, OK, RIGHT, UP
from firmware.scoring.deal import EAST, NORTH, SOUTH, WEST
from firmware.ui import text, words
from firmware.ui.fonts import medium, small
from firmware.ui.screen import WIDTH, Screen, footer, lines

SEAT_OF_KEY = {UP: NORTH, RIGHT: EAST, DOWN: SOUTH, LEFT: WEST}
PLACES = ((20, 0), (40, 22), (20, 45), (0, 22))  # top left corners of N, E, S, W
BOX = 20
_RIGHT = const(63)  # x of what stands beside the table


def draw_compass(fb, dealer: int, vulnerable: int, left_out: int = -1) -> None:
    """Draw the table in the left half: the dealer framed, vulnerable seats dark on lit."""
    for seat, (x, y) in enumerate(PLACES):
        lit = vulnerable >> seat % 2 & 1
        if lit:
            fb.fill_rect(x + 1, y, BOX - 1, 19, 1)
        if seat != left_out:
            text.draw(
                fb, medium, words.seat(seat), x + BOX // 2, y + 2, 0 if lit else 1, text.CENTRED
            )
        if seat == dealer:
            fb.rect(x, y, BOX + 1, 19, 1)


class Compass(Screen):
    name = "compass"

    def __init__(self, game):
        super().__init__(game)
        sheet, place = game.sheet(), game.draft.entry.place
        self._dealer, self._vulnerable = sheet.dealer_at(place), sheet.vulnerable_at(place)
        self._part_scores = list(sheet.part_scores)
        past = sheet.dealt - int(sheet.options.get("deals", sheet.dealt + 1))
        self._of_wheel = sheet.wheel and f"{sheet.dealt % sheet.wheel + 1} %s {sheet.wheel}"
        self._tie = past >= 0 and past % 2 == 0  # else the match would be over

    def draw(self, fb) -> None:
        draw_compass(fb, self._dealer, self._vulnerable)
        self._draw_number(fb)
        if self.game.draft.entry.corrects:
            lines(fb, words.say("enter again"), _RIGHT, 20, WIDTH - _RIGHT)
        elif self._tie:
            lines(fb, words.say("two more"), _RIGHT, 18, WIDTH - _RIGHT)
            self._draw_saved(fb, 42)
        elif self.game.saved:
            self._draw_saved(fb, 18)
            self._draw_gains(fb)
        elif any(self._part_scores):
            self._draw_part_scores(fb)
        elif len(self._part_scores) == 2:
            lines(fb, words.say(f"vulnerable {self._vulnerable}"), _RIGHT, 20, WIDTH - _RIGHT)
        footer(fb, words.say("pass"), "")

    def _draw_number(self, fb) -> None:
        entry = self.game.draft.entry
        said = words.say("board" if entry.place else "deal")
        said += " " + str(entry.place or entry.number)  # as the lists say, void ones among them
        if self._of_wheel:
            said = self._of_wheel % words.say("of")
        font = text.largest(said, WIDTH - PLACES[1][0] - 2, medium, small)
        text.draw(fb, font, said, WIDTH, 0, 1, text.RIGHT)

    def _draw_saved(self, fb, y: int) -> None:
        if self.game.saved:
            text.draw(fb, small, words.say("saved"), _RIGHT, y)

    def _draw_gains(self, fb) -> None:
        """Draw what the deal has added, a line for each account, large if there is only one."""
        gains = [(n, points) for n, points in enumerate(self.game.saved) if points > 0]
        y = 33 if len(gains) < 2 else 30
        for account, points in gains[:2]:
            x = text.draw(fb, small, words.account(self.game, account), _RIGHT, y)
            said = f"+{points}"
            if len(gains) < 2 and text.largest(said, WIDTH - x - 1, medium, small) is medium:
                text.draw(fb, medium, said, WIDTH, y - 2, 1, text.RIGHT)
            else:
                text.draw(fb, small, said, WIDTH, y, 1, text.RIGHT)
            y += 11

    def _draw_part_scores(self, fb) -> None:
        if len(self._part_scores) > 2:
            for seat, points in enumerate(self._part_scores):
                y = 19 + 15 * (seat // 2)
                text.draw(fb, small, f"{words.seat(seat)} {points}", 66 + 32 * (seat % 2), y)
            return
        for side, points in enumerate(self._part_scores):
            text.draw(fb, medium, words.side(side), _RIGHT, 17 + 17 * side)
            text.draw(fb, medium, str(points), WIDTH, 17 + 17 * side, 1, text.RIGHT)

    def key(self, key: int) -> str | None:
        if key == OK:
            return "pass"
        if key not in SEAT_OF_KEY:
            return None
        self.game.draft.entry.passed = False
        self.game.draft.entry.declarer = SEAT_OF_KEY[key]
        return "declarer"
