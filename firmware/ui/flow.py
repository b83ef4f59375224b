"""The flow from screen to screen, as a readable table.

BACK always takes the last screen off the stack; it never undoes what was saved.
"""

import json

from micropython import const

from firmware import VERSION, loading
from firmware.game import Game
from firmware.keys import BACK, MENU, NOTHING, OK
from firmware.log import Full
from firmware.scoring.deal import BadDeal
from firmware.ui import words
from firmware.ui.screen import Trouble
from firmware.ui.screen_stack import ScreenStack
from firmware.ui.screens.home import Home
from firmware.ui.words import look_up

# A screen and its outcome, and what follows, one step after the other: a screen that is laid on
# the stack; `+` and what the game saves, `!` and what the director does (where that is refused,
# nothing more follows); `stand`: the stack of where the game stands; `back`, `home`: off the
# stack; `next`: the next screen on which the deal is entered; `@` and what the event saves.
# For the other screens it stands in menu_flow.py.
FLOW = """
home new game=setup
home event=@start stand
home go on=stand
setup chosen=dealer
dealer start=+start stand
board chosen=next
board asked=asked
compass declarer=next
compass pass=passed
passed yes=next
acceptor acceptor=next
contract contract=next
hcp points=next
result save=next
accept yes=next
deal entered=+save_deal stand
trouble again=back
"""

_AGAIN = const(600)  # ms from a press to the next; a direction that is held repeats in less
_GUARDED = ("pin", "director", "trouble")  # screens that do not come back after a reset

# The screens on which a deal is entered, in their order: those of every deal, and what else its
# rule set asks.
STEPS = ("board", "compass", "acceptor", "contract", "hcp", "result")
_EVERY = ("compass", "contract", "result")


def steps(game: Game) -> list[str]:
    """Return the screens on which a deal is entered; of a passed-out deal only the last ones."""
    if game.draft.entry.passed:
        return ["passed", "hcp"] if game.asks_hcp() else ["passed"]
    wanted = _EVERY + game.session.sheet.asks
    asked = [step for step in STEPS if step in wanted]
    return asked + ["accept"] if game.session.accept else asked


