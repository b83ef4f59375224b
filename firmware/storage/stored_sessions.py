"""The sessions on flash for the director, and making room for another one.

Of those that the PC has the oldest go when there are more than store.KEPT, long before there is no
room: each session on flash makes every boot and the first game after it longer.
"""

from micropython import const

from firmware.storage.outline import DAMAGED, is_marked, outline
from firmware.storage.space import erase, has_space
from firmware.storage.store import StoreDamaged

_FEW = const(6)  # sessions that are looked at in one go: a folder
_SOME = const(24)  # for a game that is to begin soon; the next one goes on from there
_ALL = const(1 << 20)


class StoredSessions:
    """`playing`: the session that the tablet shows; it is never erased.

    `failed`: the flash took no more erasing.
    """

    def __init__(self, store, playing: int):
        self._store = store
        self._playing = playing
        self.failed = False

    def outline(self, number: int) -> tuple[int, int, str]:
        """Return the rule set's number, deals, and state as the link has it: o, c, f or d."""
        try:
            rules, deals, _, state, _ = outline(self._store, number)
        except OSError:
            return 0, 0, DAMAGED
        return rules, deals, state

    def damage(self, number: int) -> str:
        """Return what is wrong with the records of a session, "" if they all verify."""
        try:
            for _ in self._store.events(number):
                pass
        except (StoreDamaged, OSError) as damaged:
            return str(damaged)
        return ""

    def erase_next(self, most: int = _ALL) -> bool:
        """Erase the oldest session that the PC has. Return True if there was one.

        `most`: sessions that are looked at.
        """
        while most > 0:
            few = self._store.after(self._store.passed, _FEW)
            if not few:
                break
            most -= len(few)
            for number in few:
                if self._erase_fetched(number):
                    return not self.failed
        return False

    def _erase_fetched(self, number: int) -> bool:
        """Erase a session and return True if the PC has it."""
        if number != self._playing and self._is_fetched(number):
            self._erase(number)
            return True
        self._store.passed = number
        return False

    def _is_fetched(self, number: int) -> bool:
        """Return True if the PC has all of a session. If it has no mark, little is read."""
        try:
            return is_marked(self._store, number) and self.outline(number)[2] == "f"
        except OSError:
            return False

    def _erase(self, number: int) -> None:
        try:
            if number == self._store.newest():
                self._store.settings.save()  # its number does not come again
            erase(self._store, number)
        except OSError:
            self.failed = True

    def make_room(self) -> bool:
        """Make sure that another session fits. Return True if one does.

        While there is room two go for each that begins until they are no longer too many: a game
        begins soon however many there are.
        """
        excess = self._store.count_excess()
        if excess:
            self._make_early(min(excess, 2))
        while not has_space(self._store):
            if not self.erase_next():
                return False
        return True

    def _make_early(self, most: int) -> None:
        try:
            while most and self.erase_next(_SOME):
                most -= 1
        except OSError:  # what cannot be read there is no reason to play no game
            pass
