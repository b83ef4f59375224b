"""Points as text, and the totals of a game as large as they fit."""

from micropython import const

from firmware.scoring.deal import MAX_BOARD
from firmware.ui import text, words
from firmware.ui.fonts import medium, small
from firmware.ui.screen import WIDTH

_TOP = const(15)
_LOWER = const(4)  # px by which small texts begin below medium ones beside them
_COLUMN = const(86)  # x of what stands right of two totals


def gains_text(points: list[int]) -> str:
    """Return points as `N-S 590`, or at Pirate Bridge `E 222 S 222`; of two sides the better."""
    if len(points) > 2:
        pairs = [f"{words.seat(i)} {gained}" for i, gained in enumerate(points) if gained]
        return " ".join(pairs) or "0"
    gained = max(points) if max(points) > 0 else min(points)  # a premium may be withdrawn
    return f"{words.side(points.index(gained))} {gained}" if gained else "0"


def deal_number(session, deal: int) -> str:
    """Return the number of a deal's board, or its own; `+` for the points given at the end."""
    if not deal:
        return "+"
    place = session.places[deal - 1]
    return str(place if 0 < place <= MAX_BOARD else deal)


def draw_totals(fb, game, ahead: str = "") -> None:
    """Draw a line each for two sides, four players two on a line; the leader dark on lit.

    `ahead`: said of the better side. Of boards, which other tables play too, how many there are.
    """
    sheet = game.session.sheet
    if "board" in sheet.asks:
        said = f"{words.say('boards')} {sum([deal >= 0 for deal in game.session.deals])}"
        text.draw(fb, medium, said, WIDTH // 2, 22, 1, text.CENTRED)
        return
    for account, total in enumerate(sheet.totals):
        x, y, right = 0, _TOP + 18 * account, _COLUMN - 2
        if len(sheet.totals) > 2:
            x = 66 * (account % 2)
            y, right = _TOP + 18 * (account // 2), x + 61
        name = words.account(game, account)
        room = right - x - 4  # for both; where it is little, first the name is small
        font = text.largest(name + str(total), room, medium, small)
        wide = text.width(font, name)
        best = account == sheet.winner
        if best:
            fb.fill_rect(x, y - 1, wide + 2, medium.HEIGHT - 1, 1)
            if len(sheet.totals) == 2:
                text.draw(fb, small, ahead, WIDTH, y + 3, 1, text.RIGHT)
        text.draw(fb, font, name, x + 2, y + (0 if font is medium else _LOWER), 0 if best else 1)
        font = text.largest(str(total), room - wide, medium, small)
        low = y + (0 if font is medium else _LOWER)
        text.draw(fb, font, str(total), right, low, 1, text.RIGHT)