class Flow:
    """Takes the keys to the screen that is showing, and follows the table."""

    def __init__(self, game: Game, kept: bytes = b""):
        """`kept`: the state before a reset."""
        self._game = game
        self._stack = ScreenStack(game, Home)
        # The last key, its time in ms, and whether it was OK or has saved something.
        self._pressed, self._when, self._done = NOTHING, 0, False
        self._stand()
        if kept:
            self._resume(kept)
        if game.log.damage:
            self._trouble("damaged", game.log.damage, "go on")

    def state(self) -> bytes:
        """Return the screens and their unconfirmed input, to be kept over a reset."""
        log, stack = self._game.log, self._stack
        stand = [VERSION, log.number, log.records, stack.names, stack.rows()]
        return json.dumps(stand + self._game.draft.saved_fields()).encode()

    def _resume(self, kept: bytes) -> None:
        """Restore the screens from before the reset, else show where the game stands."""
        try:
            self._restore(json.loads(kept))
        except (ValueError, TypeError, LookupError, AttributeError):
            self._game.draft.begin(self._game.session)
            self._stand()

    def _restore(self, kept: list) -> None:
        """Show the same screen again, if the flash is as it was then."""
        game = self._game
        if kept[:3] != [VERSION, game.log.number, game.log.records]:
            return
        names, rows = kept[3:5]
        game.draft.restore(kept[5:])
        depth = 1
        while depth < len(names) and names[depth] not in _GUARDED:
            if names[depth] == "change" and not game.may_change():
                break
            depth += 1
        self._stack.stand(names[:depth], rows[:depth])

    @property
    def screen(self):
        """The screen that is showing."""
        return self._stack.screen

    def key(self, key: int) -> None:
        """Pass a key to the screen that is showing and follow its outcome."""
        if self._comes_again(key):
            return
        if key == MENU:
            self._open_menu()
        elif key == BACK:
            self._stack.back()
        else:
            outcome = self.screen.key(key)
            self._game.saved = None
            if outcome:
                self._done = self._done or key == OK or outcome == "yes"
                self._follow(self.screen.name + " " + outcome)
        self._forget()

    def _comes_again(self, key: int) -> bool:
        """Return True if a key that has done its work is pressed again, however often, before
        anybody can have read what it has led to."""
        now = self._game.board.ticks_ms()
        soon = self._game.board.elapsed(now, self._when) < _AGAIN
        again = self._done and soon and key == self._pressed
        self._pressed, self._when, self._done = key, now, again
        return again

    def _open_menu(self) -> None:
        """Open the menu over the screen where BACK was pressed: holding it was no step back."""
        self._stack.undo_back()
        self.leave_director()
        if "menu" in self._stack.names:
            self._stack.cut(self._stack.names.index("menu") + 1)
        else:
            self._stack.lay("menu")

    def leave_director(self) -> None:
        """Leave the director's screens, so that the next user is asked for the PIN."""
        names = self._stack.names
        for guarded in ("director", "change"):
            if guarded in names and (guarded == "director" or not self._game.may_change()):
                self._stack.cut(names.index(guarded))
        self._forget()

    def _forget(self) -> None:
        """Undo what was tried on screens that have been left."""
        game, names = self._game, self._stack.names
        if "setting" not in names:
            game.store.settings.forget()
        if game.director and "pin" not in names:
            game.director.pin = None
            if "director" not in names:
                game.director = None
        if "change" not in names:
            game.draft.entry = game.draft.waiting
        if "boards" not in names:
            game.draft.leave_late(game.session)

    def _follow(self, way: str) -> None:
        """Take the steps that follow from a screen and its outcome."""
        for step in (look_up(FLOW, way) or self._other(way)).split():
            if step[0] in "+!@":
                if not self._save(getattr(self._doing(step[0]), step[1:])):
                    return
            elif step == "next":
                self._next()
            elif step == "stand":
                self._stand()
            elif step == "back":
                self._stack.back()
            elif step == "home":
                self._stack.cut(1)
            else:
                self._stack.lay(step)

    def _other(self, way: str) -> str:
        """Return the steps from a screen on which no deal is entered."""
        return look_up(loading.load_temporarily("ui.menu_flow").MENU_FLOW, way)

    def _doing(self, sign: str):
        """Return the object that carries out the actions with this sign."""
        game = self._game
        return game if sign == "+" else game.director if sign == "!" else game.event_at_table()

    def _next(self) -> None:
        """Show the next screen of the deal; after the last screen it is saved."""
        asked, name = steps(self._game), self.screen.name
        following = asked.index(name) + 1 if name in asked else 0
        if following < len(asked):
            self._stack.lay(asked[following])
        else:
            self._follow("deal entered")

    def _save(self, save) -> bool:
        """Return True if `save` succeeds. If not, a page says why, or the screen that asked."""
        try:
            self._done = True
            return save() is not False
        except Full:
            self._trouble("full", words.say("full how"), "again")
        except OSError:
            self._trouble("not saved", words.say("no write"), "again")
        except BadDeal:
            why = words.say("impossible")
            self._stack.page(Trouble("", why, words.say("again"), "again", "not possible"))
        return False

    def _trouble(self, what: str, where: str, ok: str) -> None:
        """Put an error page over the screen that is showing; OK removes it."""
        self._stack.page(Trouble(words.say(what), where, words.say(ok), "again"))

    def show_correction(self) -> None:
        """Show where the game stands now: the PC has changed a deal."""
        draft = self._game.draft
        draft.entry = draft.waiting
        draft.find_board(self._game.session)
        self._stand()

    def _stand(self) -> None:
        """Show where the game stands: home, and on it the next deal or the end."""
        names = ["home"]
        if self._game.open:
            names += self._standing()
        self._stack.stand(names)

    def _standing(self) -> list[str]:
        rounds = self._game.session.rounds
        complete = self._game.session.sheet.complete
        if rounds and (complete or not self._game.draft.entry.place):
            return ["moves"] if self._game.event_at_table().has_moves() else ["seats"]
        if complete:
            return ["end"]
        if "board" not in steps(self._game):
            return ["compass"]
        return ["board", "compass"] if self._game.draft.entry.place else ["board"]
