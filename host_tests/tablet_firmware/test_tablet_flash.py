"""What is on flash: saved, damaged, cut off, and found again after a reset."""

import importlib
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
import vfs

from firmware.hardware import filesystem
from host_tests.device.nor_flash import BLOCK, ERASED, NorFlash
from scorepad.simulator.flash import FLASH_SIZE, NVS, Flash
from scorepad.simulator.tablet import Tablet
from support.tablet.tablets import (
    EACH_RUNTIME,
    FINISH,
    NEW_GAME,
    finish,
    store_in,
    with_board_words,
)


def test_a_deal_that_cannot_be_saved_stays_on_the_screen(playing: Tablet) -> None:
    playing.press("DOWN", "OK", "UP")
    playing.flash(False)
    playing.press("OK")
    assert playing.look().screen == "trouble"
    playing.press("OK")
    assert playing.look().text[:3] == ["+1", "3♠ S", "120"]
    playing.press("OK")
    assert playing.look().screen == "trouble"
    playing.flash(True)
    playing.press("OK", "OK")
    assert "+120" in playing.look().text
    playing.power_cut()
    assert playing.look().text[0] == "Deal 2"


def test_flash_that_was_used_anywhere_is_not_formatted(path: Path) -> None:
    Flash(path).close()
    blank = path.read_bytes()
    for used in (40, 4096 * 2 - 1, 300 * 4096, 511 * 4096 + 32, 512 * 4096 - 1):
        image = bytearray(blank)
        image[used] = 0
        path.write_bytes(image)
        with Tablet(Flash(path)) as tablet:
            assert "flash unreadable" in tablet.look().text, used
        assert path.read_bytes() == bytes(image), used


def after_another(path: Path, tablet: Tablet) -> list[int]:
    """The sessions on a flash file after one more was played, with a power cut in between."""
    with tablet:
        tablet.press(*NEW_GAME)
        tablet.power_cut()
        assert tablet.look().text[0] == "Deal 1"
        finish(tablet)
        tablet.press(*FINISH)
    with store_in(path) as store:
        return list(store.numbers())


@pytest.mark.parametrize("runtime", EACH_RUNTIME)
def test_the_numbers_go_on_when_the_whole_partition_is_gone(path: Path, runtime: str) -> None:
    assert after_another(path, Tablet(Flash(path), runtime)) == [1]
    path.write_bytes(b"\xff" * FLASH_SIZE + path.read_bytes()[FLASH_SIZE:])
    assert after_another(path, Tablet(Flash(path), runtime)) == [2]


def test_numbers_that_are_too_great_for_nvs_are_played_all_the_same(path: Path) -> None:
    assert after_another(path, Tablet(Flash(path))) == [1]
    path.write_bytes(path.read_bytes()[:NVS] + (2**30 - 1).to_bytes(4, "little"))
    for number in range(2**30, 2**30 + 2):
        assert after_another(path, with_board_words(path))[-1] == number


# ---- parts of an RP2040's flash, which takes whole pages; littlefs uses pieces of 16 bytes

BLOCKS = 352
FILES = 208
PAGE = 256


class PowerCut(BaseException):
    """The power goes before an erase or a program."""


class PagedFlash(NorFlash):
    """As rp2.Flash: programs whole pages, bits only from 1 to 0. `left`: changes until a cut."""

    def __init__(self) -> None:
        super().__init__(bytearray(ERASED * BLOCKS))
        self.left = -1

    def change(self, start: int, becomes: bytes) -> None:
        if self.left == 0:
            raise PowerCut
        self.left -= 1
        assert start % PAGE == len(becomes) % PAGE == 0
        before = self.image[start : start + len(becomes)]
        if becomes is not ERASED:
            becomes = bytes(old & new for old, new in zip(before, becomes, strict=True))
        super().change(start, becomes)


@pytest.fixture
def flash() -> PagedFlash:
    return PagedFlash()


@pytest.fixture
def rp2_flash(flash: PagedFlash, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setitem(sys.modules, "rp2", SimpleNamespace(Flash=lambda: flash))  # type: ignore[arg-type]
    monkeypatch.delitem(sys.modules, "firmware.hardware.rp2_flash", raising=False)
    return importlib.import_module("firmware.hardware.rp2_flash")


def write(files: vfs.VfsLfs2, name: str, content: bytes) -> None:
    with files.open(name, "wb") as file:
        file.write(content)


def read(files: vfs.VfsLfs2, name: str) -> bytes:
    with files.open(name, "rb") as file:
        return file.read()


@pytest.mark.parametrize(("offset", "size"), [(0, 16), (240, 32), (255, 1), (16, 600), (512, 256)])
def test_any_piece_is_programmed_and_nothing_beside_it(rp2_flash, flash, offset, size):
    part = rp2_flash.scores()
    beside = bytes(range(256)) * (BLOCK // PAGE)
    flash.image[FILES * BLOCK + BLOCK : FILES * BLOCK + 2 * BLOCK] = beside
    flash.image[FILES * BLOCK + BLOCK + offset : FILES * BLOCK + BLOCK + offset + size] = (
        b"\xff" * size
    )
    part.writeblocks(1, b"\x5a" * size, offset)
    found = bytearray(BLOCK)
    part.readblocks(1, found)
    assert found == beside[:offset] + b"\x5a" * size + beside[offset + size :]


def test_scores_are_found_from_the_end_where_an_image_is_larger(rp2_flash: ModuleType) -> None:
    """A Pico W's leaves 212 blocks (boards/RPI_PICO_W), and both end with the flash."""
    bounds = []
    for count in (BLOCKS, 212):
        rp2_flash.whole = lambda count=count: SimpleNamespace(ioctl=lambda *_: count)
        for part in (rp2_flash.files(), rp2_flash.scores()):
            bounds.append((part._first, part._count))
    assert bounds == [(0, FILES), (FILES, 144), (0, 68), (68, 144)]


@pytest.mark.parametrize("size", [60, 3000])
def test_a_cut_before_any_erase_or_program_leaves_the_old_file_or_the_new_one(
    rp2_flash: ModuleType, flash: PagedFlash, size: int
) -> None:
    write(filesystem.mount(rp2_flash.scores()), "page", b"o" * size)
    before, cuts = bytes(flash.image), 0
    while True:
        flash.image[:] = before
        flash.left = cuts
        try:
            write(filesystem.mount(rp2_flash.scores()), "page", b"n" * size)
            break
        except PowerCut:
            cuts += 1
        flash.left = -1
        assert read(filesystem.mount(rp2_flash.scores()), "page") in (b"o" * size, b"n" * size)
    assert cuts > 0
