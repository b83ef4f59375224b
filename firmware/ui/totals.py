"""The totals of a game as large as they fit; whoever is ahead stands dark on lit."""

from firmware.ui import text, words
from firmware.ui.fonts import medium, small
from firmware.ui.screen import LIST, WIDTH

COLUMN = 86  # x of what stands right of two totals


def draw_totals(fb, game, ahead: str = "") -> None:
    """A line each for two sides, four players two on a line; `ahead`: said of the better side."""
    sheet = game.session.sheet
    for account, total in enumerate(sheet.totals):
        x, y, right = 0, LIST + 18 * account, COLUMN - 2
        if len(sheet.totals) > 2:
            x = 66 * (account % 2)
            y, right = LIST + 18 * (account // 2), x + 61
        name = words.account(game, account)
        best = account == sheet.winner
        if best:
            fb.fill_rect(x, y, text.width(medium, name) + 2, medium.HEIGHT - 1, 1)
            if len(sheet.totals) == 2:
                text.draw_right(fb, small, ahead, WIDTH, y + 3)
        text.draw(fb, medium, name, x + 2, y, 0 if best else 1)
        text.draw_right(fb, medium, str(total), right, y)
