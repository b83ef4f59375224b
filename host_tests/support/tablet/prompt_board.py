"""A board in this process, with MicroPython's raw prompt at its serial port.

What the PC sends there (tools/scorepad/tablet/on_board/) runs on this Python, with the modules of
a board; its files are on a littlefs, whose power can go at any change. Real MicroPython is in the
tests that are marked `full`, on an emulated board.
"""

import builtins
import contextlib
import io
from collections.abc import Callable, Iterator, MutableSequence
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

from vfs import VfsLfs2

from dev.link.both_ends import CHIP, LocalPort, LocalTablet
from scorepad.tablet import board_link, cable
from support.link.accidents import NEVER, Chip, PowerCut, blank
from support.link.liars import lying
from support.link.ptys import script
from support.tablet.tablets import contents

PATH = "board"  # of its port
APP = "firmware/app.mpy"
LOADS = b"M"  # how an app begins that can be loaded; its version follows
_PROMPT = b"\r\n>>> "
_RAW = b"raw REPL; CTRL-B to exit\r\n>"
_PASTE = b"R\x01\xff\x7f"  # yes, and how many bytes may be sent at once
_MACHINE = "Generic ESP32 module with ESP32"


class PromptBoard(LocalPort):
    """A board that is switched on, and its port, as pyserial's.

    `image`: of its file system; `lasts`: changes of it until the power goes; `scores`: the image
    of the part of the flash that the scores have for themselves; `modules`: more that it has.
    """

    def __init__(
        self,
        image: MutableSequence[int] | None = None,
        lasts: int = NEVER,
        scores: MutableSequence[int] | None = None,
        **modules: Any,
    ):
        super().__init__(self._hear)
        self.image = new_image() if image is None else image
        self.chip = Chip(self.image, lasts)
        self.files = VfsLfs2(self.chip)
        self.scores = scores
        self.mounts: list[tuple[str, bool]] = []  # where, and whether only to be read
        self.tablet = LocalTablet()
        self._more = modules
        self._said = b""
        self._off = False
        self._command = b""
        self._hears: Callable[[bytes], None] = self._app
        self.restart()

    def _hear(self, sent: bytes) -> bytes:
        """Have the board take these bytes; raise OSError if its power has gone."""
        try:
            if self._off:
                raise PowerCut
            self._hears(sent)
        except PowerCut:
            self._off = True
            raise OSError("no device") from None
        said, self._said = self._said, b""
        return said

    @contextlib.contextmanager
    def plugged_in(self) -> Iterator[str]:
        """Within the block, deploy, rescue, doctor and a cable find the board at PATH."""

        def open_port(path: str, timeout: float) -> Any:
            assert path == PATH
            return self

        with (
            patch.object(cable, "open_port", open_port),
            patch.object(board_link, "open_port", open_port),
        ):
            yield PATH

    # ---- what runs there

    def restart(self) -> None:
        """Run boot.py, and then the app if it could be loaded."""
        self.cwd = "/"
        self.globals: dict[str, Any] = {}
        self.version = ""
        with contextlib.suppress(Exception):  # which MicroPython prints
            self.execute(bytes(self.files.open("/boot.py", "rb").read()).decode())
            if self.cwd != "/":
                self.version = self._app_there()
        if self.version:
            answers = lying(self.tablet, {"who": self._who})
            self._link = script(answers)
        self._hears = self._app if self.version else self._friendly

    def _who(self, words: str) -> str:
        table = self.tablet.store.settings.table
        return f"ok scorepad 1 {CHIP.hex()} {table} {self.version} 4096"

    def _app_there(self) -> str:
        """Return the version of the app in the current folder. Raise ImportError."""
        try:
            content = bytes(self.files.open(f"{self.cwd}/{APP}", "rb").read())
        except OSError:
            raise ImportError(APP) from None
        if not content.startswith(LOADS):
            raise ValueError("incompatible .mpy file")
        return content[len(LOADS) :].decode()

    def execute(self, code: str) -> str:
        """Run code at the prompt; return what it prints."""
        self._printed = io.StringIO()
        if not self.globals:
            known = {**vars(builtins), "open": self._open, "__import__": self._import}
            known["print"] = lambda *what: print(*what, file=self._printed)
            self.globals.update(__builtins__=known, os=self._os())  # that is imported already
        exec(code, self.globals)
        return self._printed.getvalue()

    def _open(self, path: str, mode: str = "r") -> Any:
        """Open a file, as text where the mode says so."""
        if path.startswith(MOUNTED):
            return self._mounted.open(path[len(MOUNTED) :], "rb")
        file = self.files.open(path, "rb" if mode == "r" else mode)
        return io.StringIO(bytes(file.read()).decode()) if mode == "r" else file

    def _at(self, path: str) -> tuple[VfsLfs2, str]:
        if path.startswith(MOUNTED):
            return self._mounted, path[len(MOUNTED) :] or "/"
        return self.files, path

    def _os(self) -> SimpleNamespace:
        def ilistdir(path: str) -> Iterator[Any]:
            files, inside = self._at(path)
            return files.ilistdir(inside)

        return SimpleNamespace(
            chdir=lambda folder: setattr(self, "cwd", folder),
            getcwd=lambda: self.cwd,
            ilistdir=ilistdir,
            listdir=lambda path="/": [entry[0] for entry in ilistdir(path)],
            mkdir=self.files.mkdir,
            remove=self.files.remove,
            rename=self.files.rename,
            rmdir=self.files.rmdir,
            stat=self.files.stat,
            statvfs=self.files.statvfs,
        )

    def _import(self, name: str, *_: Any) -> Any:
        if name in self._more:
            return self._more[name]
        match name:
            case "os":
                return self._os()
            case "sys":
                implementation = SimpleNamespace(_machine=_MACHINE, version=(1, 25, 0))
                return SimpleNamespace(
                    implementation=implementation, modules={}, path=[], print_exception=print
                )
            case "machine":
                return SimpleNamespace(unique_id=lambda: CHIP)
            case "gc":
                return SimpleNamespace(collect=int, threshold=int, mem_free=lambda: 1 << 17)
            case "vfs" if self.scores is not None:
                return SimpleNamespace(VfsLfs2=VfsLfs2, mount=self._mount)
            case "esp32" if self.scores is not None:
                found = [Chip(self.scores)]
                return SimpleNamespace(
                    Partition=SimpleNamespace(TYPE_DATA=1, find=lambda kind, label: found)
                )
            case "binascii" | "hashlib" | "json" | "io":
                return builtins.__import__(name)
            case "boot" | "firmware" | "firmware.app":
                self._app_there()
                return ModuleType(name)
        raise ImportError(f"no module named '{name}'")

    def _mount(self, files: VfsLfs2, place: str, readonly: bool = False) -> None:
        self.mounts.append((place, readonly))
        self._mounted = files

    # ---- who hears what comes in

    def _app(self, sent: bytes) -> None:
        if b"\x03" in sent:
            self._hears = self._friendly
            self._friendly(sent)
            return
        for line in sent.split(b"\n"):
            if line.startswith(b"?"):
                self._said += self._link(line.rpartition(b" *")[0].decode())

    def _friendly(self, sent: bytes) -> None:
        for byte in sent:
            if byte == 1:
                self._hears = self._raw
                self._said += _RAW
            elif byte == 4:
                self._said += b"\r\nMPY: soft reboot\r\n"
                self.restart()
            else:
                self._said += _PROMPT if byte in (2, 3) else b""

    def _raw(self, sent: bytes) -> None:
        if sent == b"\x05A\x01":
            self._said += _PASTE
            self._hears = self._paste
        elif b"\x01" in sent:
            self._said += _RAW
        elif b"\x02" in sent:
            self._said += b"\r\n" + _PROMPT
            self._hears = self._friendly

    def _paste(self, sent: bytes) -> None:
        self._command += sent
        if not self._command.endswith(b"\x04"):
            self._said += b"\x01" if sent else b""
            return
        command, self._command = self._command[:-1].decode(), b""
        self._hears = self._raw
        self._said += b"\x04"
        try:
            printed, wrong = self.execute(command), ""
        except Exception as error:
            printed, wrong = "", f"Traceback\r\n{type(error).__name__}: {error}\r\n"
        self._said += printed.replace("\n", "\r\n").encode() + b"\x04" + wrong.encode() + b"\x04>"


MOUNTED = "/rescued-scores"


def new_image() -> bytearray:
    """Return the image of a file system that has nothing but the boot.py of a new board."""
    image = blank()
    write(image, "/boot.py", b"# This file is executed on every boot\n#import esp\n")
    return image


def write(image: MutableSequence[int], path: str, content: bytes) -> None:
    files = VfsLfs2(Chip(image))
    with files.open(path, "wb") as file:
        file.write(content)


def content(image: MutableSequence[int]) -> dict[str, bytes]:
    """Return the files in an image, by their paths."""
    return contents(VfsLfs2(Chip(image)))
