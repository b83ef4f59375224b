"""The case for each board and panel, made by OpenSCAD: closed, without overhangs, and as pictured.

The bodies are looked at in the files for the printer, not by what OpenSCAD says of them.
"""

import re
from collections import Counter
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from dev.building import case
from dev.fetching.get_openscad import Openscad, openscad
from dev.fetching.outcome import Missing

pytestmark = pytest.mark.full  # each body takes some seconds
BED = 200  # mm, of a small printer
STEEP = 0.75  # of a face that looks down: 45 degrees are 0.71
BRIDGE = 13 * 2 + 40  # mm2: over the USB socket, and the ends of the screws' holes
Point = tuple[float, float, float]
Face = tuple[Point, Point, Point]
BODIES = [
    *(("box", board, panel) for board in case.BOARDS for panel in case.PANELS),
    *(("lid", case.BOARDS[0], panel) for panel in case.PANELS),  # no board is at the lid
]


@pytest.fixture(scope="module")
def scad() -> Openscad:
    try:
        return openscad()
    except Missing as problem:
        pytest.skip(str(problem))


def faces(file: Path) -> list[Face]:
    """The triangles of a body, in STL's text form."""
    numbers = re.findall(r"vertex (\S+) (\S+) (\S+)", file.read_text())
    points = [(float(x), float(y), float(z)) for x, y, z in numbers]
    return [
        (first, second, third) for first, second, third in zip(*[iter(points)] * 3, strict=True)
    ]


def shadow(face: Face) -> tuple[float, float]:
    """How large a face is, and how much of that looks up (less than 0: down)."""
    (ax, ay, az), *others = face
    (ux, uy, uz), (vx, vy, vz) = ((x - ax, y - ay, z - az) for x, y, z in others)
    normal = (uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)
    return sum(part * part for part in normal) ** 0.5 / 2, normal[2] / 2


@pytest.mark.parametrize(("part", "board", "panel"), BODIES, ids=map("-".join, BODIES))
def test_a_part_is_closed_and_prints_without_supports(scad, tmp_path, part, board, panel):
    file = tmp_path / "part.stl"
    assert "Simple:        yes" in case.make_part(scad, file, part, board, panel)
    body = faces(file)
    edges = Counter(edge for a, b, c in body for edge in ((a, b), (b, c), (c, a)))
    assert [edge for edge in edges if edges[edge] != edges[edge[1], edge[0]]] == []
    lows, highs = ([end(point[axis] for face in body for point in face) for axis in range(3)]
                   for end in (min, max))  # fmt: skip
    assert abs(lows[2]) < 0.001  # it stands on the bed
    assert all(high - low <= BED for low, high in zip(lows, highs, strict=True))
    measured = [(max(z for *_, z in face), *shadow(face)) for face in body]
    above = [-up for z, size, up in measured if z > 0.001 and -up > STEEP * size]
    assert sum(above) < BRIDGE


@pytest.mark.parametrize(
    ("sizes", "reason"),
    [
        ("pitch=12", "the buttons touch"), ("tilt=40", "tilt is 0 to 30 degrees"),
        ("picture_up=12", "the window is larger"), ('board="uno"', "board is pico or esp32"),
        ('panel="3"', "panel is 0.96, 1.3 or 2.42"), ("pitch=40", "larger than the printer"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(scad, tmp_path, sizes, reason):
    with pytest.raises(Missing, match=reason):
        case.make_part(scad, tmp_path / "part.stl", "lid", "pico", "0.96", "-D", sizes)


def test_the_pictures_show_the_case(scad: Openscad, tmp_path: Path) -> None:
    """Another version of Mesa may round otherwise, so not every pixel counts."""
    case.draw(tmp_path)
    for name in case.VIEWS:
        with (
            Image.open(tmp_path / f"{name}.png") as drawn,
            Image.open(case.PICTURES / f"{name}.png") as shown,
        ):
            difference = ImageChops.difference(drawn.convert("RGB"), shown.convert("RGB"))
        # A button's hole that is 2 mm less wide gives 0.9, a window 2 mm aside 0.5.
        assert max(ImageStat.Stat(difference).mean) < 0.3, "make wiring"
