"""Home: the table, the last game and how it stands, and what OK will do."""

from firmware.keys import OK
from firmware.scoring.rules import OF_EVENTS
from firmware.ui import text, words
from firmware.ui.fonts import medium, small
from firmware.ui.points import draw_totals
from firmware.ui.screen import WIDTH, Screen, footer, title


class Home(Screen):
    name = "home"

    def draw(self, fb) -> None:
        game = self.game
        event = self._event()
        rules = OF_EVENTS if event else game.rules
        name = words.say(rules) if rules else ""
        table = words.say("table") + " " + str(game.store.settings.table)
        battery = game.board.battery()
        title(fb, table if battery is None else f"{table}  {battery}%", name)
        if event:
            font = text.largest(event, WIDTH, medium, small)
            text.draw(fb, font, event, WIDTH // 2, 22, 1, text.CENTRED)
        elif game.log.number:
            draw_totals(fb, game, words.say("won" if game.session.complete else "leads"))
        else:
            text.draw(fb, medium, words.say("no game"), WIDTH // 2, 22, 1, text.CENTRED)
        footer(fb, words.say(self._does(event)), "")

    def key(self, key: int) -> str | None:
        if key != OK:
            return None
        return self._does(self._event())

    def _event(self) -> str:
        """The name of an event that can be begun: the PC may send one at any time."""
        if self.game.open or not self.game.store.holds("event"):
            return ""
        evening = self.game.evening()
        return evening.header.name if evening.waits() else ""

    def _does(self, event: str) -> str:
        if event:
            return "event"
        return "go on" if self.game.open else "new game"
