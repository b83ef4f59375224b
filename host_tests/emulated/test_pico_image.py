"""Scorepad's image on an emulated Pico: its places in the flash, and what starts from it."""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from littlefs import LittleFS

from dev.emulators import pico
from dev.fetching import get_rp2040, get_rp2040js
from dev.images import pico as images
from dev.images import uf2
from scorepad.simulator.faces.terminal import frame
from support.depth import DAY
from support.tablet.pico_board import records_on, scorepad

NEW_GAME = ("OK", "OK", "OK")
DEAL = ("DOWN", "OK", "DOWN", "OK")
FILES = images.ROOM
SCORES = FILES + (384 << 10)
BLOCK = 4096
ID = re.compile(rb'ID = "|[0-9a-f]{16}')


@pytest.fixture(scope="module")
def image() -> bytes:
    """The UF2; skips where it cannot be made."""
    try:
        return uf2.packed(images.image().read_bytes())
    except get_rp2040.NoPico as problem:
        pytest.skip(str(problem))


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """One of a firmware that is not the same: its id says so."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(images.build, "identity", lambda board: "another image")
        return uf2.packed(images.image().read_bytes())


@pytest.fixture(scope="module")
def stock() -> bytes:
    """MicroPython's own image."""
    return uf2.packed(get_rp2040.image().read_bytes())


@pytest.fixture
def on() -> Iterator[Callable[[bytes], pico.Pico]]:
    """Switches boards on, by what their flash holds; skips where there is no emulator."""
    boards = []

    def switched_on(content: bytes) -> pico.Pico:
        try:
            boards.append(pico.Pico(content))
        except get_rp2040js.NoEmulator as problem:
            pytest.skip(str(problem))
        return boards[-1]

    yield switched_on
    for board in boards:
        board.off()


@pytest.fixture(scope="module")
def played(image: bytes) -> bytes:
    """The flash of a new board with the image, on which a game has a deal."""
    try:
        with pico.Pico(pico.dragged(pico.BLANK, image)) as board:
            board.started()
            board.press(*NEW_GAME, *DEAL)
            board.wait(1000)
            return board.content()
    except get_rp2040js.NoEmulator as problem:
        pytest.skip(str(problem))


def part(content: bytes, start: int, end: int) -> LittleFS:
    """The file system in a part of the flash. Raises LittleFSError."""
    files = LittleFS(
        mount=False, block_size=BLOCK, block_count=(end - start) // BLOCK, prog_size=16
    )
    files.context.buffer[:] = content[start:end]
    files.mount()
    return files


def scores(content: bytes) -> dict[str, bytes]:
    """The files of the sessions in the scores' part, by their paths."""
    files = part(content, SCORES, pico.FLASH)
    return {
        f"{folder}/{name}": files.open(f"{folder}/{name}", "rb").read()
        for folder, _, names in files.walk("/")
        for name in names
        if re.fullmatch(r"/[0-9a-f]{3}", folder)
    }


def shown(board: pico.Pico) -> str:
    """The picture, some time after the start."""
    board.started()
    board.wait(1000)
    return frame(board.chip.pixels())


def test_a_new_board_has_files_and_scores_apart_and_is_played(played: bytes) -> None:
    assert list(scores(played)) == ["/000/1.00"]
    files = part(played, FILES, SCORES)
    assert files.open("/scorepad/image", "r").read() == images.build.identity("pico")
    assert sorted(files.listdir("/scorepad")) == ["image", "number"]
