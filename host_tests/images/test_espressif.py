"""The image for an ESP32, and what is built, without ESP-IDF: for that stands idf_stand_in.py."""

import os
import re
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import vfs
from vfs import VfsLfs2

from dev.fetching import get_qemu
from dev.fetching.outcome import Missing
from dev.images import espressif, freezing, partitions
from host_tests.device.nor_flash import ERASED, NorFlash
from scorepad import build
from support.commands import run_program
from support.needed import or_skip
from support.tablet import idf_stand_in
from support.web.bootloader import bootloader

pytestmark = pytest.mark.full

KEPT = [row for row in partitions.IMAGE if row.name in ("nvs", "vfs", "scores")]
APP = next(row for row in partitions.IMAGE if row.name == "factory")
AS_IT_IS = "--before no-reset --after no-reset --no-stub"  # no lines of a port, no program
BLOCKS = 32  # of a partition
BEFORE = 0x5A  # all that the flash has before


@pytest.fixture(scope="module")
@or_skip()
def sources() -> Path:
    """Those of MicroPython."""
    return get_qemu.sources()


@pytest.fixture
def idf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "idf.py"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{idf_stand_in.__file__}" "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("IDF_SAYS", "ESP-IDF v5.2.2")


def ran(*command: str) -> str:
    """What a program in Python prints."""
    words = [sys.executable, "-m", *command]
    done = run_program(words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("version", ["", "ESP-IDF v5.1.2", "ESP-IDF v6.0", "no version"])
def test_without_esp_idf_of_a_known_version_it_is_refused(version, idf, tmp_path, monkeypatch):
    monkeypatch.setenv("IDF_SAYS", version)
    if not version:
        monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Missing) as refused:
        espressif.make("esp32", tmp_path)
    assert (version or "idf.py") in str(refused.value) and "ESP-IDF 5.2" in str(refused.value)


@pytest.mark.parametrize("board", espressif.CHIPS)
def test_one_file_puts_all_where_the_chip_looks_and_over_nothing_that_is_kept(
    board: str, idf: None, sources: Path, tmp_path: Path
) -> None:
    chip = espressif.CHIPS[board]
    (_, *first, _, line) = espressif.make(board, tmp_path)
    assert "fetch its scores" in first[0] and first[1] == "esptool --port PORT erase-flash"
    made = tmp_path / f"scorepad-{board}.bin"
    with bootloader(board) as plugged:
        plugged.flash.data[:] = bytes((BEFORE,)) * len(plugged.flash.data)
        command = line.replace("PORT", f"{plugged.port} {AS_IT_IS}").split()
        ran(*command)
        flash = bytes(plugged.flash.data)
    assert flash[partitions.AT :].startswith(partitions.table(partitions.IMAGE))
    assert set(flash[: chip.start]) <= {BEFORE}
    for row in KEPT:
        assert set(flash[row.start : row.start + row.size]) == {BEFORE}
    (tmp_path / "app.bin").write_bytes(made.read_bytes()[APP.start - chip.start :])
    assert b"app" * 100 in flash[APP.start : APP.start + 1000]
    named = ran("esptool", "image-info", str(tmp_path / "app.bin"))
    assert "(valid)" in named
    assert "invalid" not in named


@pytest.mark.parametrize("board", espressif.CHIPS)
def test_the_manifest_freezes_the_firmware_and_what_starts_it(board, sources, tmp_path):
    path = freezing.manifest(board, espressif.KIND, espressif.PORT, tmp_path)
    chip = espressif.CHIPS[board].board
    frozen = get_qemu.frozen_by(sources, path, Path("ports/esp32"), chip)
    firmware = {place.as_posix() for _, place in build.firmware_sources(board)}
    started = {
        "boot.py",
        "main.py",
        "_boot.py",
        "scorepad_files.py",
        "scorepad_image.py",
        "flashbdev.py",
    }
    assert frozen.keys() == firmware | started | {"firmware/boot.py", "firmware/main.py"}
    assert frozen["firmware/board.py"].read_bytes() == build.board_file(board).read_bytes()
    assert build.identity(board) in frozen["scorepad_image.py"].read_text()


