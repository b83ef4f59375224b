"""The contract, as high as the screen: UP and DOWN level, LEFT and RIGHT strain, both wrap."""

from firmware.buttons import DOWN, LEFT, OK, RIGHT, UP
from firmware.ui import text, words
from firmware.ui.fonts import huge
from firmware.ui.screen import Screen
from firmware.ui.widgets import WIDTH, footer

STRAINS = 5


class Contract(Screen):
    name = "contract"

    def draw(self, fb) -> None:
        game = self.game
        text.draw_centred(fb, huge, words.contract(game.level, game.strain), 0, WIDTH, 1)
        footer(fb, words.say("result"), words.say(words.SEAT_NAMES[game.declarer]))

    def key(self, key: int) -> str | None:
        game = self.game
        if key == OK:
            return "contract"
        game.set_level(game.level + (key == UP) - (key == DOWN))
        game.strain = (game.strain + (key == RIGHT) - (key == LEFT)) % STRAINS
        return None
