"""Characters that the fonts do not have. A phone has another module instead, which draws them."""


def place(font, character: str) -> int:
    """Return the place in the font of what is drawn instead: a hollow box."""
    return font.CHARS.find("\x7f")
