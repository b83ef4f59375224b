"""The tablet's fonts have every character that is needed, large enough, and none like another."""

import importlib
from itertools import combinations
from pathlib import Path
from types import ModuleType

import pytest

from dev.fonts import make_fonts
from firmware.ui import text
from firmware.ui.fonts import huge, large, medium, small
from support.tablet.glyphs import glyph

pytestmark = pytest.mark.slow

ASCII = "".join(map(chr, range(ord(" "), ord("~") + 1)))
SUITS = "♠♥♦♣"
LETTERS = "ÄÖÜäöüßÀÂÇÈÉÊËÎÏÔÙÛàâçèéêëîïôùûœ’"
NEEDED = {
    small: ASCII + SUITS + "▲▼◀▶✓–×½•" + LETTERS,
    medium: ASCII + SUITS + "▲▼◀▶✓–×½•" + LETTERS,
    large: "0123456789 +-–=×x.:/NESWTODCH" + SUITS,
    huge: "0123456789 +-=×xNTO" + SUITS,
}
FONTS = list(NEEDED)
UNKNOWN = make_fonts.UNKNOWN
HEIGHTS = {small: 12, medium: 18, large: 28, huge: 48}
FIGURES = {small: 10, medium: 14, large: 26, huge: 46}
SAME = {frozenset("x×")}  # a double is written with either
WIDE, HIGH = 128, 64
SCREEN = [(x, y) for y in range(HIGH) for x in range(WIDE)]

every_font = pytest.mark.parametrize("font", FONTS, ids=lambda font: font.__name__[-6:])


def height(pixels: set[tuple[int, int]]) -> int:
    return 1 + max(y for _, y in pixels) - min(y for _, y in pixels)


def test_modules_are_what_the_drawings_say() -> None:
    assert make_fonts.main(["--check"]) == 0


def test_a_changed_drawing_is_noticed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = make_fonts.FACES["small"]()._replace(gap=2)
    monkeypatch.setitem(make_fonts.FACES, "small", lambda: changed)
    assert make_fonts.main(["--check"]) == 1
    assert "small.py differs" in capsys.readouterr().err


def test_specimen_is_drawn(tmp_path: Path) -> None:
    assert make_fonts.main(["--specimen", str(tmp_path / "specimen.png")]) == 0
    assert (tmp_path / "specimen.png").stat().st_size


@every_font
def test_has_exactly_the_characters_needed(font: ModuleType) -> None:
    assert "".join(sorted(NEEDED[font] + UNKNOWN)) == font.CHARS


@every_font
def test_its_tables_are_as_long_as_each_other_say(font: ModuleType) -> None:
    assert len(font.WIDTHS) == len(font.CHARS) == len(font.STARTS) // 2 - 1
    assert len(font.RECTANGLES) == 2 * int.from_bytes(font.STARTS[-2:])
    assert len(font.LEFT) == len(font.WIDE) == 1 + max(font.RECTANGLES[::2])
    assert len(font.TOP) == len(font.HIGH) == 1 + max(font.RECTANGLES[1::2])


@pytest.mark.parametrize("font", [small, medium])
def test_a_text_in_ascii_is_spelt_as_it_stands(font: ModuleType) -> None:
    assert font.CHARS.startswith(ASCII)
    assert ord(font.CHARS[0]) == font.FIRST


@every_font
def test_line_and_figure_heights(font: ModuleType) -> None:
    assert HEIGHTS[font] == font.HEIGHT
    assert {height(glyph(font, figure)) for figure in "0123456789"} == {FIGURES[font]}


@pytest.mark.parametrize("font", [small, medium])
def test_capitals_are_as_high_as_figures(font: ModuleType) -> None:
    capitals = set("ABCDEFGHIJKLMNOPRSTUVWXYZ")
    assert {height(glyph(font, capital)) for capital in capitals} == {FIGURES[font]}


@every_font
def test_every_glyph_has_ink_inside_its_line_and_a_gap_after_it(font: ModuleType) -> None:
    for character in font.CHARS.replace(" ", ""):
        pixels = glyph(font, character)
        wide = font.WIDTHS[font.CHARS.index(character)]
        assert pixels, character
        assert max(y for _, y in pixels) < font.HEIGHT, character
        assert max(x for x, _ in pixels) < wide - font.GAP, character
    assert not glyph(font, " ")


@every_font
def test_last_row_is_blank_so_that_neither_lines_nor_runs_touch(font: ModuleType) -> None:
    for character in font.CHARS:
        assert all(y < font.HEIGHT - 1 for _, y in glyph(font, character)), character


@every_font
def test_no_two_characters_look_the_same(font: ModuleType) -> None:
    for one, other in combinations(font.CHARS, 2):
        if {one, other} not in SAME or font in (small, medium):
            assert glyph(font, one) != glyph(font, other), one + other


@every_font
@pytest.mark.parametrize("pair", ["58", "38", "68", "69", "08", "0O", "♠♣", "♥♦", "♠♥", "♣♦"])
def test_look_alikes_differ_in_many_pixels(font: ModuleType, pair: str) -> None:
    one, other = (glyph(font, character) for character in pair)
    assert len(one ^ other) >= font.HEIGHT // 4


@every_font
def test_figures_are_equally_wide_so_that_columns_line_up(font: ModuleType) -> None:
    assert len({font.WIDTHS[font.CHARS.index(figure)] for figure in "0123456789"}) == 1


