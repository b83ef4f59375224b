"""Names that only the firmware uses are short on the tablet, and what can meet keeps its own."""

import ast
import builtins
import functools
import importlib
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from dev.bench.board import LOOP
from dev.bench.requests import CONVERSATION
from firmware.draft import Setup
from firmware.entry import Entry
from scorepad.build import firmware_sources
from scorepad.compiling import compiled, short_names
from scorepad.compiling.public_names import beside
from scorepad.compiling.short_names import shortener
from scorepad.simulator.interpreters import micropython
from support.commands import ROOT
from support.depth import FULL, sampled, some

FIRMWARE = ROOT / "firmware"
SEAM = ROOT / "tools/dev/emulators/qemu/firmware/board.py"
FIELDS = ("id", "attr", "arg", "name", "asname")


@functools.cache
def current_shortener() -> Callable[[str], str]:
    """Return what shortens the names in a source, for the firmware's files as they are."""
    return shortener()


def shorten(source: str) -> str:
    return current_shortener()(source)


@functools.cache
def names(source: str) -> frozenset[str]:
    found = [
        getattr(node, field, None) for node in ast.walk(ast.parse(source)) for field in FIELDS
    ]
    return frozenset(name for name in found if isinstance(name, str))


def all_names(sources: Iterable[str]) -> set[str]:
    return set().union(*map(names, sources))


def renamed(source: str) -> set[str]:
    """Return the public names in its code that the firmware calls otherwise."""
    return {name for name in names(source) if name[0] != "_" and shorten(name) != name}


def texts(source: str) -> list[object]:
    """Return what stands in its code as it is; docstrings are not compiled."""
    nodes = list(ast.walk(ast.parse(source)))
    idle = {node.value for node in nodes if isinstance(node, ast.Expr)}
    return [node.value for node in nodes if isinstance(node, ast.Constant) and node not in idle]


@functools.cache
def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@sampled
def test_no_two_names_of_a_module_become_one_and_lines_stay() -> None:
    every = sorted(FIRMWARE.rglob("*.py"))
    for path in every if FULL else some(every, 8):
        short = shorten(text(path))
        assert len(names(short)) == len(names(text(path))), path
        assert short.count("\n") == text(path).count("\n")
        assert texts(short) == texts(text(path)), path


def families() -> Iterator[set[Path]]:
    """Of each class that a PC can import too, the files that it and its bases are in."""
    rooms = ("scoring", "storage", "ui", "ui/screens", "ui/screens/entry", "link")
    for path in (path for room in rooms for path in sorted((FIRMWARE / room).glob("*.py"))):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for made in vars(importlib.import_module(name)).values():
            if isinstance(made, type) and made.__module__ == name:
                modules = {base.__module__ for base in made.__mro__} & {*sys.modules}
                yield {Path(sys.modules[m].__file__ or "") for m in modules if m[:8] == "firmware"}


def test_a_class_and_what_it_derives_from_keep_names_of_their_own() -> None:
    hardware = FIRMWARE / "hardware"
    above = {hardware / "peripherals.py", hardware / "espressif.py"}
    pico = {hardware / "peripherals.py", hardware / "boards" / "pico.py"}
    esp32 = [FIRMWARE / "board.py", *sorted((hardware / "boards").glob("esp32*.py"))]
    every = [*families(), pico, *(above | {board} for board in esp32)]
    assert len([family for family in every if len(family) > 1]) > 30
    for family in every:
        sources = [text(path) for path in family]
        assert len(all_names(map(shorten, sources))) == len(all_names(sources)), family


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Writes the files of a firmware; what makes their names short."""

    def write(**modules: str):
        for name, source in modules.items():
            (tmp_path / f"{name}.py").write_text(source)
        return shortener()

    monkeypatch.setattr(short_names, "_FIRMWARE", tmp_path)
    return write


def test_a_private_name_of_others_is_refused(toy) -> None:
    with pytest.raises(ValueError, match="_thread"):
        toy(wrong="import _thread\n")


APPLES = """
class Basket:
    def __init__(self, apples):
        self.apples = apples

    def ripen(self):
        self.apples += 1
"""


def test_a_public_name_that_only_the_firmware_uses_is_short(toy) -> None:
    short = toy(baskets=APPLES)
    assert re.fullmatch(r"_[a-zA-Z]", short("ripen"))
    private = {name for name in names(short(APPLES)) if re.fullmatch(r"_[A-Za-z]\w*", name)}
    assert private == {short("Basket"), short("apples"), short("ripen")}


def test_what_is_not_the_firmware_finds_every_name() -> None:
    assert {path.name for path in beside()} >= {"boot.py", "main.py", "run.py", "said.py"}
    for path in (*beside(), SEAM):
        assert renamed(text(path)) == set(), path
    for typed in (LOOP, CONVERSATION % "[]"):
        nodes = ast.walk(ast.parse(typed))
        assert renamed(typed) <= {n.name for n in nodes if isinstance(n, ast.FunctionDef)}


def test_what_a_reset_leaves_is_kept_by_name() -> None:
    for name in (*vars(Entry(1)), *vars(Setup())):
        assert shorten(name) == name


def test_nothing_of_micropythons_modules_gets_another_name() -> None:
    imported = {
        name.split(".")[0]
        for path in FIRMWARE.rglob("*.py")
        for node in ast.walk(ast.parse(text(path)))
        if isinstance(node, ast.Import)
        for name in [alias.name for alias in node.names]
    }
    program = f"""
import json, framebuf, hashlib, select, vfs
found = set()
for name in {sorted(imported)!r}:
    try:
        found |= set(dir(__import__(name)))
    except ImportError:  # the chip's: the simulator has them, and is kept
        pass
frame = framebuf.FrameBuffer(bytearray(8), 8, 8, framebuf.MONO_VLSB)
for thing in (frame, select.poll(), hashlib.sha256(), vfs.VfsLfs2):
    found |= set(dir(thing))
print(json.dumps(list(found)))
"""
    done = subprocess.run([micropython(), "-c", program], check=True, capture_output=True)
    found = json.loads(done.stdout)
    assert len(found) > 80
    assert [name for name in found if shorten(name) != name] == []


BUILT_IN = """
import builtins, io, json
things = [getattr(builtins, name) for name in dir(builtins)]
things += [builtins, io.BytesIO, io.StringIO, (each for each in ()), range(1), 1j, OSError(1)]
print(json.dumps(list({name for thing in things for name in dir(thing) if name[0] != "_"})))
"""


def test_what_is_built_in_keeps_its_name_whatever_the_firmware_defines(toy) -> None:
    done = subprocess.run([micropython(), "-c", BUILT_IN], check=True, capture_output=True)
    found = json.loads(done.stdout)
    assert {"append", "print", "send", "start", "ValueError"} <= {*found}
    short = toy(rivals="".join(f"def {name}():\n    pass\n" for name in found))
    assert [name for name in found if short(name) != name] == []


def test_what_the_python_that_builds_has_built_in_does_not_matter(toy, monkeypatch):
    monkeypatch.setattr(builtins, "ripen", None, raising=False)
    monkeypatch.setattr(builtins, "Basket", None, raising=False)
    short = toy(baskets=APPLES, lids="class Lid(Basket):\n    pass\n")
    assert [name for name in ("ripen", "Basket", "Lid") if short(name) == name] == []


def test_the_core_alone_keeps_its_public_names(toy) -> None:
    assert toy(jams="def trick_score():\n    pass\n")("trick_score") != "trick_score"
    core = [each for each in firmware_sources() if each[1].parent == Path("firmware/scoring")]
    assert "def trick_score(" in "".join(each.text for each in compiled(core))
