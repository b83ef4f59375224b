"""The base of all screens: `draw` the screen, and return an outcome for a key.

A screen draws and reads the game; it never touches the flash, the link or the clock. `key`
changes what is being entered, or returns an outcome: a word that the flow looks up to find what
comes next.

Beside it what many screens draw, and the page that says what went wrong.
"""

from firmware.keys import OK, RIGHT
from firmware.ui import text, words
from firmware.ui.fonts import small

WIDTH, HEIGHT = 128, 64
FOOTER = HEIGHT - small.HEIGHT + 1  # y of the line that says what OK and BACK will do
ROOM = 122  # px in a row of a list, left and right together
NAME = 102  # px that a name has there at least: the rest is enough to know a seat
LIST = small.HEIGHT + 2  # y of the first row below the title
ROW = small.HEIGHT  # from one row of a list to the next; about the bar there is a line more


class Screen:
    """A screen. It is created each time the flow reaches it."""

    name = ""
    chosen = 0  # which row, of a list: kept while other screens are on this one

    def __init__(self, game):
        self.game = game

    def draw(self, fb) -> None:
        """Draw the whole screen on a cleared frame."""

    def tick(self) -> bool:
        """Return True if it looks different now without a key; called on each turn of the loop."""
        return False

    def key(self, key: int) -> str | None:
        """Handle a key and return an outcome for the flow, or None to stay."""
        return None


def title(fb, left: str, right: str = "") -> None:
    """Draw the top line, dark on lit."""
    fb.fill_rect(0, 0, WIDTH, small.HEIGHT + 1, 1)
    text.draw(fb, small, left, 2, 1, 0)
    text.draw(fb, small, right, WIDTH - 2, 1, 0, text.RIGHT)


def footer(fb, ok: str, back: str | None = None) -> None:
    """Draw the bottom line: BACK's action on the left (None: go back), OK's on the right."""
    back = words.say("back") if back is None else back
    if back:
        x = text.draw(fb, small, "◀", 0, FOOTER)
        text.draw(fb, small, back, x + 1, FOOTER)
    if ok:
        width = text.width(small, words.say("OK")) + 3
        x = WIDTH - width  # always there: only what it will do changes
        fb.fill_rect(x, FOOTER - 1, width, HEIGHT - FOOTER + 1, 1)
        text.draw(fb, small, words.say("OK"), x + 2, FOOTER, 0)
        text.draw(fb, small, ok, x - 2, FOOTER, 1, text.RIGHT)


def answers(fb) -> None:
    """Draw the bottom line of a question."""
    footer(fb, "", words.say("no"))
    text.draw(fb, small, words.say("yes") + " ▶", WIDTH, FOOTER, 1, text.RIGHT)


def lines(fb, said: str, x: int, y: int, w: int = WIDTH) -> None:
    """Draw the text from y on, as many words on each line as fit into `w`; not in the footer."""
    while said and y + small.HEIGHT <= FOOTER:
        line = text.fit_words(small, said, w)
        if y + 2 * small.HEIGHT > FOOTER:
            line = said = text.fit(small, said, w)  # the last one
        text.draw(fb, small, line, x, y)
        said = said[len(line) :].lstrip()
        y += small.HEIGHT


def rows(fb, row_text, count: int, chosen: int) -> None:
    """Draw a list below the title, with a bar at the chosen row; it scrolls.

    `row_text`: the text of a row, or the texts on its left and on its right, which comes first
    where there is no room for both.
    """
    fit = (FOOTER - LIST + 1) // ROW
    first = max(0, min(chosen - fit // 2, count - fit))
    for row in range(first, min(first + fit, count)):
        y = LIST + (row - first) * ROW + (row >= chosen) + (row > chosen)
        lit = row == chosen
        if lit:
            fb.fill_rect(0, y - 1, WIDTH, small.HEIGHT + 1, 1)
        said = row_text(row)
        left, right = (said, "") if isinstance(said, str) else said
        wide = text.width(small, right) if right else 0
        if wide > NAME:  # a name
            right = text.fit(small, right, max(NAME, ROOM - 2 - text.width(small, left)))
            wide = text.width(small, right)
        text.draw(fb, small, text.fit(small, left, ROOM - wide), 3, y, 0 if lit else 1)
        text.draw(fb, small, right, WIDTH - 2, y, 0 if lit else 1, text.RIGHT)


class Question(Screen):
    """Answered with yes by RIGHT and with no by BACK: OK, which leads here, may come twice."""

    def key(self, key: int) -> str | None:
        return "yes" if key == RIGHT else None


class Trouble(Screen):
    """Trouble is a page, never a dead screen: what happened, where, what OK will do.

    `head`: who can help; `what`: a headline, `where`: what it is about; `outcome`: of OK."""

    name = "trouble"

    def __init__(self, what: str, where: str, ok: str, outcome: str, head: str = "trouble"):
        super().__init__(None)
        self._head = head
        self._what, self._where = what, where
        self._ok, self._outcome = ok, outcome

    def draw(self, fb) -> None:
        title(fb, words.say(self._head))
        text.draw(fb, small, self._what, 0, 15)
        lines(fb, self._where, 0, 27 if self._what else 15)
        footer(fb, self._ok, "")

    def key(self, key: int) -> str | None:
        return self._outcome if key == OK else None
