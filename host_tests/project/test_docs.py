"""The pictures, examples and names of the documentation are true; the site's tests check links."""

import hashlib
import json
import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from dev import club_pictures, web_pictures, wiring
from dev.bench import compare, figures
from dev.bench import page as figures_page
from dev.bench.figures import Bench, keep, read, write
from dev.bench.tables import TABLES
from dev.building import pico
from dev.images.partitions import STOCK
from firmware.hardware import filesystem as scores
from scorepad import build
from scorepad.cli.parser import parser
from scorepad.club.duplicate import against_plan, doubts
from scorepad.movement.checker import RULES
from scorepad.simulator import script
from scorepad.simulator.faces.picture import screen_at
from scorepad.simulator.flash import Flash
from scorepad.simulator.panels.glass import HEIGHT, WIDTH
from scorepad.simulator.tablet import Shot, Tablet
from support.commands import EXAMPLES, ROOT, commands_of, scorepad
from support.pages.markdown_tables import quoted, tables
from support.tablet.tablets import RUNTIMES

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NAMED = re.compile(r"`((?:firmware|tools|host_tests|docs|\.ci)/[\w./*-]+)`")
# What CONTRIBUTING.md adds.
ADDED = re.compile(r"kitchen|tip|danish|da\.po|esp32s3mini|states|lines|count_tables")
DOCUMENTING = re.compile(r"(?ms:^ *\"\"\".*?\"\"\")|# .*")
FOREIGN = {"serialwin32.py", "SPEC.md", "ports/esp32/README.md"}  # in other projects
ACCEPTED = json.loads((ROOT / "host_tests" / "ui" / "screens.json").read_text())
SCALE = 3
LIT = 128


def shown_in(picture: Path) -> bytes:
    left, top = screen_at(SCALE)
    panel = (left, top, left + WIDTH * SCALE, top + HEIGHT * SCALE)
    with Image.open(picture) as image:
        grey = image.convert("L").crop(panel).resize((WIDTH, HEIGHT), Image.Resampling.NEAREST)
    return grey.point(lambda value: value > LIT).tobytes()


def test_no_picture_is_stale() -> None:
    files = {name: ROOT / "docs" / "pictures" / f"{name}.png" for name in ACCEPTED}
    shown = {name: hashlib.sha256(shown_in(file)).hexdigest() for name, file in files.items()}
    assert shown == ACCEPTED, "make screenshots"


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
    shown = "".join(("    " + line).rstrip() + "\n" for line in printed.splitlines())
    assert shown in readme


def test_files_and_functions_named_by_pages_exist() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for path in NAMED.findall(text):
            assert ADDED.search(path) or any(ROOT.glob(path)), f"{page.name}: {path}"
        for path, name in re.findall(r"`([\w/]+\.py)` `([\w.]+)`", text):
            defined = r"^ *(?:(?:def|class) {0}\b|{0} = )".format(name.rpartition(".")[2])
            assert re.search(defined, (ROOT / path).read_text("utf-8"), re.MULTILINE), (path, name)


def test_files_named_by_comments_and_docstrings_exist() -> None:
    sources = [*(ROOT / "firmware").rglob("*.py"), *(ROOT / "tools").rglob("*.py")]
    there = [*sources, *PAGES, *ROOT.glob("*.*"), *(ROOT / "tools").rglob("*.toml")]
    there += (ROOT / "host_tests").rglob("*.py")
    ends = {"/".join(path.parts[-n:]) for path in there for n in range(1, len(path.parts))}
    for path in sources:
        for text in DOCUMENTING.findall(path.read_text(encoding="utf-8")):
            missing = {*re.findall(r"(?<![\w./-])\w[\w./]*\.(?:py|md|toml)\b", text)} - ends
            assert missing <= FOREIGN, (path, missing)


def listed(page: str, what: str) -> set[str]:
    """What the tables of a page list whose first column has this head."""
    rows = [row for table in tables(page) if table.head[0] == what for row in table.rows]
    return {name for row in rows for name in quoted(row[0])}


def test_options_doubts_and_rules_of_movements_are_all_on_their_pages() -> None:
    (new,) = (one for one in commands_of(parser()) if one.prog.endswith("event new"))
    options = {name for name in new._option_string_actions if name.startswith("--")}
    assert listed("events.md", "option") == options - {"--help", "--json", "--db"}
    assert listed("duplicate.md", "kind") == {*doubts._REMEDIES, against_plan.NOT_PLAYED}
    assert listed("movements.md", "rule") == {*RULES}


