"""The director's settings on flash, and the number of the next session, which stands with them."""

import struct

from micropython import const

from firmware.storage.record import seal, unseal

# Version of this file, table, next session number; since version 2 contrast of the panel (0 to
# 255), language (its number), minutes until it sleeps; since version 3 the language that the club
# has given. A later version adds fields at the end.
_FORMAT = "<BBIBBBB"
_VERSION = const(3)
_DEFAULTS = struct.pack(_FORMAT, _VERSION, 1, 1, 255, 0, 10, 0)


class Settings:
    """`table`, `contrast`, `language` and `sleep_minutes` are those in use; `given`: the language
    of the club, as it was said last; `number`: of the next session, as it was kept. `changed`
    counts how often one of them became another; `tried`: whether one in use is none on flash.
    """

    def __init__(self, store):
        self._store = store
        self.number = 1
        self.changed = 0
        self.load()

    def load(self) -> None:
        """Use the settings as they are on flash; the defaults where it has none."""
        body = unseal(self._store.read("settings"))
        self.table, number, self.contrast, self.language, self.sleep_minutes, self.given = (
            struct.unpack(_FORMAT, body[: len(_DEFAULTS)] + _DEFAULTS[len(body) :])[1:]
        )
        self.number = max(self.number, number)  # it only ever grows
        self.changed += 1
        self.tried = False

    def use(self, setting: str, value: int) -> None:
        """Use another value of a setting; `save` stores it."""
        setattr(self, setting, value)
        self.changed += 1
        self.tried = True

    def forget(self) -> None:
        """Restore the saved settings if others were tried."""
        if self.tried:
            self.load()

    def save(self) -> None:
        """Save the settings, and that no session number used so far comes again.

        Raise OSError if they could not be written; in use are then those on flash.
        """
        number = self._store.next_number()
        values = self.table, number, self.contrast, self.language, self.sleep_minutes, self.given
        try:
            self._store.write("settings", seal(struct.pack(_FORMAT, _VERSION, *values)))
        except OSError:
            self.load()
            raise
        self.number = number
        self.tried = False
