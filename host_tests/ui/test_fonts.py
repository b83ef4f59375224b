"""The tablet's fonts have every character that is needed, large enough, and none like another."""

import importlib
from itertools import combinations
from types import ModuleType

import pytest

from dev.fonts import make_fonts
from firmware.ui import text
from firmware.ui.fonts import huge, large, medium, small
from scorepad.tablet.letters import HAS
from support.depth import full
from support.tablet.faults import Pixel, glyph, lit

pytestmark = pytest.mark.slow

ASCII = "".join(map(chr, range(ord(" "), ord("~") + 1)))
SUITS = "♠♥♦♣"
MARKS = (chr(0x300 + mark) for mark in b"\0\1\2\3\4\6\7\x08\x0a\x0b\x0c\x27\x28\x37")
LETTERS = "ÆÐØÞßæðøþıŒœɪ’" + "".join(MARKS)
NEEDED = {
    small: ASCII + SUITS + "▲▼◀▶✓" + LETTERS, medium: ASCII + SUITS + "▲▼◀▶✓" + LETTERS,
    large: "0123456789 -", huge: "0123456789 +-=NT" + SUITS,
}  # fmt: skip
ALIKE = ("ÐĐ", "x×", "/÷", "jĵ", "kĸ", "sſ", "ĺľ")  # or shown as a letter that is near
LOOK_ALIKES = ("58", "38", "68", "69", "08", "0O", "♠♣", "♥♦", "♠♥", "♣♦")
WIDE, HIGH = 128, 64
SCREEN = frozenset((x, y) for y in range(HIGH) for x in range(WIDE))

every_font = pytest.mark.parametrize("font", NEEDED, ids=lambda font: font.__name__[-6:])


@full
def test_modules_are_made_from_the_drawings() -> None:
    for name, source in make_fonts.modules():
        assert (make_fonts.TARGET / f"{name}.py").read_text(encoding="utf-8") == source, name


@every_font
def test_characters_and_tables(font: ModuleType) -> None:
    assert "".join(sorted(NEEDED[font] + make_fonts.UNKNOWN)) == font.CHARS
    assert len(font.WIDTHS) == len(font.CHARS) == len(font.STARTS) // 2 - 1
    assert len(font.RECTANGLES) == 2 * int.from_bytes(font.STARTS[-2:])
    assert len(font.LEFT) == len(font.WIDE) == 1 + max(font.RECTANGLES[::2])
    assert len(font.TOP) == len(font.HIGH) == 1 + max(font.RECTANGLES[1::2])


@every_font
def test_no_two_characters_look_the_same(font: ModuleType) -> None:
    glyphs = {character: glyph(font, character) for character in font.CHARS}
    for first, second in combinations(font.CHARS, 2):
        assert glyphs[first] != glyphs[second], first + second
    for first, second in (each for each in LOOK_ALIKES if {*each} <= {*font.CHARS}):
        assert len(glyph(font, first) ^ glyph(font, second)) >= font.HEIGHT // 4, first + second


class Screen:
    """A frame buffer of the tablet's size, and which of its pixels are lit."""

    def __init__(self, colour: int = 0) -> None:
        framebuf = importlib.import_module("framebuf")
        self.buffer = bytearray(WIDE * HIGH // 8)
        self.fb = framebuf.FrameBuffer(self.buffer, WIDE, HIGH, framebuf.MONO_VLSB)
        self.fb.fill(colour)

    def lit(self) -> set[Pixel]:
        return {
            (at % WIDE, at // WIDE * 8 + bit)
            for at, octet in enumerate(self.buffer)
            if octet
            for bit in range(8)
            if octet >> bit & 1
        }


def move(pixels: set[Pixel], dx: int, dy: int) -> set[Pixel]:
    """Return the part of moved pixels that is on the screen."""
    return {(x + dx, y + dy) for x, y in pixels} & SCREEN


@every_font
def test_characters_are_drawn_where_they_are_placed_and_clipped_at_the_edges(font):
    for character in font.CHARS:
        screen = Screen()
        assert text.draw(screen.fb, font, character, 5, 3) == 5 + text.width(font, character)
        assert screen.lit() == move(glyph(font, character), 5, 3), character
    for corner in ((-7, -5), (120, 60), (-300, 0), (200, 90)):
        screen = Screen()
        text.draw(screen.fb, font, "8", *corner)
        assert screen.lit() == move(glyph(font, "8"), *corner), corner
    screen = Screen(1)
    text.draw(screen.fb, font, "5", 9, 4, 0)
    assert screen.lit() == SCREEN - move(glyph(font, "5"), 9, 4)


@every_font
@pytest.mark.parametrize("character", ["\x07", "\x7f", "あ", "\N{GRINNING FACE}"])
def test_an_unknown_character_is_a_hollow_box(font: ModuleType, character: str) -> None:
    screen = Screen()
    wide = text.width(font, character)
    assert text.draw(screen.fb, font, character, 10, 2) == 10 + wide
    box = {(x, y) for x in range(10, 10 + wide - font.GAP) for y in range(2, 1 + font.HEIGHT)}
    inside = {(x, y) for x, y in box if {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} <= box}
    assert inside and screen.lit() == box - inside


@pytest.mark.parametrize("font", [small, medium])
def test_every_letter_of_latin_has_a_look_of_its_own_and_its_mark_above(font: ModuleType) -> None:
    looks = {letter: lit(font, letter) for letter in sorted(HAS) if letter != " "}
    same = {a + b for a, b in combinations(looks, 2) if looks[a] == looks[b]}
    assert {*map(chr, range(0xC0, 0x180))} <= HAS and same == {*ALIKE}
    assert not any(look in (set(), lit(font, "あ")) for look in looks.values())
    for letter, marked in ("nň", "NŇ"):
        right = text.width(font, letter) - text.width(font, "\u030c") >> 1
        mark = move(glyph(font, "\u030c"), right, 0)
        rest = lit(font, marked) ^ mark
        assert rest == glyph(font, "n") or min(y for _, y in rest) == 3  # N, which is squeezed


def test_a_name_is_shortened_with_a_full_stop_where_it_does_not_fit() -> None:
    exact = text.width(small, "Anna") - small.GAP
    assert text.fit(small, "Anna", exact) == "Anna" != text.fit(small, "Anna", exact - 1)
    name = "Anna Bartholomew-Featherstonehaugh"
    for room in range(WIDE):
        shortened = text.fit(small, name, room)
        assert text.width(small, shortened) - small.GAP <= room
        start, stop, end = shortened.partition(".")
        assert not shortened or (start and stop and name.startswith(start) and name.endswith(end))
        assert not shortened.endswith(" .")
