"""A tablet on an emulated microcontroller: the firmware on bare metal, with 32-bit words.

QEMU runs MicroPython for Arm's MPS2 (fetching/get_qemu.py) with what is in qemu/: its flash
outlives a reset, its heap has 140 KB. The first serial port is a pseudo-terminal, for mpremote and
for `scorepad sync`; the second is what a board has on its pins (qemu/firmware/board.py says how),
and the panel on its bus is the simulator's.

`python -m dev.emulators.qemu_board` switches one on, says where its cable is, and shows its panel
after each line of keys that it reads.
"""

import json
import os
import re
import select
import socket
import struct
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from littlefs import LittleFS

from dev.emulators import board_files
from dev.fetching import get_qemu
from scorepad import build
from scorepad.simulator.faces.terminal import frame
from scorepad.simulator.panels.commands import ChipError
from scorepad.simulator.panels.ssd1306 import SSD1306
from scorepad.simulator.tablet import KEYS, PANEL_ADDRESS, Finger

MACHINE = ("-machine", "mps2-an385", "-nographic", "-semihosting")
# The board's time is its instructions', and while it rests, this machine's. About as long as one
# takes on an ESP32 at 80 MHz (27 to 36 ns, docs/performance.md).
INSTRUCTION = 32  # ns
ICOUNT = ("-icount", "shift=5")
HASTY = ("-icount", "shift=5,sleep=off")  # while it rests, time passes at once
STACK = 7 * 1024  # bytes, which hal.c limits it to, as a Pico has 8 KB with its interrupts
BOARD = Path(__file__).resolve().parent / "qemu"
FILES = 0x21010000  # qemu/psram.py has the map
SCORES = 0x21200000
_NANOSECONDS = 40  # a count of the timer, 25 MHz
_BOOTED = b"\xff\xffBOOT\xff\xff"
_COUNT = b"\x40"
_PANEL = 65
_PACE = 67
_COUNTS = "<10I"
_COUNTS_ADDRESS = 0
_HEADER = 3  # bytes of size and address
_LONGEST = 127  # times 10 ms
_MOMENT = 0.05  # s


def sources() -> list[tuple[Path, Path]]:
    """Return build.firmware_sources with this board's seam to the hardware."""
    seam = Path("firmware/board.py")
    ours = BOARD / seam
    return [(ours if place == seam else file, place) for file, place in build.firmware_sources()]


def installed(tree: Path) -> Path:
    """Put the installed firmware into a new folder, and its image into a file beside it.

    Raise BuildError.
    """
    board_files.compile_into(sources(), tree)
    files = tree.with_suffix(".image")
    files.write_bytes(image(tree))
    return files


def frozen() -> Path:
    """Return MicroPython with the firmware in its image, as an ELF file. Raise Missing."""
    lines = [f"include({str(get_qemu.MANIFEST)!r})"]
    for file, place in sources():
        root = file.parents[len(place.parts) - 1]
        lines.append(f"module({str(place)!r}, base_path={str(root)!r})")
    with TemporaryDirectory() as folder:
        manifest = Path(folder) / "manifest.py"
        manifest.write_text("\n".join(lines))
        return get_qemu.interpreter(manifest)


def image(tree: Path) -> bytes:
    """Return the file system of a board on which the files of a folder are installed."""
    return board_files.filled(_file_system(), tree)


def used_bytes(image: bytes) -> int:
    """Return how many bytes of the flash the files of an image take, in whole blocks."""
    files = _file_system(mount=False)
    files.context.buffer[:] = image
    files.mount()
    return files.used_block_count * files.cfg.block_size


def _file_system(mount: bool = True) -> LittleFS:
    """Return an empty file system like MicroPython's on an ESP32, beside the scores."""
    return LittleFS(
        mount=mount,
        block_count=256,
        block_size=4096,
        read_size=32,
        prog_size=32,
        cache_size=128,
        lookahead_size=32,
    )


