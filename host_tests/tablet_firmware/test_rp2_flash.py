"""Parts of an RP2040's flash, which takes whole pages, as littlefs uses them in pieces of 16."""

import importlib
import sys
from types import ModuleType, SimpleNamespace

import pytest
import vfs

from dev.nor_flash import BLOCK, ERASED, NorFlash
from firmware.hardware import filesystem

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
def test_any_piece_is_programmed_and_nothing_beside_it(
    rp2_flash: ModuleType, flash: PagedFlash, offset: int, size: int
) -> None:
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
