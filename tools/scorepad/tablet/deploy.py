"""Puts a version of the firmware on a board, beside the one that is there.

    /boot.py        which of the two starts (on_board/boot.py); replaced last, in one step
    /scorepad-a     one version: boot.mpy, main.py, firmware/
    /scorepad-b     the other

Nothing that starts is ever changed: only the other folder is, and boot.py takes the place of the
old one by a rename, which littlefs does whole or not at all. What broke off is gone on with by the
next deploy: what is right already is not copied again. Scores, settings and other files on
the board are not touched.
"""

import base64
import contextlib
import hashlib
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from firmware import VERSION
from scorepad import build
from scorepad.errors import UserError, remedy
from scorepad.language import marked, text
from scorepad.sources import SOURCES
from scorepad.tablet.answers import Who, who
from scorepad.tablet.board_link import Board, make_visible, on_board
from scorepad.tablet.cable import Cable, Refused
from scorepad.tablet.sync import WrongClock, minutes_now

# The boards for --board by the chips on them; the page in a browser has them from here.
KINDS = {
    "RP2040": "pico",
    "RP2350": "pico",
    "ESP32": "esp32",
    "ESP32S3": "esp32s3",
    "ESP32C3": "esp32c3",
}
USABLE = marked("use a Pico or a Pico 2, or a board with an ESP32, ESP32-S3 or ESP32-C3")
FOLDERS = ("/scorepad-a", "/scorepad-b")
START_S = 30.0  # the longest that a board takes from the reset to its first answer

_AGAIN_S = 0.1  # between two attempts to open a port that a restart may have taken away
_OURS = {"scorepad", "boot.py.new", *(folder[1:] for folder in FOLDERS)}  # scorepad: the scores
_CHOICE = re.compile(r'^FOLDERS = "(/scorepad-[ab])", "(/scorepad-[ab])"$', re.MULTILINE)
# MicroPython names some chips by their order codes: ESP32-C3FH4, ESP32-PICO-D4.
_CHIP = re.compile(r" with (ESP32|RP2[0-9]+)-?([CHP][0-9]|S[23])?[^ ]*$")
_MACHINE = "import sys\nsay(getattr(sys.implementation, '_machine', ''))"
_PART = 768  # bytes that one command to the board brings, 1024 in base64


@dataclass(frozen=True)
class Version:
    """The files to be installed on a board, by their paths, and the name of the version.

    `identity`: of an image that has the same firmware.
    """

    files: dict[str, bytes]
    name: str = VERSION
    identity: str = ""


@dataclass(frozen=True)
class Found:
    """The content of a board: names in its root, boot.py, the SHA-256 of each file in FOLDERS.

    `current`: its current folder; `image`: the id of an image of Scorepad's, else empty.
    """

    names: list[str]
    current: str
    boot: str
    hashes: dict[str, str]
    image: str = ""

    @property
    def starting(self) -> str:
        """The folder of the version that starts; empty if none does.

        It is not the chosen one if that cannot be loaded. An image's version starts if no other
        does.
        """
        choice = _CHOICE.search(self.boot)
        if not choice or (self.image and self.current not in FOLDERS):
            return ""
        return self.current if self.current in FOLDERS else choice[1]

    @property
    def loads(self) -> bool:
        """True if the version that starts could be loaded: boot.py gives up in the root."""
        return self.current != "/"

    @property
    def strangers(self) -> list[str]:
        """The files that Scorepad would replace on a board of others: all in the root.

        A new board has a boot.py of comments only.
        """
        if self.starting:
            return []
        lines = [line.strip() for line in self.boot.splitlines()]
        blank = all(not line or line.startswith("#") for line in lines)
        blank = blank or bool(_CHOICE.search(self.boot))
        return sorted(set(self.names) - _OURS - ({"boot.py"} if blank else set()))

    def inside(self, folder: str) -> dict[str, str]:
        """Return the hashes of a folder's files, by their paths in it."""
        begin = folder + "/"
        return {p[len(begin) :]: h for p, h in self.hashes.items() if p.startswith(begin)}


