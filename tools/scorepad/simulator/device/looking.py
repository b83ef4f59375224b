"""What a person would read off the screen, for scripts and tests."""

import json

from firmware.ui import text


def look(app) -> bytes:
    """JSON: `screen`, its name, and `text`, what stands on it from the top left on.

    The screen is drawn once more, as it is, while someone listens to the text.
    """
    seen = []
    draw = text.draw

    def listen(fb, font, words, x, y, colour=1):
        seen.append((y, x, words))
        return draw(fb, font, words, x, y, colour)

    text.draw = listen
    try:
        app.draw()
    finally:
        text.draw = draw
    seen.sort()
    lines = [words for _, _, words in seen if words.strip()]
    return json.dumps({"screen": app.screen.name, "text": lines}).encode()
