"""The maker's guide: its drawing, its pins and its partition table are those of the firmware."""

import itertools
import re

import pytest

from dev import wiring
from firmware.hardware import filesystem as scores
from scorepad import build

GUIDE = wiring.GUIDE.read_text(encoding="utf-8")
FLASH = 4 << 20
SECTOR = 4096
APP_ALIGNMENT = 0x10000  # ESP-IDF, partition tables: app partitions


def partitions() -> list[tuple[str, str, int, int]]:
    """Name, type, offset, size of each row of the guide's table."""
    rows = re.findall(r"^    (\w+), +(\w+), +\w+, +(0x\w+), +(0x\w+)$", GUIDE, re.MULTILINE)
    return [(name, kind, int(offset, 16), int(size, 16)) for name, kind, offset, size in rows]


def test_the_drawing_and_the_pins_are_up_to_date() -> None:
    assert wiring.PICTURE.read_text(encoding="utf-8") == wiring.picture(), "make wiring"
    assert wiring.guide(GUIDE) == GUIDE and wiring.table() in GUIDE, "make wiring"
    assert all(wiring.NAMES[board] in GUIDE for board in build.BOARDS)


def test_the_partitions_fill_the_flash_without_a_gap() -> None:
    table = partitions()
    assert [name for name, *_ in table] == ["nvs", "phy_init", "factory", "vfs", "scores"]
    assert table[0][2] == 0x8000 + SECTOR  # behind the table itself
    for (_, _, offset, size), (_, _, following, _) in itertools.pairwise(table):
        assert offset + size == following
    assert table[-1][2] + table[-1][3] == FLASH
    for _, kind, offset, size in table:
        assert offset % (APP_ALIGNMENT if kind == "app" else SECTOR) == 0
        assert size % SECTOR == 0


@pytest.mark.parametrize("board", ["esp32", pytest.param("pico", marks=pytest.mark.full)])
def test_two_versions_of_the_firmware_fit_into_their_part(board: str) -> None:
    """littlefs gives each file blocks of its own, and each folder two."""
    folder = build.cached(build.firmware_sources(board))
    blocks = sum(
        2 if path.is_dir() else -(-path.stat().st_size // SECTOR) for path in folder.rglob("*")
    )
    source = (build.SOURCES / "firmware/hardware/rp2_flash.py").read_text(encoding="utf-8")
    (of_a_pico,) = re.findall(r"^_FILES = const\((\d+)\)", source, re.MULTILINE)
    (of_an_esp32,) = [size // SECTOR for name, _, _, size in partitions() if name == "vfs"]
    assert 2 * blocks < 0.9 * (int(of_a_pico) if board == "pico" else of_an_esp32)


def test_every_way_makes_the_same_table() -> None:
    """The line for mp-image-tool-esp32 has blocks (B) of 4096 bytes."""
    blocks = dict(re.findall(r"(\w+)=(\w+)B\b", GUIDE))
    added = re.findall(r"--add (\w+)=fat:(0x\w+):(0x\w+)", GUIDE)
    for name, _, offset, size in partitions():
        if name in blocks:
            assert int(blocks[name], 0) * SECTOR == size
        else:
            assert added == [(name, hex(offset), hex(size))]
    _, _, vfs, _ = partitions()[3]
    assert f"erase-region {vfs:#x} {FLASH - vfs:#x}" in GUIDE


def test_what_the_tablet_says_without_a_partition_is_in_the_guide() -> None:
    with pytest.raises(scores.NoScores) as said:
        scores.mount(None)
    assert str(said.value) in GUIDE
