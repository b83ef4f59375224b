"""What a person would read off the screen, for scripts and tests."""

import json

from firmware.ui import text


def look(app) -> bytes:
    """JSON: `screen`, its name, `text`, what stands on it from the top left on, and `drawn`.

    `drawn`: of each text the height of its font, x, y and the text; `cut`: texts that were too
    long for their place.
    The screen is drawn once more, as it is, while someone listens to the text.
    """
    seen, cut = [], []
    draw, draw_right, draw_centred, fit = text.draw, text.draw_right, text.draw_centred, text.fit

    def listen(fb, font, words, x, y, colour=1):
        seen.append((y, x, words, font.HEIGHT))
        return draw(fb, font, words, x, y, colour)

    def listen_right(fb, font, words, x_right, y, colour=1):
        end = draw_right(fb, font, words, x_right, y, colour)
        seen.append((y, end - text.width(font, words), words, font.HEIGHT))
        return end

    def listen_centred(fb, font, words, x, w, y, colour=1):
        end = draw_centred(fb, font, words, x, w, y, colour)
        seen.append((y, end - text.width(font, words), words, font.HEIGHT))
        return end

    def watch(font, words, w):
        fitted = fit(font, words, w)
        if fitted != words:
            cut.append(words)
        return fitted

    text.draw, text.draw_right = listen, listen_right
    text.draw_centred, text.fit = listen_centred, watch
    try:
        app.draw()
    finally:
        text.draw, text.draw_right = draw, draw_right
        text.draw_centred, text.fit = draw_centred, fit
    seen.sort()
    lines = [words for _, _, words, _ in seen if words.strip()]
    drawn = [(high, x, y, words) for y, x, words, high in seen]
    looked = {"screen": app.screen.name, "text": lines, "drawn": drawn, "cut": cut}
    return json.dumps(looked).encode()