@every_font
def test_red_suits_are_outlined_and_black_ones_filled(font: ModuleType) -> None:
    for suit in SUITS:
        wide = font.WIDTHS[font.CHARS.index(suit)] - font.GAP
        middle = (wide // 2, font.HEIGHT * 3 // 7)
        assert (middle in glyph(font, suit)) == (suit in "♠♣"), suit


@every_font
@pytest.mark.parametrize("suit", SUITS)
def test_suits_are_symmetrical(font: ModuleType, suit: str) -> None:
    pixels = glyph(font, suit)
    last = font.WIDTHS[font.CHARS.index(suit)] - font.GAP - 1
    assert {(last - x, y) for x, y in pixels} == pixels


class Screen:
    """A frame buffer of the tablet's size, and which of its pixels are lit."""

    def __init__(self, colour: int = 0) -> None:
        framebuf = importlib.import_module("framebuf")
        self.buffer = bytearray(WIDE * HIGH // 8)
        self.fb = framebuf.FrameBuffer(self.buffer, WIDE, HIGH, framebuf.MONO_VLSB)
        self.fb.fill(colour)

    def lit(self) -> set[tuple[int, int]]:
        return {(x, y) for x, y in SCREEN if self.buffer[y // 8 * WIDE + x] >> y % 8 & 1}


def moved(pixels: set[tuple[int, int]], dx: int, dy: int) -> set[tuple[int, int]]:
    """The part of moved pixels that is on the screen."""
    return {(x + dx, y + dy) for x, y in pixels} & set(SCREEN)


@pytest.mark.parametrize(
    ("font", "line"),
    [
        (small, "Rubber: N-S win"),
        (small, "We 1620 They 300"),
        (small, "4♠x S +1  590"),
        (small, "NOT SAVED: call the"),
        (medium, "Passed out?"),
        (medium, "4♠xx S +1"),
        (large, "1620"),
        (large, "3♠x +1"),
        (huge, "3NT"),
        (huge, "6NTx"),
        (huge, "4♥x"),
    ],
)
def test_fits_on_the_screen(font: ModuleType, line: str) -> None:
    assert text.width(font, line) <= WIDE


def test_about_twenty_average_characters_fit_in_small() -> None:
    sentence = "The side with the higher total wins the rubber"
    assert 19 * text.width(small, sentence) <= WIDE * len(sentence)


@every_font
def test_draws_every_character_where_it_is_told(font: ModuleType) -> None:
    for character in font.CHARS:
        screen = Screen()
        end = text.draw(screen.fb, font, character, 5, 3)
        assert screen.lit() == moved(glyph(font, character), 5, 3), character
        assert end == 5 + text.width(font, character)


def test_draws_one_glyph_after_the_other() -> None:
    screen = Screen()
    text.draw(screen.fb, medium, "3♠", 0, 0)
    second = text.width(medium, "3")
    assert screen.lit() == glyph(medium, "3") | moved(glyph(medium, "♠"), second, 0)


@every_font
def test_colour_0_draws_dark_on_lit(font: ModuleType) -> None:
    screen = Screen(1)
    text.draw(screen.fb, font, "5", 9, 4, 0)
    assert screen.lit() == set(SCREEN) - moved(glyph(font, "5"), 9, 4)


@every_font
@pytest.mark.parametrize("corner", [(-7, -5), (120, 60), (-300, 0), (200, 90)])
def test_clips_at_the_edges(font: ModuleType, corner: tuple[int, int]) -> None:
    screen = Screen()
    text.draw(screen.fb, font, "8", *corner)
    assert screen.lit() == moved(glyph(font, "8"), *corner)


@every_font
@pytest.mark.parametrize("character", ["\x07", "\x7f", "あ", "\N{GRINNING FACE}"])
def test_unknown_character_is_a_hollow_box(font: ModuleType, character: str) -> None:
    screen = Screen()
    end = text.draw(screen.fb, font, character, 10, 2)
    wide = text.width(font, character)
    box = {(x, y) for x in range(10, 10 + wide - font.GAP) for y in range(2, 1 + font.HEIGHT)}
    inside = {(x, y) for x, y in box if {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} <= box}
    assert screen.lit() == box - inside
    assert inside
    assert end == 10 + wide


def test_centred_has_as_much_left_as_right() -> None:
    screen = Screen()
    text.draw(screen.fb, huge, "3NT", WIDE // 2, 0, 1, text.CENTRED)
    columns = [x for x, _ in screen.lit()]
    assert min(columns) - (WIDE - 1 - max(columns)) in (-1, 0, 1)


def test_right_ends_just_before_its_edge() -> None:
    screen = Screen()
    text.draw(screen.fb, large, "500", 100, 0, 1, text.RIGHT)
    assert max(x for x, _ in screen.lit()) == 99


def test_fit_leaves_what_fits() -> None:
    assert text.fit(small, "Anna", WIDE) == "Anna"
    exact = text.width(small, "Anna") - small.GAP
    assert text.fit(small, "Anna", exact) == "Anna"


@pytest.mark.parametrize("room", range(0, WIDE, 7))
def test_fit_shortens_with_a_full_stop(room: int) -> None:
    name = "Anna Bartholomew-Featherstonehaugh"
    shortened = text.fit(small, name, room)
    assert text.width(small, shortened) - small.GAP <= room
    start, stop, end = shortened.partition(".")
    assert shortened == "" or (start and stop and name.startswith(start) and name.endswith(end))
    assert not shortened.endswith(" .")
