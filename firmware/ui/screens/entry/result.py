"""The result: UP and DOWN tricks, LEFT and RIGHT doubling; the points change with it."""

from micropython import const

from firmware.keys import OK, rightward, upward
from firmware.ui import text, words
from firmware.ui.fonts import huge, large, medium, small
from firmware.ui.screen import WIDTH, Screen, footer

_STAKES = const(3)
_HALF = const(61)  # x right of what was made: there is room for four large digits beside it
_TO = const(108)  # x where the text ends that says what OK will do: OK itself stands higher


class Result(Screen):
    name = "result"

    def draw(self, fb) -> None:
        entry = self.game.draft.entry
        over = entry.overtricks
        # From the left, so that a trick more changes the last character only.
        text.draw(
            fb, huge if over > -10 else large, words.result(over), 0, 0 if over > -10 else 16
        )
        contract = words.contract(entry.level, entry.strain, entry.doubling)
        contract += " " + words.seat(entry.declarer)
        font = text.largest(contract, WIDTH - _HALF - 1, medium, small)
        text.draw(fb, font, contract, WIDTH, 0, 1, text.RIGHT)
        points = self.game.preview()
        if len(points) > 2:
            self._draw_players(fb, points)
        else:
            self._draw_side(fb, points)
        footer(fb, words.say("save"))

    def _draw_side(self, fb, points: list[int]) -> None:
        """Draw the points of the side that gains, or gains more."""
        gained = max(points)
        font = text.largest(str(gained), WIDTH - _HALF - 1, large, medium)
        text.draw(fb, font, str(gained), WIDTH, 14 if font is large else 20, 1, text.RIGHT)
        if gained:
            to = words.say("to") + " " + words.side(points.index(gained))
            text.draw(fb, small, to, _TO, 42, 1, text.RIGHT)

    def _draw_players(self, fb, points: list[int]) -> None:
        gains = [(seat, gained) for seat, gained in enumerate(points) if gained]
        for row, (seat, gained) in enumerate(gains):
            said = f"{words.seat(seat)} {gained}"
            if len(gains) < 3:
                text.draw(fb, medium, said, WIDTH, 17 + 17 * row, 1, text.RIGHT)
            else:
                text.draw(
                    fb, small, said, WIDTH - 34 * (row % 2), 20 + 15 * (row // 2), 1, text.RIGHT
                )

    def key(self, key: int) -> str | None:
        entry = self.game.draft.entry
        if key == OK:
            return "save"
        entry.set_overtricks(entry.overtricks + upward(key))
        entry.doubling = (entry.doubling + rightward(key)) % _STAKES
        return None
