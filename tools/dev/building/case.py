"""The case: its parts as files for a printer, and its pictures, by the distribution's OpenSCAD.

``python -m dev.building.case`` makes box and lid for each board and panel, in build/case.
"""

import subprocess
import sys
from pathlib import Path

from dev.fetching.get_openscad import Openscad, openscad
from dev.fetching.outcome import Missing, show
from scorepad.sources import SOURCES

SOURCE = SOURCES / "docs" / "case" / "case.scad"
PICTURES = SOURCES / "docs" / "pictures" / "case"
BOARDS = ("pico", "esp32")
PANELS = ("0.96", "1.3", "2.42")
PARTS = ("box", "lid")
# Of each picture: the part, and from where it is looked at (turned by x, y, z; how far away).
VIEWS = {
    "case": ("all", "0,55,45,55,0,25,480"),
    "box": ("box", "0,50,15,40,0,155,400"),
    "lid": ("lid", "0,-50,0,45,0,25,380"),
}
_SIZE, _COLOURS = "640,480", "Tomorrow"


def make_part(scad: Openscad, into: Path, part: str, board: str, panel: str, *options: str) -> str:
    """Make a part as the file `into`, by its ending; return OpenSCAD's output. Raise Missing."""
    chosen = {"part": part, "board": board, "panel": panel}
    sizes = [word for name, value in chosen.items() for word in ("-D", f'{name}="{value}"')]
    try:
        return scad("--hardwarnings", "-o", into, *sizes, *options, SOURCE)
    except subprocess.CalledProcessError as failure:
        raise Missing(str(failure.stderr)) from failure


def parts(into: Path) -> Path:
    """Make box and lid for each board and panel, in STL."""
    into.mkdir(parents=True, exist_ok=True)
    scad = openscad()
    for board in BOARDS:
        for panel in PANELS:
            for part in PARTS:
                make_part(scad, into / f"{part}-{board}-{panel}.stl", part, board, panel)
    return into


def draw(folder: Path) -> Path:
    """Draw the pictures in the documentation, of the first board and panel. Raise Missing."""
    with openscad().on_screen() as scad:
        for name, (part, camera) in VIEWS.items():
            options = ("--render=1", f"--camera={camera}", f"--imgsize={_SIZE}")
            make_part(scad, folder / f"{name}.png", part, BOARDS[0], PANELS[0], *options,
                 f"--colorscheme={_COLOURS}")  # fmt: skip
    return folder


def main() -> int:
    """Run the command line; 2 is the exit status when OpenSCAD cannot be had."""
    return show(__file__, lambda: parts(SOURCES / "build" / "case"))


if __name__ == "__main__":
    sys.exit(main())
