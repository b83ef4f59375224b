"""A tablet on an emulated microcontroller: the firmware on bare metal, with 32-bit words.

QEMU runs MicroPython for Arm's MPS2 (get_qemu.py) with what is in qemu/: its flash outlives a
reset, its heap has 140 KB. The first serial port is a pseudo-terminal, for mpremote and for
`scorepad sync`; the second is what a board has on its pins (qemu/board.py says how), and the
panel on its bus is the simulator's.
"""

import os
import re
import socket
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

import get_qemu
from scorepad.simulator.ssd1306 import SSD1306
from scorepad.simulator.tablet import KEYS, PANEL_ADDRESS, PRESS_MS

MACHINE = ("-machine", "mps2-an385", "-nographic", "-semihosting")
_BOOTED = b"\xff\xffBOOT\xff\xff"
_PATIENCE = 60  # s; nothing that is waited for takes one
_LONGEST = 127  # times 10 ms


class Emulator:
    """A board that is switched on. `cable`: the path of its serial port.

    Raises NoQemu. Use as a context manager.
    """

    def __init__(self, kernel: Path | None = None):
        self.chip = SSD1306()
        self.i2c_bytes = 0
        self.presses = 0
        self._folder = TemporaryDirectory(prefix="scorepad-qemu-")
        pins, monitor = (Path(self._folder.name) / name for name in ("pins", "monitor"))
        tools = get_qemu.toolchain()
        command = tools.qemu(
            *MACHINE,
            *("-kernel", str(kernel or get_qemu.interpreter())),
            *("-serial", "pty"),
            *("-serial", f"unix:{pins},server=on,wait=off"),
            *("-monitor", f"unix:{monitor},server=on,wait=off"),
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
        self._pins, self._monitor = _connected(pins), _connected(monitor)
        self._said = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self.off()

    def off(self) -> None:
        """Ends QEMU; what was on the flash is gone."""
        self._process.kill()
        self._process.wait()
        self._pins.close()
        self._monitor.close()
        self._folder.cleanup()

    def reset(self) -> None:
        """A reset of the microcontroller, wherever it is; the flash keeps its content."""
        self._monitor.sendall(b"system_reset\n")

    def booted(self) -> None:
        """Waits until the app starts after a reset; what came before is dropped."""
        while _BOOTED not in self._said:
            self._hear()
        self._said = self._said.partition(_BOOTED)[2]

    def wait(self, milliseconds: int, *keys: str) -> None:
        """The board's time goes on, with `keys` held down."""
        mask = sum(1 << KEYS.index(key) for key in keys)
        for left in range(milliseconds, 0, -10 * _LONGEST):
            self._pins.sendall(bytes((mask, 128 + min(-(-left // 10), _LONGEST))))
            while self._write():
                pass

    def press(self, *keys: str) -> None:
        """Presses one button after another."""
        for key in keys:
            self.wait(PRESS_MS, key)
            self.wait(PRESS_MS)
            self.presses += 1

    def _write(self) -> bool:
        """Takes the next write to the panel; False: it was the end of the time asked for."""
        size = int.from_bytes(self._take(2), "little")
        message = self._take(size)
        if message and message[0] == PANEL_ADDRESS:
            self.i2c_bytes += size
            self.chip.write(message[1:])
        return bool(size)

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

    def _cable(self) -> str:
        """QEMU says where the first serial port is."""
        assert self._process.stdout
        for line in self._process.stdout:
            if found := re.search(r"redirected to (\S+) ", line):
                return found[1]
        raise RuntimeError("the emulator does not start")


def _connected(path: Path) -> socket.socket:
    """A socket of QEMU's, which opens it a moment after it has started."""
    end = time.monotonic() + _PATIENCE
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.01)
    connected = socket.socket(socket.AF_UNIX)
    connected.settimeout(_PATIENCE)
    connected.connect(str(path))
    return connected
