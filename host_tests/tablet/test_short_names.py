"""Private names are short on the tablet, and whatever can meet keeps names of its own."""

import ast
import re
from pathlib import Path

import pytest

from scorepad.build import firmware_sources
from scorepad.short_names import shorten
from support.commands import ROOT

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


@pytest.mark.parametrize(
    "family",
    [
        ("ui/screen.py", "ui/screens/pin.py"),
        ("storage/sealed_list.py", "storage/house.py"),
        ("scoring/sheet.py", "scoring/rubber.py", "scoring/nz_match.py"),
        ("scoring/sheet.py", "scoring/wheel.py", "scoring/russian.py"),
        ("hardware/peripherals.py", "hardware/espressif.py", "board.py"),
        ("hardware/peripherals.py", "hardware/boards/pico.py"),
    ],
    ids=lambda family: family[-1],
)
def test_a_class_and_what_it_derives_from_keep_names_of_their_own(family: tuple[str, ...]) -> None:
    sources = [text(FIRMWARE / name) for name in family]
    assert len(private_names(*map(shorten, sources))) == len(private_names(*sources))


def test_few_names_are_left() -> None:
    names = private_names(*(shorten(text(path)) for path, _ in firmware_sources()))
    assert len(names) < 40 < len(private_names(*(text(path) for path, _ in firmware_sources())))
