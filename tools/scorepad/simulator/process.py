"""The firmware in a process of its own, on MicroPython or CPython, turned by the host.

What the two say to each other is described in device/run.py.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorepad import build
from scorepad.cache import CacheUnusable
from scorepad.language import Text, text
from scorepad.simulator.interpreters import MicroPythonMissing, micropython, micropython32
from scorepad.simulator.wires import Inherited, Loopback, Wires
from scorepad.sources import SOURCES

DEVICE = Path(__file__).parent / "device"
HEAP = 192 * 1024  # bytes, with 64-bit words: about what 96 KB are to an ESP32
# Bytes more for the modules of device/: a chip has its own in ROM. Each name there counts: those
# that a tablet knows are kept in pools, each of which is twice as large as the one before.
STAND_INS = 14 * 1024
RUNTIMES = ("unix", "unix32", "cpython")
Command = tuple[list[str], Path, dict[str, str]]
OTHERS: dict[str, Callable[[], Command]] = {}  # runtimes that are registered here; by Loopback
HEADER = 3


class SimulationError(RuntimeError):
    """The simulated tablet could not be started, or has died."""


@dataclass(frozen=True)
class Counts:
    """Heap in use and free after a collection, in bytes (0 on CPython, which does not count them);
    since the start of the process bytes programmed and blocks erased on flash, how often it was
    read and how many bytes."""

    heap_used: int
    heap_free: int
    programmed: int
    erased: int
    reads: int
    read: int


@dataclass(frozen=True)
class Speed:
    """The CPU's clock in Hz; since the start of the process milliseconds at more than
    80 MHz, and writes to the panel at no more."""

    hertz: int
    hurried: int
    slow_writes: int


class Process:
    """A run of the firmware, from power-on or reset to the next.

    `runtime`: `unix` (MicroPython), `unix32` (the same with 32-bit words, as a board has them) or
    `cpython`; `heap`: bytes for the firmware on MicroPython;
    `on_write`: called with each I2C write, the address byte first, and whether it broke off;
    `memory`: what the RTC's memory has kept since the run before; `sda_held`: clock pulses for
    which a panel that was left in mid-byte holds SDA; `board`: one of build.BOARDS, but on CPython
    only the default; `panel`: its address and what it says when it is read; `setting`: the
    `panel` of build.firmware_sources.
    Raise SimulationError.
    """

    def __init__(
        self,
        runtime: str,
        flash: Path,
        tablet: bytes,
        on_write: Callable[[bytes, bool], None],
        heap: int = HEAP,
        memory: bytes = b"",
        sda_held: int = 0,
        board: str = build.BOARD,
        panel: tuple[int, int] = (0x3C, 0x46),
        setting: str = "",
    ):
        self.wants_reset = False
        self.memory = memory
        self._on_write = on_write
        interpreter, folder, environment = command(runtime, heap, board, setting)
        arguments = [str(flash.resolve()), tablet.hex()]
        if runtime == "cpython" and setting:  # nothing is compiled
            arguments.append(setting)
        inherits = runtime in ("unix", "unix32")
        joined: type[Loopback | Inherited] = Inherited if inherits else Loopback
        # Modules are looked for in that folder first, not where the user stands.
        self._wires: Wires = joined(interpreter, arguments, env=environment, cwd=folder)
        self._child = self._wires.child
        self._frames = self._wires.control.makefile("rb")
        self.ask("panel", *panel)
        if sda_held:
            self.ask("held", sda_held)
        if memory:
            self.ask("memory", memory.hex())

    def serial_write(self, received: bytes) -> None:
        self._wires.write(received)

    def serial_read(self) -> bytes:
        """Return what the tablet has sent on its serial port since the last call."""
        return self._wires.read()

    def kill(self) -> None:
        """End the process at once, as a reset or a power cut does."""
        self._child.kill()
        self._child.wait()
        self._frames.close()
        self._wires.cut()

    def ask(self, *words: str | int) -> Any:
        """Send a command of device/run.py; return the JSON of its answer, if it has any."""
        answer = None
        try:
            self._wires.control.sendall(f"{' '.join(map(str, words))}\n".encode())
            for letter, body in self._answers():
                if letter in {b"W", b"C"}:
                    self._on_write(body, letter == b"C")
                elif letter == b"J":
                    answer = json.loads(body)
                elif letter == b"M":
                    self.memory = body
                elif letter == b"R":
                    self.wants_reset = True
                    return None
        except ConnectionError:
            raise self._died() from None
        return answer

    def _answers(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield frames up to the one that ends the answer."""
        while True:
            header = self._frames.read(HEADER)
            if len(header) < HEADER:
                raise self._died()
            if header[:1] == b".":
                return
            yield header[:1], self._frames.read(int.from_bytes(header[1:], "little"))

    def _died(self) -> SimulationError:
        self._child.wait()
        assert self._child.stderr
        trace = self._child.stderr.read().decode(errors="replace").strip().split("\n")
        where = [line.strip() for line in trace if line.strip().startswith("File ")]
        reason = " at ".join([trace[-1] or "no reason given", *where[-1:]])
        return SimulationError(f"the simulated tablet has died: {reason}")


def usual_runtime(note: Callable[[Text], object]) -> str:
    """Return MicroPython, as boards have it, where that can be had. `note`: is told if not."""
    try:
        command("unix", HEAP)
    except (MicroPythonMissing, CacheUnusable) as missing:
        note(text("{why}; the tablet runs on CPython", why=missing.said))
        return "cpython"
    return "unix"


def command(runtime: str, heap: int, board: str = build.BOARD, panel: str = "") -> Command:
    """Return the interpreter with its options and what it runs, its folder and its environment."""
    if runtime in OTHERS:
        return OTHERS[runtime]()
    environment = dict(os.environ)
    if runtime == "cpython":
        path = (DEVICE / "cpython", DEVICE, SOURCES)
        environment["PYTHONPATH"] = os.pathsep.join(str(p) for p in path)
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        return [sys.executable, "-m", "run"], DEVICE, environment
    try:
        interpreter = micropython32() if runtime == "unix32" else micropython()
        chip = [(p, Path(p.name)) for p in sorted(DEVICE.glob("*.py"))]  # compiled likewise
        folder = build.cached([*build.firmware_sources(board, panel), *chip])
    except build.BuildError as error:
        raise SimulationError(str(error)) from error
    environment["MICROPYPATH"] = ":.frozen"  # the folder itself, as a board's root is
    return (
        [str(interpreter), "-X", f"heapsize={heap + STAND_INS}", "-m", "run"],
        folder,
        environment,
    )