@dataclass(frozen=True)
class Counts:
    """Bytes of heap in use and free after a collection; nanoseconds from the last press, or from
    the start, to the last byte for the panel, those of them that sending took, which a real bus
    does by itself, and those of them for which the flash was programmed and erased; since the
    start turns of the loop, of the flash reads, bytes programmed and blocks erased, and the most
    bytes of the C stack that were in use, of which there are STACK. With ICOUNT an instruction
    takes INSTRUCTION; the board does not rest between a key and its picture.
    """

    heap_used: int
    heap_free: int
    nanoseconds: int
    sending: int
    flashing: int
    turns: int
    reads: int
    programmed: int
    erased: int
    stack: int


class Emulator(Finger):
    """A board that is switched on. `kernel`: its MicroPython; `files` and `scores`: images of its
    file systems, there again at each reset; `options`: more of QEMU's. `cable`: the path of its
    serial port.

    Raise Missing.
    """

    def __init__(
        self,
        files: Path | None = None,
        kernel: Path | None = None,
        options: tuple[str, ...] = (),
        scores: Path | None = None,
    ):
        self.chip = SSD1306()
        self.i2c_bytes = 0
        self._said = b""
        self._counted = b""
        self._folder = TemporaryDirectory(prefix="scorepad-qemu-")
        pins, monitor = (Path(self._folder.name) / name for name in ("pins", "monitor"))
        tools = get_qemu.toolchain()
        command = tools.qemu(
            *MACHINE,
            *("-kernel", str(kernel or get_qemu.interpreter())),
            *("-serial", "pty"),
            *("-serial", f"unix:{pins},server=on,wait=off"),
            *("-qmp", f"unix:{monitor},server=on,wait=off"),
            *("-monitor", "none"),
            *_loader_options(files, FILES),
            *_loader_options(scores, SCORES),
            *options,
        )
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, **tools.environment()},
        )
        self.cable = self._cable()
        self._pins, self._monitor = self._connected(pins), self._connected(monitor)
        self._answers = self._monitor.makefile("r")
        self._order("qmp_capabilities")
        self.reset()  # what it said before somebody listened is lost

    def off(self) -> None:
        """End QEMU; the content of the flash is lost."""
        self._process.kill()
        self._process.communicate()
        for end in (self._pins, self._answers, self._monitor):
            end.close()
        self._folder.cleanup()

    def reset(self) -> None:
        """Reset the microcontroller, wherever it is; the flash keeps its content.

        The panel gets what was sent until then, be it half a write.
        """
        self._order("stop")
        self._hear_the_rest()
        self._order("system_reset", "RESET")
        self._hear_all()
        self._said = b""  # a byte for which there was no room before
        self._order("cont")

    def drop(self) -> None:
        """Drop what arrives for the panel, so that nothing waits for it; waits a moment for it."""
        if select.select([self._pins], [], [], _MOMENT)[0]:
            self._hear()
            self._said = b""

    def booted(self) -> None:
        """Wait until the app starts after a reset. The panel gets what was sent before it."""
        while _BOOTED not in self._said:
            self._hear()
        self._said, _, following = self._said.partition(_BOOTED)
        self._carry_out_the_rest()
        self._said = following

    def started(self) -> None:
        """Wait until its first picture is there after a reset."""
        self.booted()
        self.wait(10)

    def wait(self, milliseconds: int, *keys: str) -> None:
        self.hold_down(*keys)
        for left in range(milliseconds, 0, -10 * _LONGEST):
            self._pins.sendall(bytes((128 + min(-(-left // 10), _LONGEST),)))
            while self._write():
                pass

    def hold_down(self, *keys: str) -> None:
        """Hold these keys down; no time is waited for."""
        self._pins.sendall(bytes((sum(1 << KEYS.index(key) for key in keys),)))

    def panel(self, present: bool) -> None:
        """Take the panel off the bus, or put it back."""
        self._pins.sendall(bytes((_PANEL + (not present),)))

    def keep_pace(self) -> None:
        """Let the PC wait for an answer at least as long as for a chip's. With ICOUNT."""
        self._pins.sendall(bytes((_PACE,)))

    def cut_after(self, writes: int) -> None:
        """Let the board reset itself in the middle of the n-th write to the flash or the panel.

        writes: n, from 1 to 60; 1 is the next one
        """
        self._pins.sendall(bytes((_PACE + writes,)))

    def count(self) -> Counts:
        self._counted = b""
        self._pins.sendall(_COUNT)
        while not self._counted:
            self._write()
        counts = list(struct.unpack(_COUNTS, self._counted))
        counts[2:5] = [ticks * _NANOSECONDS for ticks in counts[2:5]]
        return Counts(*counts)

    def _write(self) -> bool:
        """Take the next write to the panel; return False at the end of the requested time."""
        size = int.from_bytes(self._take(2), "little")
        self._carry_out(self._take(size))
        return bool(size)

    def _carry_out(self, message: bytes) -> None:
        if message[:1] == bytes((PANEL_ADDRESS,)):
            self.i2c_bytes += len(message)
            self._show(message[1:])
        elif message[:1] == bytes((_COUNTS_ADDRESS,)):
            self._counted = message[1:]

    def _show(self, message: bytes) -> None:
        """Write to the panel; a refusal then shows what it was sent, and what follows."""
        try:
            self.chip.write(message)
        except ChipError as problem:
            problem.add_note(f"sent: {message.hex(' ')}; then: {self._said[:64].hex(' ')}")
            raise

    def _take(self, size: int) -> bytes:
        while len(self._said) < size:
            self._hear()
        taken, self._said = self._said[:size], self._said[size:]
        return taken

    def _hear(self) -> None:
        heard = self._pins.recv(65536)
        if not heard:
            raise RuntimeError("the emulator has ended")
        self._said += heard

    def _hear_the_rest(self) -> None:
        """Receive all that the board sent before it stopped; its last write may be incomplete."""
        self._hear_all()
        if self._said.startswith(_BOOTED[: len(self._said)]):
            self._said = self._said[len(_BOOTED) :]
        self._carry_out_the_rest()

    def _carry_out_the_rest(self) -> None:
        while len(self._said) >= 2 + int.from_bytes(self._said[:2], "little"):
            self._write()
        if len(self._said) > _HEADER:
            self.i2c_bytes += len(self._said[_HEADER:])
            self.chip.write_cut(self._said[_HEADER:])
        self._said = b""

    def _hear_all(self) -> None:
        self._pins.setblocking(False)
        try:
            while True:
                self._hear()
        except BlockingIOError:
            self._pins.setblocking(True)

    def _order(self, command: str, event: str = "") -> None:
        """Let the monitor carry out a command (QEMU Machine Protocol); wait for its event.

        A reset is answered when it is asked for, and its event comes when it has been.
        """
        self._monitor.sendall(json.dumps({"execute": command}).encode() + b"\n")
        answered = happened = False
        while not (answered and (happened or not event)):
            said = json.loads(self._answers.readline())
            answered |= "return" in said
            by_itself = said.get("data", {}).get("guest", False)  # the board, at its own time
            happened |= said.get("event") == event and not by_itself

    def _connected(self, path: Path) -> socket.socket:
        """Connect to a socket of QEMU's, which makes it and a moment later listens."""
        while True:
            connected = socket.socket(socket.AF_UNIX)
            try:
                connected.connect(str(path))
                return connected
            except (FileNotFoundError, ConnectionRefusedError):
                connected.close()
                if self._process.poll() is not None:
                    raise
                time.sleep(0.01)

    def _cable(self) -> str:
        """Ask QEMU where the first serial port is."""
        assert self._process.stdout
        for line in self._process.stdout:
            if found := re.search(r"redirected to (\S+) ", line):
                return found[1]
        raise RuntimeError("the emulator does not start")


def _loader_options(image: Path | None, address: int) -> tuple[str, ...]:
    return ("-device", f"loader,file={image},addr={address:#x},force-raw=on") if image else ()


def main() -> None:
    with TemporaryDirectory() as folder, Emulator(installed(Path(folder) / "tree")) as board:
        board.booted()
        board.wait(1000)
        print(board.cable, frame(board.chip.pixels()), sep="\n")
        for line in sys.stdin:
            board.press(*line.split())
            print(frame(board.chip.pixels()))


if __name__ == "__main__":
    main()
