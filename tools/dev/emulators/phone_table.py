"""A table that plays on a phone: what is pressed is known before, and when it was saved."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from dev.emulators.fingers import Hold, Step, steps
from dev.emulators.phone import Phone
from firmware.session import Session

# What is pressed as the screen changes is taken for an accident.
_REST: list[Hold] = [(1000, ())]


class PhoneTable:
    """Has come in, and has been given its number, which is not the 1 that a new tablet has.

    `files`, `store`, `server`, `token`: as of Phone; `last`: the pixels of its panel in the end.
    """

    def __init__(self, files: Path, store: Path, server: str, session: Session, token: str):
        self.session = session
        self.steps, self.last = steps(session)
        self._switched_on = partial(Phone, files, store, server, session.table, token)
        self.phone = self._switched_on()
        self.phone.wait_for("link", "linked")
        self.phone.wait_for_saves(1)
        self.phone.press(_REST)

    def play(self, some: Iterable[Step]) -> None:
        """Waits after each deal until it is kept."""
        for step in some:
            before = len(self.phone.saved)
            self.phone.press(step.holds)
            if step.event:
                self.phone.wait_for_saves(before + 1)

    def restart(self) -> None:
        """The telephone ends the browser, and somebody opens it again."""
        self.phone.kill()
        self.phone = self._switched_on()
        self.phone.press(_REST)

    def shows(self) -> bytes:
        """The pixels of the panel, as the simulator has them."""
        ram = self.phone.look()
        return bytes(ram[(y >> 3) * 128 + x] >> (y & 7) & 1 for y in range(64) for x in range(128))