def test_the_map_leads_to_every_page_and_each_page_to_the_next() -> None:
    docs = ROOT / "docs"
    parts = (docs / "README.md").read_text(encoding="utf-8").split("\n## The ")[1:]
    mapped = {docs / "README.md", docs / "install.md", docs / "glossary.md"}
    for part in parts:
        pages = re.findall(r"^\d+\. \[(.+?)\]\((.+?)\)", part, re.MULTILINE)
        following = [f" · next: [{title}]({file})" for title, file in pages[1:]]
        for number, (_, file) in enumerate(pages, 1):
            here = f"[All pages](README.md) · {part.split()[0]}, page {number} of {len(pages)}"
            line = (docs / file).read_text(encoding="utf-8").split("\n")[2]
            assert line == here + "".join(following[number - 1 : number]), file
            mapped.add(docs / file)
    assert mapped == {*docs.glob("*.md")}


# ---- from parts to the first score: its pins, commands and presses are the real ones

FIRST_SCORE = (ROOT / "docs" / "first-score.md").read_text(encoding="utf-8")
COMMANDS = [shlex.split(line) for line in re.findall(r"^    (.+)$", FIRST_SCORE, re.MULTILINE)]


def test_a_wire_leads_from_each_name_to_its_pin() -> None:
    ends = pico_ends()
    for name, pin in wiring.pins("pico").items():
        assert ends[name] == f"GP{pin}"
    assert (ends["GND"], ends["VCC"]) == ("GND", "3V3")


def pico_ends() -> dict[str, str]:
    """The pin at the board's end of each wire, by the name at its other end."""
    drawing = list(ElementTree.fromstring(pico.picture(wiring.pins("pico"))))
    words = {
        (int(it.get("x", 0)), int(it.get("y", 0))): it.text or "" for it in drawing if it.text
    }
    pins = {(x, y - 5): word for (x, y), word in words.items()}
    ends = {}
    for wire in (it for it in drawing if it.tag.endswith("polyline")):
        points = [tuple(map(int, at.split(","))) for at in wire.get("points", "").split()]
        board = [at for at in points if pico.BOARD_LEFT - 5 < at[0] < pico.BOARD_RIGHT + 5]
        for x, y in board:
            inside = x + 18 if x < pico.BOARD_LEFT else x - 18
            (far,) = [at for at in (points[0], points[-1]) if at != (x, y)]
            ends[name_at(words, *far)] = pins[inside, y]
    return ends


def name_at(words: dict[tuple[int, int], str], x: int, y: int) -> str:
    """The name at a wire's end: before it at the panel, above it at a button."""
    return words.get((x - 10, y + 5)) or words.get((x + 36, y - 6)) or "buttons"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_commands_of_the_page_are_there(command: list[str]) -> None:
    program, *words = command
    if program == "make":
        rules = (ROOT / "Makefile").read_text(encoding="utf-8")
        assert re.search(f"^{words[0]}:", rules, re.MULTILINE)
    elif program == "openscad":
        assert (ROOT / words[-1]).exists()
    else:
        assert program == "scorepad"
        parser().parse_args(words)


def test_the_presses_of_the_page_lead_to_its_screens() -> None:
    row = r"^\| (`.+`) \| !\[.+\]\(pictures/([\w-]+)\.png\)"
    rows = re.findall(row, FIRST_SCORE, re.MULTILINE)
    story = "".join(f"{keys.replace('`', '')}\nshot {name}\n" for keys, name in rows)
    taken: dict[str, Shot] = {}
    with Tablet(Flash(), RUNTIMES[0]) as tablet:
        script.play(script.parse(story, "first-score.md"), tablet, taken.__setitem__)
    assert [name for name, shot in taken.items() if shot.sha256 != ACCEPTED[name]] == []
    assert list(taken)[-1] == "saved"


# ---- the maker's guide: its drawing, its pins and its partition table are those of the firmware

GUIDE = wiring.GUIDE.read_text(encoding="utf-8")
FLASH = 4 << 20
SECTOR = 4096
BEHIND_THE_IMAGE = 352  # sectors of a Pico: 2 MB less 640 KB


def partitions() -> list[tuple[str, str, int, int]]:
    """Name, type, offset, size of each row of the guide's table."""
    rows = re.findall(r"^    (\w+), +(\w+), +\w+, +(0x\w+), +(0x\w+)$", GUIDE, re.MULTILINE)
    return [(name, kind, int(offset, 16), int(size, 16)) for name, kind, offset, size in rows]


