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


@pytest.fixture(scope="module")
def port(qemu: None) -> Iterator[str]:
    """The serial port of an emulated board that has the firmware in its image."""
    tools = get_qemu.toolchain()
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
    command = [sys.executable, "-m", "mpremote", "connect", port, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_the_manifest_freezes_every_module_as_it_is(qemu: None) -> None:
    assert get_qemu.frozen(MANIFEST) == FROZEN


def test_a_boards_own_manifest_includes_it(qemu: None, tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.py"
    port = "$(MPY_DIR)/ports/esp32"
    manifest.write_text(f'freeze("{port}/modules")\ninclude("{MANIFEST}")\n')
    own = get_qemu.frozen(manifest).keys() - FROZEN.keys()
    assert {"_boot.py", "flashbdev.py", "inisetup.py"} <= own
    assert get_qemu.frozen(manifest).keys() >= FROZEN.keys()


def test_a_frozen_tablet_keeps_to_its_heap_on_an_evening(qemu: None) -> None:
    with Emulator(kernel=emulator.frozen(), options=ICOUNT) as board:
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
    assert mpremote(port, "exec", SCORES) == ["[1730, 0] True firmware/scoring/deal.py"]
    mpremote(port, "exec", FLASH)
    mpremote(port, "resume", "mip", "install", "--target=/", tmp_path / "core" / "package.json")
    there = mpremote(port, "resume", "exec", "import os; print(os.listdir('/'))")
    assert there == ["['firmware']"]
    scored = mpremote(port, "resume", "exec", SCORES)
    assert scored == ["[1730, 0] True firmware/scoring/deal.mpy"]
