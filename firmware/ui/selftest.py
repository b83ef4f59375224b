"""What the tablet tests of itself, one by one; then every key, BACK last, which leaves."""

from firmware.buttons import BACK, DOWN, UP
from firmware.ui import words
from firmware.ui.screen import Screen
from firmware.ui.widgets import footer, rows, title


class Selftest(Screen):
    name = "selftest"

    def __init__(self, game):
        super().__init__(game)
        self._tests = game.self_test()
        self._names = self._tests.NAMES
        self._found: list[str] = []
        self._pressed = 0  # keys, a bit for each

    def draw(self, fb) -> None:
        title(fb, words.say("d selftest"), f"{len(self._found)}/{len(self._names)}")
        rows(fb, self._row, len(self._names) + 1, self.chosen)
        footer(fb, "")

    def _row(self, row: int) -> tuple[str, str]:
        if row == len(self._names):
            pressed = sum([self._pressed >> key & 1 for key in range(BACK)])
            return words.say("t keys"), f"{pressed}/{BACK}"
        found = self._found[row] if row < len(self._found) else "..."
        return words.say("t " + self._names[row]), found

    def tick(self) -> bool:
        """The next test."""
        if len(self._found) == len(self._names):
            return False
        name = self._names[len(self._found)]
        try:
            found = self._tests.run(name, self.game.board, self.game.store) or words.say("OK")
        except self._tests.Failed as failed:
            found = f"{words.say('failed')} {failed}"
        self._found.append(found)
        return True

    def key(self, key: int) -> str | None:
        self._pressed |= 1 << key
        rows = len(self._names) + 1
        self.chosen = (self.chosen + (key == DOWN) - (key == UP)) % rows
        return None