class Found(SimpleNamespace):
    """The board's flash, as the esp32 port has it: files and scores, each a flash of its own."""

    def __init__(self) -> None:
        super().__init__(
            files=NorFlash(bytearray(ERASED * BLOCKS)), scores=NorFlash(bytearray(ERASED * BLOCKS))
        )
        VfsLfs2.mkfs(self.scores)

    def start(self, monkeypatch: pytest.MonkeyPatch, scores: bool = True) -> VfsLfs2 | None:
        mounted: list[VfsLfs2] = []
        partition = SimpleNamespace(
            TYPE_DATA=1, find=lambda kind, label: [self.scores] if scores else []
        )
        with monkeypatch.context() as patched:
            patched.syspath_prepend(str(freezing.IMAGES))
            patched.delitem(sys.modules, "scorepad_files", raising=False)
            patched.setattr(vfs, "mount", lambda files, _place: mounted.append(files), False)
            patched.setitem(sys.modules, "esp32", SimpleNamespace(Partition=partition))
            patched.setitem(sys.modules, "flashbdev", SimpleNamespace(bdev=self.files))
            runpy.run_path(str(freezing.IMAGES / espressif.KIND / "_boot.py"))
        return mounted[0] if mounted else None


def test_new_files_are_made_and_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Found()
    first = found.start(monkeypatch)
    assert first
    with first.open("kept", "wb") as file:
        file.write(b"yes")
    again = found.start(monkeypatch)
    assert again
    assert [entry[0] for entry in again.ilistdir("/")] == ["kept"]


def test_files_that_cannot_be_read_are_made_anew_beside_scores_that_can(monkeypatch):
    """Those of a larger partition stay, for scores may be among them."""
    found = Found()
    larger = NorFlash(bytearray(ERASED * 2 * BLOCKS))
    VfsLfs2.mkfs(larger)
    unreadable, scores = b"\x5a" * len(found.files.image), bytes(found.scores.image)
    for files, beside, formatted in (
        (bytes(larger.image[: len(unreadable)]), scores, False), (unreadable, unreadable, False),
        (unreadable, b"", False), (unreadable, scores, True),
    ):  # fmt: skip
        found.files.image[:], found.scores.image[:] = files, beside or scores
        assert bool(found.start(monkeypatch, bool(beside))) == formatted
        assert (bytes(found.files.image) == files) != formatted


def test_all_that_is_built_is_among_the_sources(sources: Path) -> None:
    told = espressif.built_from(sources)
    built = {sources / path for path in re.findall(r"\$\{MICROPY_DIR\}/([\w/.-]+\.[cs])\b", told)}
    assert built and [path for path in built if not path.exists()] == []
    # What no package has is left out: of TinyUSB's files each is built only where this is ON.
    places = ("if(NOT DEFINED MICROPY_PY_TINYUSB)\n", "\nif(MICROPY_PY_TINYUSB)\n", "TINYUSB_SRC")
    assert sorted(places, key=told.index) == [*places]
    port = sources / "ports/esp32"
    assert "#ifndef MICROPY_HW_ENABLE_USBDEV\n" in (port / "mpconfigport.h").read_text()
    boards = [port / "boards" / chip.board for chip in espressif.CHIPS.values()]
    for text in [path.read_text() for board in boards for path in board.glob("mpconfigboard.*")]:
        assert "MICROPY_DEF_BOARD" not in text and "USBDEV" not in text
    assert not list((sources / "lib/berkeley-db-1.xx").iterdir())
    assert "BTREE" in (sources / "ports/esp32/esp32_common.cmake").read_text()
    assert "btree" not in told.lower()


@pytest.mark.parametrize("board", espressif.CHIPS)
def test_every_image_is_for_a_flash_as_large_as_its_table(board: str, sources: Path) -> None:
    chip, boards = espressif.CHIPS[board], sources / "ports/esp32/boards"
    parts = [
        "mpconfigboard.cmake",
        *([f"mpconfigvariant_{chip.variant}.cmake"] * bool(chip.variant)),
    ]
    text = "".join((boards / chip.board / part).read_text() for part in parts)
    sizes = {}
    for path in re.findall(r"boards/(\S+sdkconfig\S*|sdkconfig\S*)", text):  # the last one counts
        given = re.findall(r"CONFIG_ESPTOOLPY_FLASHSIZE_(\d+)MB=(y?)", (boards / path).read_text())
        sizes |= dict(given)
    last = partitions.IMAGE[-1]
    assert [int(size) << 20 for size, yes in sizes.items() if yes] == [last.start + last.size]
