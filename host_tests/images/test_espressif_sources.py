"""What ESP-IDF is told to build: all of it is among the distribution's sources."""

import re
from pathlib import Path

import pytest

from dev.fetching import get_qemu, get_rp2040
from dev.images import espressif, partitions

pytestmark = pytest.mark.full

PORT = Path("ports/esp32")


@pytest.fixture(scope="module")
def folders() -> dict[str, Path]:
    """Where the folders are that CMake has names for; skips where they are out of reach."""
    try:
        usb, ours = get_rp2040.chip_sources() / "tinyusb/src", get_qemu.sources()
    except (get_qemu.NoQemu, get_rp2040.NoPico) as problem:
        pytest.skip(str(problem))
    return {"MICROPY_DIR": ours, "TINYUSB_SRC": usb}


@pytest.fixture
def told(folders: dict[str, Path]) -> str:
    """What CMake is told."""
    return espressif.built_from(folders["MICROPY_DIR"])


def named(told: str, folders: dict[str, Path], name: str) -> set[Path]:
    """The source files in one of the folders that are to be built."""
    return {
        folders[name] / path for path in re.findall(rf"\$\{{{name}\}}/([\w/.-]+\.[cs])\b", told)
    }


@pytest.mark.parametrize("name", ["MICROPY_DIR", "TINYUSB_SRC"])
def test_every_file_that_is_built_is_there(name: str, told: str, folders: dict[str, Path]) -> None:
    found = named(told, folders, name)
    assert found
    assert [path for path in found if not path.exists()] == []


def test_what_a_part_of_tinyusb_takes_from_beside_it_is_built(
    told: str, folders: dict[str, Path]
) -> None:
    found = named(told, folders, "TINYUSB_SRC")
    taken = {
        (path.parent / header).with_suffix(".c")
        for path in found
        for header in re.findall(r'^#include "(\w+\.h)"', path.read_text(), re.MULTILINE)
    }
    assert {path for path in taken if path.exists()} <= found


def test_what_no_package_has_is_left_out(told: str, folders: dict[str, Path]) -> None:
    assert not list((folders["MICROPY_DIR"] / "lib/berkeley-db-1.xx").iterdir())
    assert "BTREE" in (folders["MICROPY_DIR"] / PORT / "esp32_common.cmake").read_text()
    assert "btree" not in told.lower()


@pytest.mark.parametrize("board", espressif.CHIPS)
def test_every_image_is_for_a_flash_as_large_as_its_table(
    board: str, folders: dict[str, Path]
) -> None:
    """As MicroPython's board files set it, the last of which counts."""
    chip = espressif.CHIPS[board]
    boards = folders["MICROPY_DIR"] / PORT / "boards"
    parts = [
        "mpconfigboard.cmake",
        *([f"mpconfigvariant_{chip.variant}.cmake"] * bool(chip.variant)),
    ]
    text = "".join((boards / chip.board / part).read_text() for part in parts)
    settings = re.findall(r"boards/(\S+sdkconfig\S*|sdkconfig\S*)", text)
    sizes = {}
    for path in settings:
        given = re.findall(r"CONFIG_ESPTOOLPY_FLASHSIZE_(\d+)MB=(y?)", (boards / path).read_text())
        sizes |= dict(given)
    last = partitions.IMAGE[-1]
    assert [int(size) << 20 for size, yes in sizes.items() if yes] == [last.start + last.size]
