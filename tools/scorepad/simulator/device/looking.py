"""The text on the screen, for scripts and tests."""

import json

from firmware.ui import text


def look(app) -> bytes:
    """Return JSON: `screen`, its name; `text`, its texts from the top left on; and `drawn`.

    `drawn`: of each text the height of its font, x, y and the text; `cut`: texts that were too
    long for their place. The screen is drawn once more, as it is, while someone listens to the
    text.
    """
    seen, cut = [], []
    draw, fit = text.draw, text.fit

    def listen(fb, font, words, x, y, colour=1, align=0):
        end = draw(fb, font, words, x, y, colour, align)
        seen.append((y, end - text.width(font, words), words, font.HEIGHT))
        return end

    def watch(font, words, w):
        fitted = fit(font, words, w)
        if fitted != words:
            cut.append(words)
        return fitted

    text.draw, text.fit = listen, watch
    try:
        app.draw()
    finally:
        text.draw, text.fit = draw, fit
    seen.sort()
    lines = [words for _, _, words, _ in seen if words.strip()]
    drawn = [(high, x, y, words) for y, x, words, high in seen]
    looked = {"screen": app.screen.name, "text": lines, "drawn": drawn, "cut": cut}
    return json.dumps(looked).encode()
