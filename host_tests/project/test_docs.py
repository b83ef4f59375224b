"""The documentation tells the truth: its pictures, its examples, its links."""

import hashlib
import json
import re
from pathlib import Path

from PIL import Image

from dev import club_pictures, web_pictures
from scorepad.simulator import script
from scorepad.simulator.faces.picture import screen_at
from scorepad.simulator.panels.glass import HEIGHT, WIDTH
from support.commands import EXAMPLES, ROOT, scorepad

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NAMED = re.compile(r"`((?:firmware|tools|host_tests|docs|\.ci)/[\w./*-]+)`")
# What CONTRIBUTING.md adds.
ADDED = re.compile(r"kitchen|tip|danish|da\.po|esp32s3mini|states|lines")
SCALE = 3
LIT = 128


def shown_in(picture: Path) -> bytes:
    """The pixels that the tablet in a picture shows."""
    left, top = screen_at(SCALE)
    panel = (left, top, left + WIDTH * SCALE, top + HEIGHT * SCALE)
    with Image.open(picture) as image:
        grey = image.convert("L").crop(panel).resize((WIDTH, HEIGHT), Image.Resampling.NEAREST)
    return grey.point(lambda value: value > LIT).tobytes()


def test_no_picture_is_stale() -> None:
    accepted = json.loads((ROOT / "host_tests" / "ui" / "screens.json").read_text())
    files = {name: ROOT / "docs" / "pictures" / f"{name}.png" for name in accepted}
    shown = {name: hashlib.sha256(shown_in(file)).hexdigest() for name, file in files.items()}
    assert shown == accepted, "make screenshots"


def test_the_guide_has_every_picture_and_there_are_no_others() -> None:
    story = EXAMPLES / "screens.keys"
    names = sorted(script.shots(script.parse(story.read_text(encoding="utf-8"), str(story))))
    guide = (ROOT / "docs" / "tablet.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"pictures/([\w-]+)\.png", guide)) == names
    there = {path.stem for path in (ROOT / "docs" / "pictures").glob("*.png")}
    assert sorted(there - {"club-duplicate", "club-sheet", "house-rules"}) == names


def test_the_guide_in_the_browser_has_a_picture_of_every_page() -> None:
    guide = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    shown = re.findall(r"pictures/web/([\w-]+)\.png", guide)
    there = (ROOT / "docs" / "pictures" / "web").glob("*.png")
    assert sorted(shown) == sorted(path.stem for path in there)
    assert sorted(shown) == sorted(
        [*web_pictures.paths(), *web_pictures.NEW, *web_pictures.OUTSIDE]
    )


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
        for target in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
            file, _, section = target.partition("#")
            there = page.parent / file if file else page
            assert there.exists(), f"{page.name}: {target}"
            assert not section or section in sections(there), f"{page.name}: {target}"


def test_files_that_are_named_are_there() -> None:
    for page in PAGES:
        for path in NAMED.findall(page.read_text(encoding="utf-8")):
            assert ADDED.search(path) or any(ROOT.glob(path)), f"{page.name}: {path}"


def sections(page: Path) -> list[str]:
    """What leads to the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings]


def test_the_map_leads_to_every_page_and_each_page_to_the_next() -> None:
    docs = ROOT / "docs"
    doors = (docs / "README.md").read_text(encoding="utf-8").split("\n## The ")[1:]
    mapped = {docs / "README.md", docs / "glossary.md"}
    for door in doors:
        pages = re.findall(r"^\d+\. \[(.+?)\]\((.+?)\)", door, re.MULTILINE)
        following = [f" · next: [{title}]({file})" for title, file in pages[1:]]
        for number, (_, file) in enumerate(pages, 1):
            here = f"[All pages](README.md) · {door.split()[0]}, page {number} of {len(pages)}"
            line = (docs / file).read_text(encoding="utf-8").split("\n")[2]
            assert line == here + "".join(following[number - 1 : number]), file
            mapped.add(docs / file)
    assert mapped == {*docs.glob("*.md")}


def test_each_step_of_a_walk_names_what_is_in_its_file() -> None:
    page = (ROOT / "docs" / "walks.md").read_text(encoding="utf-8")
    steps = re.findall(r"^(\d+)\. `([\w./]+)` `([\w.]+)`:$", page, re.MULTILINE)
    assert [number for number, *_ in steps] == re.findall(r"^(\d+)\. ", page, re.MULTILINE)
    for _, file, name in steps:
        last = re.escape(name.rpartition(".")[2])
        defined = rf"^ *(?:def|class) {last}\b|^ *{last} = "
        assert re.search(defined, (ROOT / file).read_text("utf-8"), re.M), (file, name)
