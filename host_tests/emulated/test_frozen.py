"""The firmware in an image, and installed beside it: a bare Cortex-M3, on an emulated board."""

from pathlib import Path

import pytest

from dev import make_firmware
from dev.emulators.qemu_board import Emulator
from dev.fetching import get_qemu
from scorepad import build
from scorepad.sources import SOURCES
from support.tablet.emulated import mpremote

pytestmark = pytest.mark.full

MANIFEST = SOURCES / "firmware" / "manifest.py"
FROZEN = {place.as_posix(): SOURCES / place for _, place in build.firmware_sources()}
SCORES = """
from firmware.scoring import deal, rules
sheet = rules.rule_set("international")()
sheet.add(deal.pack(3, deal.NO_TRUMP, deal.UNDOUBLED, deal.NORTH, 9))
sheet.add(deal.pack(6, deal.SPADES, deal.UNDOUBLED, declarer=deal.SOUTH, tricks=12))
print(sheet.totals, sheet.complete, deal.__file__)
"""


def test_the_manifest_freezes_every_module_as_it_is(qemu: None) -> None:
    assert get_qemu.frozen(MANIFEST) == FROZEN


def test_a_boards_own_manifest_includes_it(qemu: None, tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.py"
    port = "$(MPY_DIR)/ports/esp32"
    manifest.write_text(f'freeze("{port}/modules")\ninclude("{MANIFEST}")\n')
    own = get_qemu.frozen(manifest).keys() - FROZEN.keys()
    assert {"_boot.py", "flashbdev.py", "inisetup.py"} <= own
    assert get_qemu.frozen(manifest).keys() >= FROZEN.keys()


def test_mpremote_installs_the_core_into_the_root_and_it_scores(
    qemu: None, tmp_path: Path
) -> None:
    make_firmware.make(tmp_path / "core", core=True)
    manifest = tmp_path / "manifest.py"
    manifest.write_text(f'include("{get_qemu.MANIFEST}")\ninclude("{MANIFEST}")\n')
    with Emulator(kernel=get_qemu.interpreter(manifest)) as board:
        assert mpremote(board, "exec", SCORES) == "[1730, 0] True firmware/scoring/deal.py\n"
        package = tmp_path / "core" / "package.json"
        mpremote(board, "mip", "install", "--target=/", package)
        there = mpremote(board, "resume", "exec", "import os; print(os.listdir('/'))")
        assert there == "['firmware']\n"
        scored = mpremote(board, "exec", SCORES)
        assert scored == "[1730, 0] True firmware/scoring/deal.mpy\n"
