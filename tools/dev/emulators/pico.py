"""A tablet on an emulated Raspberry Pi Pico: the chip, its flash, its USB port, its panel.

Node.js runs rp2040js with what is in rp2040/board.mjs: MicroPython (fetching/get_rp2040.py) for
the real board, and the firmware with the real boards/pico.py. A pseudo-terminal is its USB port,
for mpremote and for `scorepad`; whether DTR is high, which matters on a Pico, a program says that
has `environment` (rp2040/host says how).

`python -m dev.emulators.pico` switches one on, says where its cable is, and shows its panel after
each line of keys that it reads.
"""

import argparse
import contextlib
import json
import os
import pty
import queue
import select
import socket
import struct
import subprocess
import sys
import threading
import time
import tty
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from littlefs import LittleFS

from dev.emulators import board_files
from dev.fetching import get_rp2040, get_rp2040js
from dev.fetching.outcome import Missing
from dev.images import uf2
from scorepad import build
from scorepad.simulator.faces.terminal import frame
from scorepad.simulator.panels.commands import ChipError
from scorepad.simulator.panels.ssd1306 import SSD1306
from scorepad.simulator.tablet import KEYS, PANELS, Finger

HERE = Path(__file__).resolve().parent
BOARD = "pico"
FLASH = 2 << 20  # bytes
BLANK = b"\xff" * FLASH  # of a new chip
SECTOR = 4096  # bytes that are erased at once
STACK = 8 << 10  # bytes, of C (ports/rp2/CMakeLists.txt)
FILES = 1408 << 10  # of them, at the end, for the file system
DTR, RTS, READING = 1, 2, 4
LINES = "SCOREPAD_LINES"
EARS, LATE = "ears", "late"  # a socket and a file, beside the flash's file
_HEADER = struct.Struct("<cI")
_MOMENT = 0.005  # s
_WHOLE = 200  # ms: then a picture that has begun is there


def installed(kernel: Path, panel: str = "") -> bytes:
    """Return the flash of a board with MicroPython on which this firmware was installed.

    `panel`: as in build.firmware_sources. Raise BuildError.
    """
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        board_files.compile_into(build.firmware_sources(BOARD, panel), tree)
        return flash(kernel, tree)


def dragged(content: bytes, image: bytes) -> bytes:
    """Return the flash after a UF2 has been dragged onto the board. Raise BadUF2.

    The boot ROM erases what it programs, in sectors, and nothing else.
    """
    after = bytearray(content)
    erased = set()
    for start, payload in uf2.unpack(image, FLASH):
        sector = start - start % SECTOR
        if sector not in erased:
            erased.add(sector)
            after[sector : sector + SECTOR] = BLANK[:SECTOR]
        after[start : start + len(payload)] = payload
    return bytes(after)


def flash(kernel: Path, tree: Path | None = None) -> bytes:
    """Return a flash with MicroPython and the files of a folder, or with None without files.

    littlefs is set up as MicroPython sets it up.
    """
    code = kernel.read_bytes()
    start = FLASH - FILES
    assert len(code) <= start
    files = _files(tree) if tree else b""
    return (code.ljust(start, b"\xff") + files).ljust(FLASH, b"\xff")


def _files(tree: Path) -> bytes:
    files = LittleFS(
        block_count=FILES // 4096,
        block_size=4096,
        read_size=32,
        prog_size=256,
        cache_size=1024,
        lookahead_size=32,
    )
    return board_files.filled(files, tree)


@dataclass(frozen=True)
class Used:
    """Nanoseconds of the board's time since it was switched on; of the C stack, which has STACK,
    the most bytes that were in use since the last reset; nanoseconds from the last press, or from
    the start, to the last byte for the panel; bytes of the flash programmed and erased."""

    nanoseconds: float
    stack: int
    picture: float
    programmed: int
    erased: int


