"""Parts that several screens draw."""

from firmware.ui import text, words
from firmware.ui.fonts import small

WIDTH, HEIGHT = 128, 64
FOOTER = HEIGHT - small.HEIGHT  # y of the line that says what OK and BACK will do


def title(fb, left: str, right: str = "") -> None:
    """The top line, dark on lit."""
    fb.fill_rect(0, 0, WIDTH, small.HEIGHT + 1, 1)
    text.draw(fb, small, left, 2, 1, 0)
    text.draw_right(fb, small, right, WIDTH - 2, 1, 0)


def footer(fb, ok: str, back: str | None = None) -> None:
    """The bottom line: what BACK will do on the left (None: go back), OK on the right."""
    back = words.say("back") if back is None else back
    if back:
        x = text.draw(fb, small, "◀", 0, FOOTER)
        text.draw(fb, small, back, x + 1, FOOTER)
    if ok:
        width = text.width(small, words.say("OK")) + 3
        x = WIDTH - text.width(small, ok) - 2
        text.draw(fb, small, ok, x, FOOTER)
        fb.fill_rect(x - width - 2, FOOTER, width, small.HEIGHT, 1)
        text.draw(fb, small, words.say("OK"), x - width, FOOTER, 0)


def choices(fb, names, chosen: int, y: int) -> None:
    """A list of lines from `y` on, a bar and an arrow at the one that is chosen; it scrolls."""
    fit = (FOOTER - y) // small.HEIGHT
    first = max(0, min(chosen - fit // 2, len(names) - fit))
    for row, name in enumerate(names[first : first + fit]):
        at = y + row * small.HEIGHT
        lit = first + row == chosen
        if lit:
            fb.fill_rect(0, at, WIDTH, small.HEIGHT, 1)
            text.draw(fb, small, "▶", 1, at, 0)
        text.draw(fb, small, name, 10, at, 0 if lit else 1)