def test_the_drawings_and_the_pins_are_up_to_date() -> None:
    drawn = pico.picture(wiring.pins("pico"))
    assert wiring.PICO.read_text(encoding="utf-8") == drawn, "make wiring"
    assert wiring.PICTURE.read_text(encoding="utf-8") == wiring.picture(), "make wiring"
    assert wiring.guide(GUIDE) == GUIDE and wiring.table() in GUIDE, "make wiring"
    assert all(wiring.NAMES[board] in GUIDE for board in build.BOARDS)


def test_the_partitions_are_those_of_the_table_that_is_made() -> None:
    kinds = ("app", "data")
    assert partitions() == [(row.name, kinds[row.kind], row.start, row.size) for row in STOCK]


@pytest.mark.parametrize("board", ["esp32", pytest.param("pico", marks=pytest.mark.full)])
def test_two_versions_of_the_firmware_fit_into_their_part(board: str) -> None:
    """littlefs gives each file blocks of its own, and each folder two."""
    folder = build.cached(build.firmware_sources(board))
    blocks = sum(
        2 if path.is_dir() else -(-path.stat().st_size // SECTOR) for path in folder.rglob("*")
    )
    source = (build.SOURCES / "firmware/hardware/rp2_flash.py").read_text(encoding="utf-8")
    (kept,) = re.findall(r"^_SCORES = const\((\d+)\)", source, re.MULTILINE)
    (of_an_esp32,) = [size // SECTOR for name, _, _, size in partitions() if name == "vfs"]
    assert 2 * blocks < 0.9 * (BEHIND_THE_IMAGE - int(kept) if board == "pico" else of_an_esp32)


def test_every_way_makes_the_same_table() -> None:
    """The line for mp-image-tool-esp32 has blocks (B) of 4096 bytes."""
    blocks = dict(re.findall(r"(\w+)=(\w+)B\b", GUIDE))
    added = re.findall(r"--add (\w+)=fat:(0x\w+):(0x\w+)", GUIDE)
    for name, _, offset, size in partitions():
        if name in blocks:
            assert int(blocks[name], 0) * SECTOR == size
        else:
            assert added == [(name, hex(offset), hex(size))]
    _, _, vfs, _ = partitions()[3]
    assert f"erase-region {vfs:#x} {FLASH - vfs:#x}" in GUIDE


def test_what_the_tablet_says_without_a_partition_is_in_the_guide() -> None:
    with pytest.raises(scores.NoScores) as said:
        scores.mount(None)
    assert str(said.value) in GUIDE


# ---- figures of benches: in one file, which can be compared, and in the tables of the docs

HERE: figures.Origin = {"date": "2026-11-22", "cores": 2}


def test_a_group_replaces_all_that_it_had_and_no_other(tmp_path, monkeypatch):
    made = tmp_path / "build" / "bench.json"
    monkeypatch.setattr(figures, "MADE", made)
    keep("start", {"help.ratio": 4, "gone.ms": 1})
    keep("starting", {"help.ratio": 9})
    bench = keep("start", {"help.ratio": 3})
    assert bench.figures == {"start.help.ratio": 3, "starting.help.ratio": 9}
    assert read(made) == bench
    assert {"version", "commit", "python", "cores", "date"} <= bench.origins["start"].keys()


def test_two_files_are_compared(tmp_path, monkeypatch, capsys):
    old, new = Bench(), Bench()
    old.replace("start", {"help.ms": 200, "same.ms": 1, "gone.ms": 1.5}, HERE)
    new.replace("start", {"help.ms": 150, "same.ms": 1, "new.ms": 1234}, HERE)
    write(tmp_path / "old.json", old)
    write(tmp_path / "new.json", new)
    monkeypatch.setattr("sys.argv", ["compare", *map(str, sorted(tmp_path.iterdir())[::-1])])
    assert compare.main() == 0
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["start.gone.ms", "1.5", "-"],
        ["start.help.ms", "200", "150", "0.75"],
        ["start.new.ms", "-", "1,234"],
        ["1", "figures", "are", "equal"],
    ]


def test_the_tables_of_the_page_are_made_from_the_figures() -> None:
    page = figures_page.PAGE.read_text(encoding="utf-8")
    bench = read(figures_page.FIGURES)
    assert figures_page.page(page, bench) == page, "make figures"
    shown = {name for name in figures_page.places(page) if name != figures_page.ORIGINS}
    assert shown == {n for n, of in TABLES.items() if bench.figures.keys() & {*of.names()}}
