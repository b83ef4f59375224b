"""The tablet as a picture for the documentation: lit pixels, glass, case and buttons."""

from functools import cache
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from scorepad.simulator.panels.glass import HEIGHT, WIDTH

Colour = tuple[int, int, int]

# The tablet is measured in pixels of its screen, from the top left corner of the picture.
_MARGIN = 5.0  # transparent, room for the shadow
_WING = 54.0  # the case beside the glass
_GLASS = 7.0  # black glass around the lit pixels
_ABOVE = 10.0  # the case above the glass
_BELOW = 16.0  # the case below it, with the name
_SCREEN_AT = (_MARGIN + _WING + _GLASS, _MARGIN + _ABOVE + _GLASS)
_CASE = (
    _MARGIN,
    _MARGIN,
    _MARGIN + 2 * (_WING + _GLASS) + WIDTH,
    _MARGIN + _ABOVE + 2 * _GLASS + HEIGHT + _BELOW,
)
_MIDDLE = _SCREEN_AT[1] + HEIGHT / 2 + 1.5
_CROSS = (_MARGIN + _WING / 2 + 1, _MIDDLE)
_PITCH = 14.5
_CAP = 6.5  # radius of a button
_RIGHT_WING = _CASE[2] - _WING / 2 - 1

_OVERSAMPLING = 4  # for smooth edges
_ROUNDED_FROM = 4  # below this scale a pixel is too small for a gap and round corners

_LIT: Colour = (218, 239, 255)
_GLOW: Colour = (70, 140, 255)
_UNLIT: Colour = (11, 13, 18)
_BLACK: Colour = (4, 5, 8)
_CASE_TOP: Colour = (74, 83, 98)
_CASE_BOTTOM: Colour = (43, 49, 60)
_RIM_TOP: Colour = (139, 151, 171)
_RIM_BOTTOM: Colour = (62, 70, 84)
_PRINT: Colour = (208, 216, 228)
_CAP_TOP: Colour = (44, 49, 58)
_CAP_BOTTOM: Colour = (24, 27, 33)
_GREEN = ((70, 190, 132), (34, 132, 86))
_AMBER = ((226, 146, 72), (174, 98, 36))

# Places of the arrow keys on the cross, and the label of each
_ARROWS = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}


def render(pixels: bytes, scale: int = 4, bezel: bool = True) -> Image.Image:
    """Return the tablet, `scale` dots to a pixel of its screen, on a transparent ground.

    `pixels` is the screen, row by row from the top left corner, 128 x 64 bytes 0 or 1. Without
    `bezel` the picture is just the screen, exactly 128 x 64 pixels in size.
    """
    screen = _screen(pixels, scale)
    if not bezel:
        return screen
    picture = _tablet(scale).copy()
    picture.paste(screen, screen_at(scale))
    return picture


def screen_at(scale: int = 4) -> tuple[int, int]:
    """Return the screen's top left corner in a picture with bezel, in dots."""
    return _dots(scale, *_SCREEN_AT)


def save_png(path: Path, pixels: bytes, scale: int = 4) -> None:
    """Write `render` of the pixels as a small PNG file."""
    render(pixels, scale).save(path, "PNG", optimize=True)


def _dots(scale: float, x: float, y: float) -> tuple[int, int]:
    return round(x * scale), round(y * scale)


# The screen


