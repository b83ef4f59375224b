"""What follows what: the screens as a table that one can read.

An outcome leads to another screen, which is laid upon the trail, or to something that is saved,
after which the trail begins anew where the game then stands. BACK always takes the last screen off
the trail; it never undoes what was saved.
"""

from firmware import loading, ui
from firmware.buttons import BACK, MENU
from firmware.game import Game
from firmware.ui import words
from firmware.ui.screen import Screen
from firmware.ui.trouble import Trouble


def stay(game: Game) -> None:
    """Nothing to save: back to where the game stands."""


FLOW: dict = {
    "home": {"new game": "rules", "go on": stay},
    "rules": {"chosen": "dealer"},
    "dealer": {"start": Game.start},
    "compass": {"declarer": "contract", "pass": "passed"},
    "passed": {"yes": Game.save_passed_out},
    "contract": {"contract": "result"},
    "result": {"save": Game.save_deal},
    "end": {"finish": Game.finish, "sheet": "sheet"},
    "menu": {"sheet": "sheet", "honours": "honours", "stop": "stop", "home": "home"},
    "honours": {"claim": Game.save_claim},
    "stop": {"yes": Game.close},
    "trouble": {"again": None},
}
_KEPT = ("home", "compass", "contract", "result")  # of every deal


def load(name: str, game: Game):  # a Screen
    """The screen of the file `name`. Its code is let go with it unless every deal needs it."""
    module = "firmware.ui." + name
    __import__(module)
    screen = getattr(getattr(ui, name), name[0].upper() + name[1:])(game)
    if name not in _KEPT:
        loading.let_go(module)
    return screen


class Flow:
    """The trail of screens; the last one is showing."""

    def __init__(self, game: Game):
        self._game = game
        self._trail: list[Screen] = []
        self._left: Screen | None = None  # the screen that the last key, BACK, took off the trail
        self._stand()
        if game.damage:
            self._trouble("damaged", game.damage, "go on")

    @property
    def screen(self):
        """The screen that is showing."""
        return self._trail[-1]

    def key(self, key: int) -> None:
        """What a key does to the screen that is showing."""
        if key == MENU:
            self._open_menu()
        elif key == BACK:
            self._left = self._trail.pop() if len(self._trail) > 1 else None
        else:
            self._left = None
            outcome = self.screen.key(key)
            self._game.saved = None
            if outcome:
                self._follow(FLOW[self.screen.name][outcome])

    def _open_menu(self) -> None:
        """Over the screen where BACK was pressed: holding it was no step back."""
        if self._left:
            self._trail.append(self._left)
            self._left = None
        for depth, screen in enumerate(self._trail):
            if screen.name == "menu":
                del self._trail[depth + 1 :]
                return
        self._trail.append(load("menu", self._game))

    def _follow(self, step) -> None:
        if step is None:
            self._trail.pop()
        elif step == "home":
            del self._trail[1:]
        elif isinstance(step, str):
            self._trail.append(load(step, self._game))
        else:
            self._save(step)

    def _save(self, step) -> None:
        try:
            step(self._game)
        except OSError:
            self._trouble("not saved", words.say("no write"), "again")
        else:
            self._stand()

    def _trouble(self, what: str, where: str, ok: str) -> None:
        """A page over the screen that is showing; OK takes it away."""
        self._trail.append(Trouble(words.say(what), where, words.say(ok), "again"))

    def _stand(self) -> None:
        """The trail of where the game stands: home, and upon it the next deal or the end."""
        self._trail = [load("home", self._game)]
        if self._game.open:
            over = self._game.session.sheet.complete
            self._trail.append(load("end" if over else "compass", self._game))
