"""Home: the table, the last game and its standing, and what OK will do."""

from micropython import const

from firmware.keys import OK
from firmware.scoring.rules import OF_EVENTS
from firmware.ui import text, words
from firmware.ui.fonts import medium, small
from firmware.ui.points import draw_totals
from firmware.ui.screen import FOOTER, WIDTH, Screen, footer, lines, title

_TITLE = const(120)  # px for both texts of the title
_MINUTE = const(60_000)  # ms from one look at the battery to the next


class Home(Screen):
    name = "home"
    _charge: int | None = None  # percent, as it is drawn; None: the board cannot measure it
    _drawn = 0  # when

    def draw(self, fb) -> None:
        game = self.game
        event, does = self._event()
        rules = OF_EVENTS if event else game.session.rules
        name = words.say(rules) if rules else ""
        table = words.say("table") + " " + str(game.store.settings.table)
        self._charge, self._drawn = game.board.battery(), game.board.ticks_ms()
        if self._charge is not None:
            text.draw(fb, small, f"{self._charge}%", 0, FOOTER)
            name = words.say("charge me") if game.board.low else name
        title(fb, table, text.fit(small, name, _TITLE - text.width(small, table)))
        if event:
            self._name(fb, event)
        elif game.log.number:
            draw_totals(fb, game, words.say("won" if game.session.complete else "leads"))
        else:
            self._name(fb, words.say("no game"))
        footer(fb, words.say("go on" if does == "resume" else does), "")

    def tick(self) -> bool:
        """Measure the charge each minute; without a battery nothing changes on its own."""
        board = self.game.board
        return self._charge is not None and board.elapsed(board.ticks_ms(), self._drawn) >= _MINUTE

    def _name(self, fb, said: str) -> None:
        """Draw a name in the middle, a long one on several lines."""
        if text.largest(said, WIDTH, medium, small) is medium:
            text.draw(fb, medium, said, WIDTH // 2, 22, 1, text.CENTRED)
        else:
            lines(fb, said, 0, 22)

    def key(self, key: int) -> str | None:
        return self._event()[1] if key == OK else None

    def _event(self) -> tuple[str, str]:
        """Return the name of the due event, which the PC may replace any time, and OK's label."""
        if self.game.open:
            return "", "go on"
        if self.game.store.has_file("event"):
            event = self.game.event_at_table()
            if event.is_due():
                return event.header.name, event.home_action()
        return "", "new game"
