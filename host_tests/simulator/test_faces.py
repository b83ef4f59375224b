"""The faces of the simulator show the screen pixel by pixel, whatever they dress it in."""

import random
from pathlib import Path

import pytest
from PIL import Image

from scorepad.simulator.faces import picture, terminal
from scorepad.simulator.panels.glass import HEIGHT, WIDTH

SIZE = WIDTH * HEIGHT
HALF_LIT = 128
OPAQUE = 255
RANDOM = bytes(random.Random(1).choices((0, 1), k=SIZE))
SCREENS = [
    pytest.param(bytes(SIZE), id="dark"), pytest.param(b"\x01" * SIZE, id="lit"),
    pytest.param(b"\x01" + bytes(SIZE - 1), id="top left"), pytest.param(RANDOM, id="random"),
]  # fmt: skip


def from_half_blocks(lines: list[str]) -> bytes:
    upper = {" ": 0, "▀": 1, "▄": 0, "█": 1}
    lower = {" ": 0, "▀": 0, "▄": 1, "█": 1}
    return b"".join(
        bytes(map(half.__getitem__, line)) for line in lines for half in (upper, lower)
    )


def from_braille(lines: list[str]) -> bytes:
    """The dots are numbered 1 2 3 and 7 down the left side, 4 5 6 and 8 down the right one."""
    pairs = [(1, 4), (2, 5), (3, 6), (7, 8)]
    return bytes(
        ord(character) >> dot - 1 & 1
        for line in lines
        for pair in pairs
        for character in line
        for dot in pair
    )


@pytest.mark.parametrize("pixels", SCREENS)
def test_frame_reads_back(pixels: bytes) -> None:
    top, *lines, bottom = terminal.frame(pixels).splitlines()
    assert (top, bottom) == ("┌" + "─" * WIDTH + "┐", "└" + "─" * WIDTH + "┘")
    assert {(len(line), line[0], line[-1]) for line in lines} == {(WIDTH + 2, "│", "│")}
    assert from_half_blocks([line[1:-1] for line in lines]) == pixels


@pytest.mark.parametrize("pixels", SCREENS)
def test_braille_reads_back(pixels: bytes) -> None:
    lines = terminal.braille(pixels).splitlines()
    assert {len(line) for line in lines} == {WIDTH // 2}
    assert from_braille(lines) == pixels


@pytest.mark.parametrize("scale", [1, 2, 3])
@pytest.mark.parametrize("pixels", SCREENS)
def test_the_bare_screen_reads_back(pixels: bytes, scale: int) -> None:
    """At the middle of each pixel of the screen, as bright or dark as it."""
    image = picture.render(pixels, scale, bezel=False).convert("L")
    assert image.size == (WIDTH * scale, HEIGHT * scale)
    levels, middle = image.tobytes(), scale // 2
    at = ((y * scale + middle, x * scale + middle) for y in range(HEIGHT) for x in range(WIDTH))
    assert bytes(levels[y * image.width + x] > HALF_LIT for y, x in at) == pixels


def test_the_tablet_holds_the_screen_on_a_transparent_ground(tmp_path: Path) -> None:
    image = picture.render(RANDOM, 2)
    bare = picture.render(RANDOM, 2, bezel=False)
    left, top = picture.screen_at(2)
    assert image.crop((left, top, left + bare.width, top + bare.height)).convert("RGB") == bare
    alpha = image.getchannel("A")
    corners = [(0, 0), (alpha.width - 1, 0), (0, alpha.height - 1)]
    assert [alpha.getpixel(corner) for corner in corners] == [0, 0, 0]
    assert alpha.getpixel((alpha.width // 2, alpha.height // 2)) == OPAQUE
    path = tmp_path / "tablet.png"
    picture.save_png(path, RANDOM, scale=2)
    with Image.open(path) as saved:
        assert saved.format == "PNG"
        assert saved.tobytes() == image.tobytes()
