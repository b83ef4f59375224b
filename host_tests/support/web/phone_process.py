"""Tablets in pages as processes: the same WebAssembly, the same Worker, a socket to a server.

What a browser has is left out: the page around it, and its disk (browser/phone.mjs).
"""

import json
import shutil
import subprocess
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Self

from dev.fetching import get_micropython_wasm
from firmware.session import Session
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Entry, Robot, entries
from scorepad.simulator.tablet import KEYS, Tablet
from scorepad.web.tablet import bundle

_HERE = Path(__file__).parent / "browser"
Hold = tuple[int, tuple[str, ...]]  # for so many ms, which buttons
# What is pressed as the screen changes is taken for an accident.
_REST: list[Hold] = [(1000, ())]


@dataclass(frozen=True)
class Step:
    """The presses for an event of a log; None: until the game is begun."""

    event: Entry | None
    holds: list[Hold]


class _Watched(Tablet):
    def __init__(self, flash: Flash):
        self.holds = list[Hold]()
        super().__init__(flash)

    def wait(self, milliseconds: int, *keys: str) -> None:
        super().wait(milliseconds, *keys)
        self.holds.append((milliseconds, keys))

    def noted(self) -> list[Hold]:
        """Return what was held since the last call."""
        noted, self.holds = self.holds, []
        return noted


def steps(session: Session) -> tuple[list[Step], bytes]:
    """Return how the robot plays a session on a new tablet, and the pixels of the panel then."""
    with _Watched(Flash()) as tablet:
        robot = Robot(tablet, session)
        robot.start()
        found = [Step(None, tablet.noted())]
        for event in entries(session):
            robot.follow([event])
            found.append(Step(event, tablet.noted()))
        return found, tablet.pixels()


class PhoneError(Exception):
    """It has ended, or does not do what it should."""


def page(folder: Path) -> Path:
    """The files of such a page, made in a folder that is not there yet."""
    get_micropython_wasm.parts()
    shutil.copytree(bundle.site(), folder)
    for name in ("stores.mjs", "file.mjs"):
        shutil.copy(_HERE / name, folder)
    return folder


class Phone:
    """A tablet that is switched on. `files`: as `page` makes them; `server`: host and port.

    `saved`: how often it has written to the scores.
    Use as a context manager, or call `kill`.
    """

    def __init__(self, files: Path, store: Path, server: str, table: int = 0, token: str = ""):
        node = get_micropython_wasm.parts().node
        address = f"ws://{server}/tablet/link"
        options = ("--experimental-websocket", "--no-warnings")  # of Node.js before 22
        command: list[str | Path] = [node, *options, _HERE / "phone.mjs", files, address, store]
        how: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._process = subprocess.Popen(command, **how)
        self.saved = 0
        self._told = dict[str, Any]()
        self._news = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()
        self._say({"start": {"take": False, "table": table, "token": token}})
        self.wait_for("started", True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self.kill()

    def kill(self) -> None:
        """As where a telephone ends its browser: at once."""
        self._process.kill()
        self._process.wait()

    def _say(self, message: dict[str, object]) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            with self._news:
                self._told |= (told := json.loads(line))
                self.saved += "saved" in told
                self._news.notify_all()
        with self._news:
            self._told["ended"] = True
            self._news.notify_all()

    def wait_for(self, what: str, value: object) -> None:
        """Until it has said this last. Raises PhoneError."""
        self._wait(lambda: self._told.get(what) == value, f"{what} {value}")

    def wait_for_saves(self, count: int) -> None:
        """Until so many writes to the scores were kept. Raises PhoneError."""
        self._wait(lambda: self.saved >= count, f"{count} saves")

    def _wait(self, done: Any, what: str) -> None:
        with self._news:
            self._news.wait_for(lambda: done() or "ended" in self._told)
            if not done():
                raise PhoneError(f"no {what}: {self._told}")

    def press(self, holds: Iterable[Hold]) -> None:
        """Hold these buttons as long as a finger does, by the clock of the tablet."""
        masks = [[ms, sum(1 << KEYS.index(key) for key in keys)] for ms, keys in holds]
        before = self._told.get("pressed", 0)
        self._say({"press": masks})
        self.wait_for("pressed", before + 1)

    def look(self) -> bytes:
        """The RAM of its panel. Raises PhoneError."""
        self._told.pop("looked", None)
        self._say({"look": True})
        self._wait(lambda: "looked" in self._told, "picture")
        return bytes.fromhex(self._told["looked"])


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
            before = self.phone.saved
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
