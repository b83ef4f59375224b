"""The pictures of docs/club.md and duplicate.md: terminal, paper, house rules on a tablet.

python -m dev.club_pictures docs/pictures
"""

import io
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import pypdfium2
from PIL import Image, ImageOps
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from dev.link.both_ends import LocalPort, hear
from scorepad.club.house import HouseRules
from scorepad.simulator.faces.picture import save_png
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from scorepad.sources import SOURCES as ROOT
from scorepad.tablet.cable import Cable
from scorepad.tablet.listed import send_house

GUIDE = ROOT / "docs" / "club.md"
ROSTER = ROOT / "docs" / "examples" / "roster.csv"
TESTS = ROOT / "host_tests"
EVENING = TESTS / "support" / "club" / "rubber_evening.py"
MITCHELL = TESTS / "support" / "club" / "mitchell.py"
TERMINAL = ("sync --watch", "club ranking", "club ledger --evening 2026-11-20")
SHEET = "02005c0e9ad0-2"
HOUSE = [
    HouseRules("Cup", "nz-match", {"deals": 16}, True),
    HouseRules("Tuesday", "chicago", {"vulnerable": "nondealer", "honours": "off"}, False),
]

COLUMNS = 80
SCALE = 1.5  # pixels a point
MARGIN = 24  # pixels round the sheet
GREYS = 16
TABLET_SCALE = 3  # pixels a dot
NOTHING = "\u200b"  # a space of no width

_SVG = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: Menlo, Consolas, "DejaVu Sans Mono", monospace;
font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font-size: 18px; font-family: sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""  # rich's own, without a font from elsewhere


def main() -> int:
    folder = Path(sys.argv[1])
    (folder / "club-evening.svg").write_text(terminal(), encoding="utf-8")
    page(EVENING, "export", SHEET).save(folder / "club-sheet.png", optimize=True)
    page(MITCHELL, "duplicate").save(folder / "club-duplicate.png", optimize=True)
    save_png(folder / "house-rules.png", house_rules(), TABLET_SCALE)
    return 0


def terminal() -> str:
    """Return the guide's output of some commands, as a terminal shows it."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), highlight=False)
    for command in TERMINAL:
        console.print(Text(""))
        console.print(Text("$ ", "dim") + Text(f"scorepad {command}", "bold green"))
        console.print(Text(spaced("\n".join(printed(command)))))
    return console.export_svg(
        title="The evening of 2026-11-20", code_format=_SVG, unique_id="club"
    )


def spaced(text: str) -> str:
    """Pad each letter of two columns: rich draws a line as long as its letters."""
    return "".join(letter + NOTHING * (cell_len(letter) - 1) for letter in text)


def printed(command: str) -> list[str]:
    """Return the lines of the guide below a command; a test checks them."""
    lines = iter(GUIDE.read_text(encoding="utf-8").splitlines())
    while next(lines) != f"    $ scorepad {command}":
        pass
    found = []
    for line in lines:
        if line.startswith("    $") or (line and not line.startswith("    ")):
            break
        found.append(line.removeprefix("    "))
    return "\n".join(found).rstrip().split("\n")


def page(evening: Path, *command: str) -> Image.Image:
    """Return the page that a command prints after an evening, without its white margin."""
    with tempfile.TemporaryDirectory() as place:
        club, pdf = Path(place) / "club.db", Path(place) / "page.pdf"
        if evening == EVENING:  # the other one brings its players
            scorepad("club", "players", "import", ROSTER, "--db", club)
        run(evening, club)
        scorepad("club", *command, "--format", "pdf", "--output", pdf, "--db", club)
        return cropped(rendered(pdf))


def house_rules() -> bytes:
    """Return the pixels of New game on a tablet that has the house rules of the guide."""
    with Tablet(Flash()) as tablet, LocalPort(partial(hear, tablet)).opened():
        send_house(Cable("tablet"), HOUSE)
        tablet.press("OK", "LEFT")
        return tablet.pixels()


def rendered(pdf: Path) -> Image.Image:
    """Return the first page."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        picture: Image.Image = document[0].render(scale=SCALE).to_pil().convert("L")
    finally:
        document.close()
    return picture


def cropped(page: Image.Image) -> Image.Image:
    """Crop a page to its print, with a margin; few greys make a small file."""
    box = ImageOps.invert(page).getbbox()
    assert box
    paper = ImageOps.expand(page.crop(box), MARGIN, fill="white")
    return ImageOps.expand(paper, 1, fill="silver").quantize(GREYS)


def scorepad(*words: str | Path) -> None:
    run("-m", "scorepad.cli", *words)


def run(*words: str | Path) -> None:
    """Run Python in the time zone of the guide. Raise CalledProcessError."""
    subprocess.run(
        [sys.executable, *words],
        check=True,
        env={**os.environ, "TZ": "UTC", "PYTHONPATH": str(TESTS)},
        stdout=sys.stderr,
    )


if __name__ == "__main__":
    sys.exit(main())
