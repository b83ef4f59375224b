"""The result: UP and DOWN tricks, LEFT and RIGHT doubling; the points change with it."""

from micropython import const

from firmware.buttons import DOWN, LEFT, OK, RIGHT, UP
from firmware.ui import text, words
from firmware.ui.fonts import huge, large, small
from firmware.ui.screen import Screen
from firmware.ui.widgets import WIDTH, footer

_STAKES = const(3)
_HALF = const(64)


class Result(Screen):
    name = "result"

    def draw(self, fb) -> None:
        game = self.game
        over = game.overtricks
        font, y = (huge, 2) if over > -10 else (large, 12)
        text.draw_centred(fb, font, f"{over:+d}" if over else "=", 0, _HALF, y)
        contract = words.contract(game.level, game.strain, game.doubling)
        text.draw_right(fb, small, contract + " " + words.seat(game.declarer), WIDTH, 0)
        for side, points in enumerate(game.preview()):
            if points:
                text.draw_right(fb, large, str(points), WIDTH, 12)
                text.draw_right(fb, small, words.say("to") + " " + words.side(side), WIDTH, 39)
        footer(fb, words.say("save"))

    def key(self, key: int) -> str | None:
        game = self.game
        if key == OK:
            return "save"
        game.set_overtricks(game.overtricks + (key == UP) - (key == DOWN))
        game.doubling = (game.doubling + (key == RIGHT) - (key == LEFT)) % _STAKES
        return None
