"""The web site's side of a cable, in JavaScript, where a test has that of the program.

A `JsCable` is a Cable: what asks and waits is serial/cable.mjs in Node.js, and its port and its
time are those that the Cable of this program would have. So both go through the same tests.
"""

import contextlib
import itertools
import json
import subprocess
from pathlib import Path
from typing import Any

from dev.fetching import get_micropython_wasm
from scorepad.tablet import cable
from scorepad.tablet.cable import TIMEOUT_S, TRIES, Cable, CableGone, NoAnswer, Refused
from support.web.web_site import WEBSITE

_SCRIPT = Path(__file__).with_name("js_cable.mjs")
_KINDS = {"CableGone": CableGone, "NoAnswer": NoAnswer, "Refused": Refused}


def run_checks(script: str, *given: str | Path) -> Any:
    """Run a script of this folder in Node.js; return the JSON that it prints."""
    command = [get_micropython_wasm.parts().node, Path(__file__).with_name(script), *given]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


class Node:
    """Node.js with the modules of the site."""

    def __init__(self) -> None:
        command = [get_micropython_wasm.parts().node, _SCRIPT, WEBSITE]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="ascii", bufsize=1
        )
        self._ids = itertools.count()

    def close(self) -> None:
        with self._process as process:
            assert process.stdin
            process.stdin.close()

    def do(self, work: str, port: Any = None, **given: Any) -> Any:
        """What comes of it; `port`: as pyserial's. Raises what a Cable does."""
        self._say({"work": work, **given})
        while True:
            said = self._heard()
            if "made" in said:
                return said["made"]
            if "error" in said:
                kind = said["kind"]
                raise _KINDS.get(kind, AssertionError)(said["error"] or f"{kind}: {said['stack']}")
            self._say({"now": 1000 * cable.time.monotonic(), **_at(port, **said)})

    def cable(self, path: str, timeout: float = TIMEOUT_S, tries: int = TRIES) -> "JsCable":
        return JsCable(self, next(self._ids), path, timeout, tries)

    def _say(self, what: Any) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(what) + "\n")

    def _heard(self) -> Any:
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, "Node.js has ended"
        return json.loads(line)


def _at(port: Any, read: int = 0, write: str = "") -> dict[str, str]:
    try:
        if write:
            port.write(bytes.fromhex(write))
            return {}
        return {"bytes": (port.read(1) + port.read(min(port.in_waiting, read - 1))).hex()}
    except cable.PORT_ERRORS as error:
        return {"gone": str(error) or "gone"}


class JsCable(Cable):
    """A cable that is asked in JavaScript."""

    def __init__(self, node: Node, number: int, path: str, timeout: float, tries: int):
        super().__init__(path, timeout, tries)
        self._node, self._id = node, number
        self._do("open", timeout=1000 * timeout, tries=tries, start=1000 * cable.time.monotonic())

    def ask(self, words: str) -> str:
        answer = self._do("ask", words=words)
        assert isinstance(answer, str)
        return answer

    def fetched(self, tablet: str = "") -> tuple[Any, list[str] | None]:
        """The file that is made of what the tablet has; what went wrong, a kind and a message.

        `tablet`: what the test calls it; called so again, what came before is there.
        """
        found = self._do("fetch", tablet=tablet or self._id)
        return found["file"] and json.loads(found["file"]), found["trouble"]

    def tell_safe(self, tablet: str, *numbers: int) -> Any:
        return self._do("safe", tablet=tablet, numbers=numbers)

    def close(self) -> None:
        self._do("close")
        super().close()

    def _do(self, work: str, **given: Any) -> Any:
        return self._node.do(work, self._port, id=self._id, **given)


def node() -> contextlib.closing[Node]:
    return contextlib.closing(Node())
