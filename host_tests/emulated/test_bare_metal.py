"""The firmware on an emulated Cortex-M3: power cuts at any write, and what an image freezes."""

from pathlib import Path

import pytest

from dev.fetching import get_qemu
from scorepad import build
from scorepad.sources import SOURCES

pytestmark = pytest.mark.full


# ---- the firmware as an image has it

MANIFEST = SOURCES / "firmware" / "manifest.py"
FROZEN = {place.as_posix(): SOURCES / place for _, place in build.firmware_sources()}


def test_the_manifest_freezes_every_module_also_where_a_boards_own_includes_it(
    qemu: None, tmp_path: Path
) -> None:
    assert get_qemu.frozen(MANIFEST) == FROZEN
    manifest = tmp_path / "manifest.py"
    port = "$(MPY_DIR)/ports/esp32"
    manifest.write_text(f'freeze("{port}/modules")\ninclude("{MANIFEST}")\n')
    own = get_qemu.frozen(manifest).keys() - FROZEN.keys()
    assert {"_boot.py", "flashbdev.py", "inisetup.py"} <= own
    assert get_qemu.frozen(manifest).keys() >= FROZEN.keys()
