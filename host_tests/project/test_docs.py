"""The documentation tells the truth: its pictures, its examples, its links."""

import hashlib
import json
import re
from pathlib import Path

import pytest
from PIL import Image

from dev import club_pictures
from scorepad.simulator import script
from scorepad.simulator.faces.picture import screen_at
from scorepad.simulator.ssd1306 import HEIGHT, WIDTH
from support.commands import EXAMPLES, ROOT, scorepad

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SCALE = 3
LIT = 128


def shown_in(picture: Path) -> bytes:
    """The pixels that the tablet in a picture shows."""
    left, top = screen_at(SCALE)
    with Image.open(picture) as image:
        grey = image.convert("L")
    return bytes(
        grey.getpixel((left + x * SCALE + 1, top + y * SCALE + 1)) > LIT  # type: ignore[operator]
        for y in range(HEIGHT)
        for x in range(WIDTH)
    )


@pytest.mark.parametrize(
    ("name", "accepted"),
    json.loads((ROOT / "host_tests" / "ui" / "screens.json").read_text()).items(),
)
def test_no_picture_is_stale(name: str, accepted: str) -> None:
    pixels = shown_in(ROOT / "docs" / "pictures" / f"{name}.png")
    assert hashlib.sha256(pixels).hexdigest() == accepted, "make screenshots"


def test_the_guide_has_every_picture_and_there_are_no_others() -> None:
    story = EXAMPLES / "screens.keys"
    names = sorted(script.shots(script.parse(story.read_text(encoding="utf-8"), str(story))))
    guide = (ROOT / "docs" / "tablet.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"pictures/([\w-]+)\.png", guide)) == names
    there = {path.stem for path in (ROOT / "docs" / "pictures").glob("*.png")}
    assert sorted(there - {"club-duplicate", "club-sheet", "house-rules"}) == names


def test_the_terminal_in_the_club_guide_shows_what_the_guide_says() -> None:
    drawn = (ROOT / "docs" / "pictures" / "club-evening.svg").read_text(encoding="utf-8")
    assert drawn == club_pictures.terminal(), "make screenshots"


def test_the_house_rules_in_the_club_guide_look_so() -> None:
    """And they are those of its commands."""
    pictured = shown_in(ROOT / "docs" / "pictures" / "house-rules.png")
    assert pictured == club_pictures.house_rules(), "make screenshots"
    guide = (ROOT / "docs" / "club.md").read_text(encoding="utf-8")
    for rules in club_pictures.HOUSE:
        options = "".join(f" --option {name}={value}" for name, value in rules.options.items())
        accept = " --accept on" * rules.accept
        assert f'club rules set "{rules.name}" {rules.rules}{options}{accept}\n' in guide


def test_the_sheet_in_the_readme_is_the_one_that_comes_out() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    printed = scorepad("score", "international", EXAMPLES / "international.deals").stdout
    for line in printed.splitlines():
        assert ("    " + line).rstrip() in readme.splitlines()


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