@dataclass(frozen=True)
class Plan:
    """The steps to do. `folder`: of the version that starts then.

    `send`, `remove`: paths in it; `copy`: those that the board has in its other folder.
    """

    folder: str
    switch: bool
    send: list[str] = field(default_factory=list)
    copy: list[str] = field(default_factory=list)
    remove: list[str] = field(default_factory=list)

    @property
    def changes(self) -> bool:
        return self.switch or bool(self.send or self.copy or self.remove)


def compile_version(board: str = build.BOARD, panel: str = "") -> Version:
    """Return the firmware of this program, compiled for a kind of board.

    `panel`: one of build.PANELS; "": the board finds it. Raise UserError.
    """
    if board not in build.BOARDS:
        known = {"board": board, "known": ", ".join(build.BOARDS)}
        raise UserError(text("There is no board {board}; there are {known}", **known), "board")
    if panel and panel not in build.PANELS:
        known = {"panel": panel, "known": ", ".join(build.PANELS)}
        raise UserError(text("There is no panel {panel}; there are {known}", **known), "panel")
    files = _compile(board, panel)
    del files["main.mpy"]  # MicroPython runs it only as a source
    main = (SOURCES / "main.py").read_bytes()
    return Version({**files, "main.py": main}, identity=build.identity(board, panel))


def _compile(board: str, panel: str) -> dict[str, bytes]:
    try:
        folder = build.cached(build.firmware_sources(board, panel))
    except build.BuildError as error:
        why = text("The firmware cannot be compiled: {why}", why=str(error))
        raise UserError(why) from error
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*.mpy")}


def check_chip(board: Board, name: str) -> None:
    """Raise UserError if the board names another chip than that of this kind of board."""
    machine = _word(board, _MACHINE)
    kind = board_of(machine)
    if kind != name and _CHIP.search(machine):
        about = {"port": board.path, "machine": make_visible(machine)}
        if kind:
            said = text("{port}: this is a {machine}; use --board {board}", **about, board=kind)
            raise UserError(said, "board", [remedy("deploy", port=board.path, board=kind)])
        said = text("{port}: this is a {machine}, whose chip Scorepad does not know", **about)
        raise UserError(text("{said}; {usable}", said=said, usable=text(USABLE)), "port")


def survey(board: Board) -> Found:
    """Return the content of a board. Raise UserError."""
    board.teach("files.py")
    match board.answers(f"survey({FOLDERS!r})"):
        case [list(names), str(current), str(boot), *files] if all(
            isinstance(name, str) for name in names
        ):
            with contextlib.suppress(ValueError):
                text = bytes.fromhex(boot).decode(errors="replace")
                return Found(names, current, text, _digests(board, files), _word(board, "image()"))
    raise board.strange()


def _word(board: Board, code: str) -> str:
    """Return the one text that the board reports when it runs this. Raise UserError."""
    match board.answers(code):
        case [str(word)]:
            return word
    raise board.strange()


def _digests(board: Board, files: list[Any]) -> dict[str, str]:
    if not all(isinstance(file, list) and [*map(type, file)] == [str, str] for file in files):
        raise board.strange()
    return dict(files)


def plan(found: Found, wanted: Version) -> Plan:
    """Return the fewest steps after which the board starts this version."""
    hashes = _hashes(wanted)
    starting = found.starting
    if not starting and found.image and found.image == wanted.identity:
        return Plan("/", False)
    if starting and found.loads and found.inside(starting) == hashes:
        return Plan(starting, found.boot != _boot(starting))
    folder = _other(starting)
    here, there = found.inside(folder), found.inside(starting)
    missing = [path for path, digest in hashes.items() if here.get(path) != digest]
    copy = [path for path in missing if there.get(path) == hashes[path]]
    send = [path for path in missing if path not in copy]
    return Plan(folder, True, send, copy, sorted(here.keys() - hashes.keys()))


