"""Tests of the tablet: its self-test, its buttons and its panel; BACK leaves."""

from micropython import const

from firmware.keys import BACK, upward
from firmware.ui import text, words
from firmware.ui.fonts import small
from firmware.ui.screen import HEIGHT, WIDTH, Screen, footer, rows, title

# Top left corners of UP DOWN LEFT RIGHT OK BACK, laid out as on the tablet.
_PLACES = ((26, 0), (26, 34), (0, 17), (52, 17), (92, 8), (92, 28))
_LABELS = ("▲", "▼", "◀", "▶", "OK", "back")
_WIDE = const(26)
_HIGH = const(15)
_SQUARE = const(8)
_PICTURES = const(4)


class Selftest(Screen):
    """The tests, one after the other; then every key, BACK last, which leaves."""

    name = "selftest"

    def __init__(self, game):
        super().__init__(game)
        self._tests = game.director.self_test()
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
        """Return the result of the tests with this name; dots until the last of them is done."""
        if name in self._tests.NAMES[self._done :]:
            return "..."
        return self._results[name]

    def tick(self) -> bool:
        """Run the next test."""
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
        self.chosen = (self.chosen - upward(key)) % rows
        return None


class Buttons(Screen):
    """Lit is what is down now, framed what has been."""

    name = "buttons"

    def __init__(self, game):
        super().__init__(game)
        self._down = game.director.keys_down()
        self._seen = [False] * len(_PLACES)

    def draw(self, fb) -> None:
        for key, (x, y) in enumerate(_PLACES):
            wide = _WIDE + 8 if key >= 4 else _WIDE
            if self._down[key]:
                fb.fill_rect(x, y, wide, _HIGH, 1)
            elif self._seen[key]:
                fb.rect(x, y, wide, _HIGH, 1)
            lit = 0 if self._down[key] else 1
            text.draw(fb, small, words.say(_LABELS[key]), x + wide // 2, y + 2, lit, text.CENTRED)
        footer(fb, "")

    def tick(self) -> bool:
        before, self._down = self._down, self.game.director.keys_down()
        for key, down in enumerate(self._down):
            self._seen[key] = self._seen[key] or down
        return before != self._down


class Panel(Screen):
    """Test pictures: all lit, a chessboard, its negative, dark; any key shows the next."""

    name = "panel"

    def __init__(self, game):
        super().__init__(game)
        self._picture = 0

    def draw(self, fb) -> None:
        if self._picture == 0:
            fb.fill(1)
        elif self._picture < _PICTURES - 1:
            self._draw_chessboard(fb, self._picture - 1)

    def _draw_chessboard(self, fb, first: int) -> None:
        for y in range(0, HEIGHT, _SQUARE):
            odd = (y // _SQUARE + first) % 2
            for x in range(odd * _SQUARE, WIDTH, 2 * _SQUARE):
                fb.fill_rect(x, y, _SQUARE, _SQUARE, 1)

    def key(self, key: int) -> str | None:
        self._picture = (self._picture + 1) % _PICTURES
        return None
