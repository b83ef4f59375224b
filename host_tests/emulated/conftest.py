"""Emulated boards that are switched on in a test, and off after it."""

from collections.abc import Callable, Iterator

import pytest

from dev.emulators import pico
from dev.fetching import get_qemu, get_rp2040js
from scorepad.simulator.panels.ssd1306 import SSD1306


@pytest.fixture(scope="session")
def qemu() -> None:
    """Skips where there is no emulator."""
    try:
        get_qemu.interpreter()
    except get_qemu.NoQemu as missing:
        pytest.skip(str(missing))


@pytest.fixture
def switched_on() -> Iterator[Callable[..., pico.Pico]]:
    """Switches boards on, by what their flash holds and their panel; skips where there is no
    emulator."""
    boards = []

    def on(content: bytes, panel: str = SSD1306.NAME) -> pico.Pico:
        try:
            boards.append(pico.Pico(content, panel))
        except get_rp2040js.NoEmulator as problem:
            pytest.skip(str(problem))
        return boards[-1]

    yield on
    for board in boards:
        board.off()