def carry_out(
    board: Board, plan: Plan, wanted: Version, progress: Callable[[int, int], None]
) -> None:
    """Execute a plan; `progress` is called with the bytes sent, and their total.

    Raise UserError; the board then starts the version that it has started before.
    """
    for path in plan.remove:
        board.run(f"remove({f'{plan.folder}/{path}'!r})")
    for path in plan.copy:
        board.run(f"copy({f'{_other(plan.folder)}/{path}'!r}, {f'{plan.folder}/{path}'!r})")
    total = sum(len(wanted.files[path]) for path in plan.send)
    sent = 0
    for path in plan.send:
        progress(sent, total)
        for count in _send(board, f"{plan.folder}/{path}", wanted.files[path]):
            sent += count
            progress(sent, total)
    if plan.switch:
        _verify(board, plan.folder, wanted)
        _switch(board, plan.folder)


def _send(board: Board, path: str, content: bytes) -> Iterator[int]:
    board.run(f"begin({path!r})")
    for start in range(0, len(content), _PART):
        part = content[start : start + _PART]
        board.run(f"add({base64.b64encode(part)!r})")
        yield len(part)
    board.run("end()")


def _verify(board: Board, folder: str, wanted: Version) -> None:
    """Raise UserError if the content of the folder differs from the version."""
    there = Found([], "", "", _digests(board, board.answers(f"look({folder!r})")))
    wrong = there.inside(folder).items() ^ _hashes(wanted).items()
    if wrong:
        path = make_visible(min(path for path, _ in wrong))
        about = {"port": board.path, "file": f"{folder}/{path}"}
        differs = text(
            "{port}: {file} is not on the board as it was sent; deploy again. The board "
            "starts what it started before",
            **about,
        )
        raise UserError(differs)


def _switch(board: Board, folder: str) -> None:
    """Replace boot.py, the one step after which the board starts the other version."""
    for _ in _send(board, "/boot.py.new", _boot(folder).encode()):
        pass
    board.run("os.rename('/boot.py.new', '/boot.py')")


def _boot(folder: str) -> str:
    choice = f'FOLDERS = "{folder}", "{_other(folder)}"'
    return _CHOICE.sub(choice, on_board("boot.py"))


def _other(folder: str) -> str:
    """Return the other one of FOLDERS; the first, if there is none yet."""
    return FOLDERS[1] if folder == FOLDERS[0] else FOLDERS[0]


def _hashes(wanted: Version) -> dict[str, str]:
    return {path: hashlib.sha256(content).hexdigest() for path, content in wanted.files.items()}


_cable = partial(Cable, again=text("deploy again"))


def greet(port: str, table: int) -> Who:
    """Wait until the app has started; give it the time, and a table number unless that is 0.

    Raise UserError if it does not answer, or refuses the table number.
    """
    wait_for_start(port)
    with _cable(port) as opened:
        # The clock of this PC may be in another century, which a sync reports.
        with contextlib.suppress(Refused, WrongClock):
            opened.ask(f"clock {minutes_now()}")
        if table:
            opened.ask(f"table {table}")
        return who(opened)


def wait_for_start(
    port: str,
    cable: Callable[[str], Cable] = _cable,
    now: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> Who:
    """Wait until the app has started; return its identity. Raise UserError if it does not.

    `now` and `sleep`: the clock, in seconds.
    """
    end = now() + START_S
    while True:
        try:
            with cable(port) as opened:
                return who(opened)
        except UserError:
            if now() > end:
                raise
            sleep(_AGAIN_S)


def board_of(machine: str) -> str:
    """Return the name for `scorepad deploy --board` of a board by its chip, else "".

    `machine`: `sys.implementation._machine`, such as `Generic ESP32S3 module with ESP32S3`.
    """
    chip = _CHIP.search(machine)
    return KINDS.get("".join(chip.groups("")), "") if chip else ""
