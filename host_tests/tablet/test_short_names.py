"""Private names are short on the tablet, and whatever can meet keeps names of its own."""

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.build import BuildError, build, firmware_sources
from scorepad.compiling import short_names
from scorepad.compiling.short_names import shortener
from support.commands import ROOT

shorten = shortener()
FIRMWARE = ROOT / "firmware"
PRIVATE = re.compile(r"_[A-Za-z]\w*")
FIELDS = ("id", "attr", "arg", "name")


def private_names(*sources: str) -> set[str]:
    """What begins with one underscore in their code."""
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    names = [getattr(node, field, None) for node in nodes for field in FIELDS]
    return {name for name in names if isinstance(name, str) and PRIVATE.fullmatch(name)}


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(FIRMWARE.rglob("*.py")), ids=lambda path: path.stem)
def test_no_two_names_of_a_module_become_one_and_lines_stay(path: Path) -> None:
    short = shorten(text(path))
    assert len(private_names(short)) == len(private_names(text(path)))
    assert short.count("\n") == text(path).count("\n")


def families() -> Iterator[set[Path]]:
    """Of each class that a PC can import too, the files that it and its bases are in."""
    rooms = ("scoring", "storage", "ui", "ui/screens", "link")
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
        assert len(private_names(*map(shorten, sources))) == len(private_names(*sources)), family


def test_a_mistake_is_named_with_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wrong.py").write_text("x = 1\nif:\n")
    monkeypatch.setattr(short_names, "_FIRMWARE", tmp_path)
    with pytest.raises(BuildError, match=r"wrong\.py:2"):
        build([(FIRMWARE / "keys.py", Path("keys.py"))], tmp_path / "compiled")


def test_a_private_name_of_others_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wrong.py").write_text("import _thread\n")
    monkeypatch.setattr(short_names, "_FIRMWARE", tmp_path)
    with pytest.raises(ValueError, match="_thread"):
        shortener()


def test_few_names_are_left() -> None:
    names = private_names(*(shorten(text(path)) for path, _ in firmware_sources()))
    assert len(names) < 40 < len(private_names(*(text(path) for path, _ in firmware_sources())))
