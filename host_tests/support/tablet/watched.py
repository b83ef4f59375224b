"""A tablet at which somebody looks after every press, and notes what is wrong with the picture."""

import struct
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from firmware.storage.record import seal
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.tablet.faults import faults

LAST_TABLE = 99
EVENING = datetime(2028, 10, 28, 20, 48, tzinfo=UTC)  # digits as wide as there are


def settings(language: int, number: int = 1) -> bytes:
    """A tablet's file of that name, each as large as it may be. `number`: of the next game."""
    return seal(struct.pack("<BBIBBB", 2, LAST_TABLE, number, 255, language, 60))


class Watched(Tablet):
    """`found`: what is wrong, by screen. Names may be cut, and nothing else: `may_be_cut`."""

    def __init__(self, path: Path, runtime: str, may_be_cut: Iterable[str] = ()):
        self.found: dict[str, set[str]] = {}
        self.screens: set[str] = set()
        self._cuts = {f"{name} is cut" for name in may_be_cut}
        self._seen: set[str] = set()
        super().__init__(Flash(path), runtime, now=lambda: EVENING)
        self._check()

    def press(self, *keys: str) -> None:
        for key in keys:
            super().press(key)
            self._check()

    def hold(self, key: str, milliseconds: int = 1200) -> None:
        super().hold(key, milliseconds)
        self._check()

    def sees(self, screen: str) -> Self:
        """It must be this one."""
        shot = self.look()
        assert shot.screen == screen, f"{shot.screen}: {' | '.join(shot.text)}"
        return self

    def _check(self) -> None:
        shot = self.look()
        self.screens.add(shot.screen)
        if shot.sha256 not in self._seen:
            self._seen.add(shot.sha256)
            wrong = set(faults(shot)) - self._cuts
            if wrong:
                self.found.setdefault(shot.screen, set()).update(wrong)