def _cable() -> tuple[int, str]:
    """Return both ends of a USB port: the board's as a file, the PC's by its path."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    path = os.ttyname(slave)
    os.close(slave)
    return master, path


class Pico(Finger):
    """A board that is switched on. `content`: of its flash. `cable`: the path of its USB port.

    Its time passes in `wait` and in presses of keys, as fast as it can be emulated, and, never
    faster than time, while the port is open. `panel`: one of the simulator's PANELS; a read of it
    always gives what it says while its display is off. Raise Missing.
    """

    def __init__(self, content: bytes, panel: str = SSD1306.NAME):
        self.chip = PANELS[panel]()
        self.i2c_bytes = 0
        self.events: list[str] = []
        self.problem: Exception | None = None
        self._answers: queue.Queue[tuple[str, bytes]] = queue.Queue()
        self._sending = threading.Lock()
        self._asking = threading.RLock()
        self._opened = False  # somebody has opened the port
        self._opening = threading.Lock()
        self._folder = TemporaryDirectory(prefix="scorepad-pico-")
        image = Path(self._folder.name) / "flash"
        image.write_bytes(content)
        Path(self._place(LATE)).write_bytes(bytes(8))
        self._process = self._emulator(image)
        self._master, self.cable = _cable()
        self._ears = socket.socket(socket.AF_UNIX)
        self._ears.bind(self._place(EARS))
        self._ears.listen()
        self._on = True
        self.closed = threading.Event()  # whether no program has the port open, as the board knows
        self.closed.set()
        self._threads = [
            threading.Thread(target=task, daemon=True)
            for task in (self._listen, self._carry, self._obey)
        ]
        for thread in self._threads:
            thread.start()

    def _emulator(self, image: Path) -> subprocess.Popen[bytes]:
        parts = get_rp2040js.parts()
        program = (parts.node, HERE / "rp2040/board.mjs", parts.library, parts.rom)
        of_board = (image, self._place(LATE), str(self.chip.answer))
        return subprocess.Popen(
            [*program, *of_board], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def _place(self, name: str) -> str:
        return os.path.join(self._folder.name, name)

    def environment(self) -> dict[str, str]:
        """Return the variables with which a Python program can move DTR and RTS of the port.

        The program's clock is as late as the board is while it runs by itself: so it is no less
        patient than with a real one.
        """
        paths = [str(HERE / "rp2040/host"), os.environ.get("PYTHONPATH", "")]
        return {
            LINES: f"{self.cable}={self._place(EARS)}={self._place(LATE)}",
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        }

    def off(self) -> None:
        """Switch it off; the content of the flash is lost."""
        self._on = False
        self._process.kill()
        self._process.wait()
        self._ears.shutdown(socket.SHUT_RDWR)
        self._ears.close()
        for thread in self._threads:
            thread.join(5)
        os.close(self._master)
        self._folder.cleanup()

    def reset(self) -> None:
        self._ask("r")

    def started(self) -> float:
        """Wait for its first picture; return the milliseconds that it took."""
        begun = self.read_usage().nanoseconds
        seen = self.i2c_bytes
        while True:
            self.wait(5)
            if self.i2c_bytes - seen > 1024 and any(self.chip.pixels()):
                return (self.read_usage().nanoseconds - begun) / 1e6
            if self.read_usage().nanoseconds - begun > 60e9:
                raise RuntimeError(f"no picture comes: {self.events}")

    def wait(self, milliseconds: int, *keys: str) -> None:
        """Let this much of the board's time pass; the buttons are down for as long."""
        down = sum(1 << KEYS.index(key) for key in keys)
        self._ask("w", struct.pack("<IB", milliseconds, down))
        if self.problem:
            raise self.problem

    def read_usage(self) -> Used:
        return Used(**json.loads(self._ask("q")))

    def memory(self, address: int, size: int) -> bytes:
        """Return a part of the chip's RAM or flash; the program does not notice."""
        return self._ask("m", struct.pack("<II", address, size))

    def content(self) -> bytes:
        return self.memory(uf2.FLASH, FLASH)

    def send(self, sent: bytes) -> None:
        self._say("s", sent)

    def run(self, freely: bool) -> None:
        """Let its time pass on its own, never faster than time, or not."""
        self._say("g", bytes((freely,)))

    def line(self, state: int) -> None:
        """Set DTR, RTS, and whether a program reads, at the port; wait until the board knows."""
        self.run(True)
        self._ask("l", bytes((state,)))
        self.run(bool(state))

    def _say(self, letter: str, content: bytes = b"") -> None:
        assert self._process.stdin
        with self._sending:
            self._process.stdin.write(_HEADER.pack(letter.encode(), len(content)) + content)
            self._process.stdin.flush()

    def _ask(self, letter: str, content: bytes = b"") -> bytes:
        with self._asking:
            self._say(letter, content)
            while True:
                answered, answer = self._answers.get()
                if answered == letter:
                    return answer
                if answered == "":
                    raise RuntimeError("the emulator has ended")

    def _listen(self) -> None:
        assert self._process.stdout
        said = self._process.stdout
        while len(head := said.read(_HEADER.size)) == _HEADER.size:
            letter, size = _HEADER.unpack(head)
            self._take(letter.decode(), said.read(size))
        self._answers.put(("", b""))

    def _take(self, letter: str, content: bytes) -> None:
        if letter in "ic":
            self.i2c_bytes += len(content)
            try:
                self.chip.write(content[1:]) if letter == "i" else self.chip.write_cut(content[1:])
            except ChipError as problem:
                self.problem = problem
        elif letter == "s":
            self._pass_on(content)
        elif letter == "e":
            self.events.append(content.decode())
        else:
            self._answers.put((letter, content))

    def _pass_on(self, content: bytes) -> None:
        while content and self._on:
            if select.select([], [self._master], [], 0.1)[1]:
                content = content[os.write(self._master, content) :]

    def _carry(self) -> None:
        """Carry bytes from the port to the board; note whether a program has opened it."""
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        while self._on:
            poll.poll(50)
            with self._opening:
                # Asked again: another program may have opened it since, of which `_obey` was told.
                # Without DTR the board would drop what it says.
                (happened,) = poll.poll(0) or [(0, 0)]
                hung = bool(happened[1] & select.POLLHUP)
                if hung is self._opened:
                    self._opened = not hung
                    with contextlib.suppress(RuntimeError, queue.Empty, BrokenPipeError):
                        self.line(DTR | RTS | READING if self._opened else 0)
                    (self.closed.set if hung else self.closed.clear)()
            if happened[1] & select.POLLIN:
                with contextlib.suppress(OSError):
                    self.send(os.read(self._master, 4096))
            elif hung:
                time.sleep(_MOMENT)

    def _obey(self) -> None:
        """Set the lines of the port as programs ask."""
        while self._on:
            try:
                caller = self._ears.accept()[0]
            except OSError:
                return
            with caller:
                if state := caller.recv(1):
                    with self._opening:
                        self._opened = True
                        self.closed.clear()
                        self.line(READING | state[0])
                    caller.sendall(b"\0")


def main() -> None:
    """Run a board: each line of keys is pressed, and the panel printed."""
    options = argparse.ArgumentParser(description="An emulated Raspberry Pi Pico.")
    options.add_argument("--image", type=Path, help="a UF2; else the firmware as it is, as files")
    options.add_argument("--panel", choices=PANELS, default="", help="on its bus, and named")
    chosen = options.parse_args()
    try:
        image = chosen.image
        if image:
            content = dragged(BLANK, image.read_bytes())
        else:
            content = installed(get_rp2040.image(), chosen.panel)
        with Pico(content, chosen.panel or SSD1306.NAME) as board:
            print(f"{board.started():.0f} ms", board.cable, sep="\n")
            board.wait(_WHOLE)
            print(frame(board.chip.pixels()))
            for line in sys.stdin:
                board.press(*line.split())
                print(frame(board.chip.pixels()))
    except (OSError, uf2.BadUF2, Missing, build.BuildError, ChipError) as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
