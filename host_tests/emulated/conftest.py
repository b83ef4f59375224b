"""Emulated boards that are switched on in a test, and off after it."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dev.emulators import board_files, pico
from dev.emulators.qemu_board import image, sources
from dev.fetching import get_qemu, get_rp2040
from dev.images import pico as images
from scorepad.simulator.panels.ssd1306 import SSD1306
from support.needed import or_skip


@pytest.fixture(scope="session")
@or_skip()
def qemu() -> None:
    """Skips where there is no emulator."""
    get_qemu.interpreter()


@pytest.fixture(scope="session")
def tree(qemu: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is installed on a board of QEMU's."""
    folder = tmp_path_factory.mktemp("board") / "tree"
    board_files.compile_into(sources(), folder)
    return folder


@pytest.fixture(scope="session")
def files(tree: Path) -> Path:
    """The flash of a board of QEMU's on which the firmware is installed as files; it is read."""
    files = tree.with_suffix(".image")
    files.write_bytes(image(tree))
    return files


@pytest.fixture(scope="session")
@or_skip()
def kernel() -> Path:
    """MicroPython for a Pico as it is."""
    return get_rp2040.image()


@pytest.fixture(scope="session")
@or_skip()
def pico_image() -> Path:
    """Scorepad's image for a Pico."""
    return images.image()


@pytest.fixture
def switched_on() -> Iterator[Callable[..., pico.Pico]]:
    """Switches Picos on, by what their flash holds and their panel."""
    with contextlib.ExitStack() as boards:

        @or_skip()
        def on(content: bytes, panel: str = SSD1306.NAME) -> pico.Pico:
            return boards.enter_context(pico.Pico(content, panel))

        yield on


@pytest.fixture
def board(switched_on: Callable[[bytes], pico.Pico], pico_image: Path) -> pico.Pico:
    """A Pico with Scorepad's image, at its first picture."""
    board = switched_on(pico.flash(pico_image))
    board.started()
    return board
