"""What every screen is: `draw` what it shows, and say for a key what follows.

A screen draws and reads the game; it never touches the flash, the link or the clock. `key`
changes what is being entered, or returns an outcome: a word that the flow looks up to find what
comes next.
"""


class Screen:
    """One screen. It is made anew each time the flow comes to it."""

    name = ""
    chosen = 0  # which row, of a list: kept while other screens are upon this one

    def __init__(self, game):
        self.game = game

    def draw(self, fb) -> None:
        """Draws the whole screen on a cleared frame."""

    def tick(self) -> bool:
        """Each turn of the loop: whether it looks different now, though no key was pressed."""
        return False

    def key(self, key: int) -> str | None:
        """What follows from a key: an outcome for the flow, or None to stay."""
        return None
