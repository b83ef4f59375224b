"""The tablet's version, id, games, flash and memory."""

import gc

from firmware import VERSION
from firmware.keys import upward
from firmware.ui import words
from firmware.ui.screen import Screen, footer, rows, title


class About(Screen):
    name = "about"

    def __init__(self, game):
        super().__init__(game)
        gc.collect()
        store = game.store
        self._rows = (
            ("a games", str(store.count())),
            ("a room", str(game.director.sessions_left())),
            ("a flash", f"{game.director.free() // 1024} KB"),
            ("a memory", f"{gc.mem_free() // 1024} KB"),  # type: ignore[attr-defined]
            ("a version", VERSION),
            ("a tablet", store.tablet.hex()),
        )
        self.chosen = 0

    def draw(self, fb) -> None:
        title(fb, words.say("d about"))
        rows(fb, self._row, len(self._rows), self.chosen)
        footer(fb, "")

    def _row(self, row: int) -> tuple[str, str]:
        name, value = self._rows[row]
        return words.say(name), value

    def key(self, key: int) -> str | None:
        self.chosen = (self.chosen - upward(key)) % len(self._rows)
        return None