def _screen(pixels: bytes, scale: int) -> Image.Image:
    """Draw lit pixels in bluish white that shine a little on their surroundings."""
    size = (WIDTH * scale, HEIGHT * scale)
    grid = _pixel_grid(scale)
    lit = Image.frombytes("L", (WIDTH, HEIGHT), bytes(255 * pixel for pixel in pixels))
    lit = ImageChops.multiply(lit.resize(size, Image.Resampling.NEAREST), grid)
    screen = Image.composite(Image.new("RGB", size, _UNLIT), Image.new("RGB", size, _BLACK), grid)
    glow = lit.filter(ImageFilter.GaussianBlur(1.6 * scale)).point(lambda level: level * 4 // 5)
    screen = ImageChops.screen(
        screen, Image.composite(Image.new("RGB", size, _GLOW), Image.new("RGB", size), glow)
    )
    screen.paste(_LIT, mask=lit)
    return screen


@cache
def _pixel_grid(scale: int) -> Image.Image:
    """Return a mask: 255 for the pixels of the panel, 0 for the gaps between them."""
    if scale < _ROUNDED_FROM:
        return Image.new("L", (WIDTH * scale, HEIGHT * scale), 255)
    side = scale * _OVERSAMPLING
    gap = side // 16
    pixel = Image.new("L", (side, side))
    ImageDraw.Draw(pixel).rounded_rectangle(
        (gap, gap, side - 1 - gap, side - 1 - gap), radius=side // 5, fill=255
    )
    return _tiled(pixel.resize((scale, scale), Image.Resampling.BOX))


def _tiled(tile: Image.Image) -> Image.Image:
    grid = Image.new(tile.mode, (WIDTH * tile.width, HEIGHT * tile.height))
    for y in range(0, grid.height, tile.height):
        for x in range(0, grid.width, tile.width):
            grid.paste(tile, (x, y))
    return grid


# The tablet around it


@cache
def _tablet(scale: int) -> Image.Image:
    drawing = _Drawing(scale * _OVERSAMPLING)
    drawing.shadow()
    _draw_case(drawing)
    _draw_cross(drawing)
    _draw_button(drawing, "OK", (_RIGHT_WING + 6.5, _MIDDLE - 8.5), _GREEN)
    _draw_button(drawing, "BACK", (_RIGHT_WING - 6.5, _MIDDLE + 10.5), _AMBER)
    drawing.text((_SCREEN_AT[0] + WIDTH / 2, _CASE[3] - 8), "S C O R E P A D", 5.5)
    return drawing.finished(scale)


def _draw_case(drawing: "_Drawing") -> None:
    left, top, right, bottom = _CASE
    drawing.panel(_CASE, 16, (_RIM_TOP, _RIM_BOTTOM))
    inside = (left + 0.8, top + 0.8, right - 0.8, bottom - 0.8)
    drawing.panel(inside, 15.2, (_CASE_TOP, _CASE_BOTTOM))
    x, y = _SCREEN_AT
    glass = (x - _GLASS, y - _GLASS, x + WIDTH + _GLASS, y + HEIGHT + _GLASS)
    outline = (glass[0] - 0.6, glass[1] - 0.6, glass[2] + 0.6, glass[3] + 0.6)
    drawing.panel(outline, 5.6, (_CASE_BOTTOM, _RIM_TOP))
    drawing.panel(glass, 5, (_BLACK, _BLACK))


def _draw_cross(drawing: "_Drawing") -> None:
    x, y = _CROSS
    for label, (right, down) in _ARROWS.items():
        centre = (x + right * _PITCH, y + down * _PITCH)
        drawing.cap(centre, (_CAP_TOP, _CAP_BOTTOM))
        drawing.arrow(centre, right, down)
        beside = _CAP + 3.2 if down >= 0 else -_CAP - 3.4
        drawing.text((centre[0], centre[1] + beside), label, 3.8)


def _draw_button(
    drawing: "_Drawing", label: str, centre: tuple[float, float], colours: tuple[Colour, Colour]
) -> None:
    drawing.cap(centre, colours)
    drawing.text((centre[0], centre[1] + _CAP + 3.8), label, 4.6)


class _Drawing:
    """An oversampled picture, drawn in pixels of the tablet's screen."""

    def __init__(self, dots: int) -> None:
        """`dots` to a pixel of the screen."""
        self._dots = dots
        size = _dots(dots, _CASE[2] + _MARGIN, _CASE[3] + _MARGIN)
        self._image = Image.new("RGBA", size)
        self._draw = ImageDraw.Draw(self._image)

    def finished(self, scale: int) -> Image.Image:
        """Return the picture at its final size."""
        ratio = self._dots // scale
        return self._image.reduce(ratio)

    def shadow(self) -> None:
        """Draw the soft shadow of the case, which lifts it off a light page."""
        left, top, right, bottom = _CASE
        shape = self._rounded(right - left - 2, bottom - top, 16)
        shadow = Image.new("L", self._image.size)
        shadow.paste(
            shape.point(lambda level: level * 2 // 5), _dots(self._dots, left + 1, top + 2)
        )
        self._image.putalpha(shadow.filter(ImageFilter.GaussianBlur(1.4 * self._dots)))

    def panel(
        self, box: tuple[float, float, float, float], radius: float, colours: tuple[Colour, Colour]
    ) -> None:
        """Draw a rounded rectangle that fades from the first colour, at the top, to the second."""
        left, top, right, bottom = box
        shape = self._rounded(right - left, bottom - top, radius)
        fade = Image.new("RGB", (1, 2))
        fade.putpixel((0, 0), colours[0])
        fade.putpixel((0, 1), colours[1])
        fade = fade.resize(shape.size, Image.Resampling.BILINEAR)
        self._image.paste(fade, _dots(self._dots, left, top), shape)

    def _rounded(self, width: float, height: float, radius: float) -> Image.Image:
        right, bottom = _dots(self._dots, width, height)
        mask = Image.new("L", (right, bottom))
        ImageDraw.Draw(mask).rounded_rectangle(
            (0, 0, right - 1, bottom - 1), radius * self._dots, fill=255
        )
        return mask

    def cap(self, centre: tuple[float, float], colours: tuple[Colour, Colour]) -> None:
        """Draw a round button: a dark well, a light edge, and the cap itself."""
        for radius, shades in (
            (_CAP + 1, (_BLACK, _CASE_TOP)),
            (_CAP, (_RIM_TOP, _CAP_BOTTOM)),
            (_CAP - 0.6, colours),
        ):
            x, y = centre
            self.panel((x - radius, y - radius, x + radius, y + radius), radius, shades)

    def arrow(self, centre: tuple[float, float], right: int, down: int) -> None:
        """Draw a small triangle that points in a direction of the cross."""
        x, y = centre
        tip = (x + 2.6 * right, y + 2.6 * down)
        wings = [
            (x - 1.6 * right + side * 3 * down, y - 1.6 * down + side * 3 * right)
            for side in (-1, 1)
        ]
        corners = [_dots(self._dots, *corner) for corner in (tip, *wings)]
        self._draw.polygon(corners, fill=_PRINT)

    def text(self, centre: tuple[float, float], text: str, height: float) -> None:
        """Draw a text in the middle of a place."""
        font = ImageFont.load_default(height * self._dots)
        at = _dots(self._dots, *centre)
        self._draw.text(at, text, fill=_PRINT, font=font, anchor="mm")
