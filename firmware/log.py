"""The open session and its records on flash: only what is saved is scored."""

import gc

from firmware.session import Session
from firmware.storage.store import StoreDamaged


class Full(OSError):
    """Another session does not fit, and none that the PC has can go."""


class Log:
    """`session`: the open one, whose `number` is 0 while none has been played; `records`: how many
    it has on flash. `damage`: what of the newest sessions cannot be read.

    `board`: the tablet's hardware, for its clock.
    """

    def __init__(self, store, board):
        self.store = store
        self._board = board
        self.number = 0
        self.session = Session()
        self.records = 0
        self.damage = ""
        self._doubt = False  # whether the flash may have other records than the session

    def read(self, number: int) -> tuple[Session, int]:
        """Return a session and how many records it has, from flash."""
        session, records = Session(), 0
        for event in self.store.events(number):
            try:
                session.apply(*event)
            except ValueError as wrong:
                raise StoreDamaged(f"game {number}, record {records}: {wrong}") from wrong
            records += 1
        return session, records

    def save(self, kind: int, place: int, deal: int, value: int) -> None:
        """Save one more event; what cannot be scored is refused before it is written.

        Raise OSError if the flash did not take it; the session is then what the flash has.
        """
        if self._doubt:
            self._read_again()
        event = kind, place, deal, value
        self.session.apply(*event)
        saved = self.records + 1
        often = gc.threshold()  # type: ignore[attr-defined]
        gc.threshold(-1)  # type: ignore[attr-defined]  # no collection while there is room
        try:
            self.records = self.store.append(self.number, self.records, [event])
        except OSError:
            self._doubt = True
            self._read_again()
            if self.records < saved:
                raise
        finally:
            gc.threshold(often)  # type: ignore[attr-defined]

    def _read_again(self) -> None:
        """Reload the session from the flash. Raise OSError if it cannot be read."""
        try:
            self.session, self.records = self.read(self.number)
        except StoreDamaged as damaged:
            raise OSError(str(damaged)) from damaged
        self._doubt = False
