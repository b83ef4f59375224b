"""The firmware in an image, and installed beside it: a bare Cortex-M3, on an emulated board."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dev import make_firmware
from dev.emulators import qemu_board as emulator
from dev.emulators.qemu_board import ICOUNT, Emulator
from dev.fetching import get_qemu
from scorepad import build
from scorepad.sources import SOURCES

pytestmark = pytest.mark.full

MANIFEST = SOURCES / "firmware" / "manifest.py"
MACHINE = ("-machine", "mps2-an385", "-display", "none", "-monitor", "none", "-semihosting")
FROZEN = {place.as_posix(): SOURCES / place for _, place in build.firmware_sources()}
SCORES = """
from firmware.scoring import deal, rules
sheet = rules.rule_set("international")()
sheet.add(deal.pack(3, deal.NO_TRUMP, deal.UNDOUBLED, deal.NORTH, 9))
sheet.add(deal.pack(6, deal.SPADES, deal.UNDOUBLED, declarer=deal.SOUTH, tricks=12))
print(sheet.totals, sheet.complete, deal.__file__)
"""
FLASH = """
import sys
import vfs
for module in [name for name in sys.modules if name.startswith("firmware")]:
    del sys.modules[module]  # the frozen boot.py and main.py have been started
class Flash:
    def __init__(self, blocks):
        self.bytes = bytearray(blocks * 512)
    def readblocks(self, number, buffer, offset=0):
        start = number * 512 + offset
        buffer[:] = self.bytes[start : start + len(buffer)]
    def writeblocks(self, number, buffer, offset=0):
        start = number * 512 + offset
        self.bytes[start : start + len(buffer)] = buffer
    def ioctl(self, operation, number):
        return {4: len(self.bytes) // 512, 5: 512}.get(operation, 0)
flash = Flash(128)
vfs.VfsLfs2.mkfs(flash)
vfs.mount(vfs.VfsLfs2(flash), "/")
"""
HEAP = """
import gc
gc.collect()
before = gc.mem_alloc()
import firmware.game, firmware.link.requests, firmware.hardware.oled, firmware.scoring.rubber
from firmware.ui import flow
from firmware.ui.screens import contract, home
from firmware.ui.fonts import huge, large, medium, small
gc.collect()
print(gc.mem_alloc() - before)
"""


def frozen(manifest: Path) -> dict[str, Path]:
    """What a manifest freezes; skips the test where MicroPython's sources are out of reach."""
    try:
        return get_qemu.frozen(manifest)
    except get_qemu.NoQemu as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="module")
def port() -> Iterator[str]:
    """The serial port of an emulated board that has the firmware in its image."""
    frozen(MANIFEST)
    try:
        tools = get_qemu.toolchain()
    except get_qemu.NoQemu as missing:
        pytest.skip(str(missing))
    image = get_qemu.interpreter(MANIFEST)
    command = tools.qemu(*MACHINE, "-serial", "pty", "-kernel", str(image))
    with subprocess.Popen(
        command,
        env={**os.environ, **tools.environment()},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as board:
        assert board.stdout
        yield board.stdout.readline().split()[4]  # char device redirected to /dev/pts/3 (...)
        board.terminate()


def mpremote(port: str, *arguments: str | Path) -> list[str]:
    """What mpremote prints, connected to the board."""
    command = [sys.executable, "-m", "mpremote", "connect", port, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def run(port: str, program: str) -> list[str]:
    """What a program prints on the board, after a soft reset."""
    return mpremote(port, "exec", program)


def test_the_manifest_freezes_every_module_as_it_is() -> None:
    assert frozen(MANIFEST) == FROZEN


def test_a_boards_own_manifest_includes_it(tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.py"
    port = "$(MPY_DIR)/ports/esp32"
    manifest.write_text(f'freeze("{port}/modules")\ninclude("{MANIFEST}")\n')
    own = frozen(manifest).keys() - FROZEN.keys()
    assert {"_boot.py", "flashbdev.py", "inisetup.py"} <= own
    assert frozen(manifest).keys() >= FROZEN.keys()


def test_the_frozen_core_scores_a_rubber(port: str) -> None:
    # 100 + 180 for tricks, 750 for a vulnerable small slam, 700 for two games to none
    assert run(port, SCORES) == ["[1730, 0] True firmware/scoring/deal.py"]


def test_frozen_code_takes_little_heap(port: str) -> None:
    # as files the same modules take 74 KB: their code is in the heap then
    assert int(run(port, HEAP)[-1]) < 24 * 1024


def test_a_frozen_tablet_keeps_to_its_heap_on_an_evening() -> None:
    try:
        kernel = emulator.frozen()
    except get_qemu.NoQemu as missing:
        pytest.skip(str(missing))
    with Emulator(kernel=kernel, options=ICOUNT) as board:
        board.booted()
        board.wait(10)
        assert board.count().heap_used <= 32 * 1024
        board.press("OK", "OK", "OK")  # a new game
        used = []
        for _ in range(10):
            board.press("DOWN", "OK", "DOWN", "OK")
            used.append(board.count().heap_used)
        board.hold("BACK")
        board.press("OK")  # the score sheet
        used.append(board.count().heap_used)
    assert max(used) <= 48 * 1024


def test_mpremote_installs_the_core_into_the_root_and_it_scores(port: str, tmp_path: Path) -> None:
    make_firmware.make(tmp_path / "core", core=True)
    run(port, FLASH)
    mpremote(port, "resume", "mip", "install", "--target=/", tmp_path / "core" / "package.json")
    there = mpremote(port, "resume", "exec", "import os; print(os.listdir('/'))")
    assert there == ["['firmware']"]
    scored = mpremote(port, "resume", "exec", SCORES)
    assert scored == ["[1730, 0] True firmware/scoring/deal.mpy"]
