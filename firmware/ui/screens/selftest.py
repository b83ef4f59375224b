"""What the tablet tests of itself, one by one; then every key, BACK last, which leaves."""

from firmware.keys import BACK, DOWN, UP
from firmware.ui import words
from firmware.ui.screen import Screen, footer, rows, title


class Selftest(Screen):
    name = "selftest"

    def __init__(self, game):
        super().__init__(game)
        self._tests = game.desk.self_test()
        self._names: list[str] = []
        for name in self._tests.NAMES:  # of several tests with one name there is one row
            if name not in self._names:
                self._names.append(name)
        self._done = 0  # tests
        self._results: dict[str, str] = {}  # by name
        self._failed: set[str] = set()  # names, of which the first failure stays
        self._pressed = 0  # keys, a bit for each

    def draw(self, fb) -> None:
        title(fb, words.say("d selftest"), f"{self._done}/{len(self._tests.NAMES)}")
        rows(fb, self._row, len(self._names) + 1, self.chosen)
        footer(fb, "")

    def _row(self, row: int) -> tuple[str, str]:
        if row == len(self._names):
            pressed = sum([self._pressed >> key & 1 for key in range(BACK)])
            return words.say("t keys"), f"{pressed}/{BACK}"
        name = self._names[row]
        return words.say("t " + name), self._result(name)

    def _result(self, name: str) -> str:
        """What the tests with this name found; dots until the last of them is done."""
        if name in self._tests.NAMES[self._done :]:
            return "..."
        return self._results[name]

    def tick(self) -> bool:
        """The next test."""
        if self._done == len(self._tests.NAMES):
            return False
        name = self._tests.NAMES[self._done]
        if name not in self._failed:
            self._results[name] = self._run(name)
        self._done += 1
        return True

    def _run(self, name: str) -> str:
        try:
            found = self._tests.run(self._done, self.game.board, self.game.store)
            return found or words.say("OK")
        except self._tests.Failed as failed:
            self._failed.add(name)
            return f"{words.say('failed')} {failed}"

    def key(self, key: int) -> str | None:
        self._pressed |= 1 << key
        rows = len(self._names) + 1
        self.chosen = (self.chosen + (key == DOWN) - (key == UP)) % rows
        return None
