"""The evenings of stories/, one for each kind of game."""

import hashlib
import shlex
from pathlib import Path

from firmware.session import Session
from scorepad.deals_file import scored_sessions
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from scorepad.upload import Upload

STORIES = Path(__file__).parents[2] / "ui" / "stories"


def story(rules: str) -> list[Session]:
    """The sessions of a story; its first line says how `scorepad score` is told to score them."""
    path = STORIES / f"{rules}.deals"
    words = shlex.split(path.read_text().splitlines()[0].removeprefix("#"))
    said = [words[at + 1] for at, word in enumerate(words) if word == "--option"]
    options = dict(each.split("=") for each in said)
    first = words[words.index("--first-dealer") + 1] if "--first-dealer" in words else "N"
    return scored_sessions(rules, Upload(str(path)), options, first, close=True)


class Filmed(Tablet):
    """Keeps the hash of the panel after every press."""

    def __init__(self, flash: Flash, runtime: str):
        self.film = hashlib.sha256()
        super().__init__(flash, runtime)

    def press(self, *keys: str) -> None:
        for key in keys:
            super().press(key)
            self.film.update(self.pixels())
