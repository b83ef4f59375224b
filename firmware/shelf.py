"""What the director sees of the sessions on flash, and how room is made for another one."""

from firmware.session import DEAL, END, START
from firmware.store import StoreDamaged


class Shelf:
    """`playing`: the session that the tablet shows; it is never erased.

    `failed`: the flash took no more erasing.
    """

    def __init__(self, store, playing: int):
        self._store = store
        self._playing = playing
        self._tried = 0  # the last session that was looked at for erasing
        self.failed = False

    def outline(self, number: int) -> tuple[int, int, str]:
        """Rule set (its number), deals, and state as the link has it: o, c, f or d."""
        rules, deals, complete = 0, 0, False
        try:
            for kind, place, count, _ in self._store.events(number):
                if kind == START:
                    rules = place
                elif kind == DEAL:
                    deals = count
                complete = complete or kind == END
        except (StoreDamaged, OSError):
            return rules, deals, "d"
        if not complete:
            return rules, deals, "o"
        return rules, deals, "f" if self._store.marked(number) else "c"

    def damage(self, number: int) -> str:
        """What is wrong with the records of a session; "" if they all verify."""
        try:
            for _ in self._store.events(number):
                pass
        except (StoreDamaged, OSError) as damaged:
            return str(damaged)
        return ""

    def erase_next(self) -> bool:
        """Erases the next of the sessions that the PC has, the oldest first; whether it did."""
        for number in self._store.numbers():
            if number > self._tried and number != self._playing:
                self._tried = number
                if self.outline(number)[2] == "f":
                    return self._erase(number)
        return False

    def _erase(self, number: int) -> bool:
        try:
            if number == self._store.newest():
                self._store.save_settings()  # its number does not come again
            self._store.erase(number)
        except OSError:
            self.failed = True
        return not self.failed

    def make_room(self) -> bool:
        """Sees to it that another session fits; whether one does."""
        while not self._store.fits():
            if not self.erase_next():
                return False
        return True
