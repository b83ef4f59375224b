"""The stack of screens, home at the bottom.

Only the uppermost is made, and its code loaded: one screen has room at a time, or those together
on which a deal is entered.
"""

import gc

from firmware import loading
from firmware.ui import words
from firmware.ui.fonts import huge, large, medium, small
from firmware.ui.screen import Screen

FONTS = (huge, large, medium, small)  # big: loaded before what comes and goes tears the heap

# The screens of entering.py.
TOGETHER = (
    "accept",
    "acceptor",
    "board",
    "compass",
    "contract",
    "dealer",
    "hcp",
    "passed",
    "result",
    "stop",
    "void",
)
_ENTERING = "firmware.ui.entering"
_PACKAGE = "firmware.ui.screens"  # to find it again takes longer than to keep it
# The module of a screen, where it is not the screen's own.
FILES = """
setting=director
seats=rounds
moves=rounds
asked=boards
resume=boards
change=why
erase=sessions
check=sessions
selftest=tests
buttons=tests
panel=tests
"""


def load(name: str, game):  # a Screen
    """Return the screen `name`. Its code is unloaded with it, unless deals are entered there."""
    known = loading.list_loaded("firmware.ui") + [_ENTERING, _PACKAGE]
    try:
        if name in TOGETHER:
            module = loading.with_frequent_gc(loading.load, "ui.entering")
        else:
            file = words.look_up(FILES, name, name)
            module = loading.with_frequent_gc(loading.load, "ui.screens." + file)
        return getattr(module, name[0].upper() + name[1:])(game)
    finally:
        loading.unload_since("firmware.ui", known)


def make_room(name: str) -> None:
    """Unload rare texts before the screen `name` is shown, and the code of deals if possible."""
    words.forget()
    if name not in TOGETHER and _ENTERING in loading.list_loaded("firmware.ui"):
        loading.unload(_ENTERING)
        gc.collect()  # what comes instead is to lie where it was


class ScreenStack:
    """`screen`: the one that is showing, the last of `names`; none before the first `stand`.

    `home`: what makes the undermost, whose code is always there.
    """

    def __init__(self, game, home):
        self._game, self._home = game, home
        self._taken: tuple = ()  # the screen that was taken off last, and its row

    def stand(self, names: list[str], rows: list | None = None) -> None:
        """Replace all screens by these, each at its row; None: at its first."""
        self.names = names
        self._chosen: list = rows or [None] * len(names)
        self._show()

    def rows(self) -> list:
        """Return the row that is chosen on each screen."""
        return self._chosen[:-1] + [self.screen.chosen]

    def _show(self) -> None:
        self._taken = ()
        self.screen = Screen(self._game)  # what was showing makes room
        self._game.came_from = self.names[-2] if len(self.names) > 1 else ""
        make_room(self.names[-1])
        if len(self.names) > 1:
            self.screen = load(self.names[-1], self._game)
        else:
            self.screen = self._home(self._game)
        if self._chosen[-1] is not None:
            self.screen.chosen = self._chosen[-1]

    def lay(self, name: str) -> None:
        """Put a screen on the others."""
        self._cover(name)
        self._show()

    def _cover(self, name: str) -> None:
        self._chosen[-1] = self.screen.chosen
        self.names.append(name)
        self._chosen.append(None)

    def page(self, screen) -> None:
        """Put an error page on the others."""
        self._taken = ()
        self._cover(screen.name)
        self.screen = screen

    def cut(self, depth: int) -> None:
        """Keep the first `depth` screens."""
        del self.names[depth:]
        del self._chosen[depth:]
        self._show()

    def back(self) -> None:
        """Remove the top screen, unless it is home."""
        if len(self.names) > 1:
            taken = self.names[-1], self.screen.chosen
            self.cut(len(self.names) - 1)
            self._taken = taken

    def undo_back(self) -> None:
        """Put back, below the next screen, what `back` took: it was no step back."""
        if self._taken and self._taken[0] != "trouble":
            self._cover(self._taken[0])
            self.screen.chosen = self._taken[1]
        self._taken = ()
