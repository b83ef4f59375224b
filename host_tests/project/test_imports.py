"""Imports point one way, and the scoring core computes with integers only."""

import ast

import pytest

from support.imported import (
    HARDWARE,
    ROOT,
    called,
    imports,
    name_of,
    within,
    within_any,
)

FIRMWARE = sorted((ROOT / "firmware").rglob("*.py"))
BOARDS = ("firmware.board", "firmware.boards")  # files that are installed as board.py
BENEATH = (
    "firmware.hardware.peripherals",
    "firmware.hardware.espressif",
)  # what boards have in common
ON_THE_PC = ("scorepad", "dev", "support", "tools", "host_tests")
FILES = {"os", "uos", "io", "uio", "vfs", "pathlib"}


def may_import(module: str, name: str) -> bool:
    """The rules: what a module of the firmware may import."""
    if within_any(name, ON_THE_PC):
        return False
    board = within_any(module, BOARDS)
    if name.partition(".")[0] in HARDWARE:
        return board or within_any(module, BENEATH)
    if within_any(name, BENEATH):
        return board or module == "firmware.hardware.espressif"
    if within(name, "firmware.boards"):
        return False
    if within(module, "firmware.scoring"):
        return within(name, "firmware.scoring")
    if module == "firmware.session":
        return within(name, "firmware.scoring") or within(name, "array")
    if within(module, "firmware.ui"):
        seams = (
            "firmware.board",
            "firmware.link.protocol",
            "firmware.storage.store",
            "firmware.storage.record",
        )
        return name.partition(".")[0] not in FILES and not within_any(name, seams)
    return True


def opens_files(source: str) -> bool:
    """Whether a module calls `open`."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return any(called(node) == "open" for node in calls)


def not_integer(source: str) -> list[int]:
    """The lines with a float: a literal, `/`, `float`, `round`, a negative power's result."""
    found = []
    for node in ast.walk(ast.parse(source)):
        literal = isinstance(node, ast.Constant) and isinstance(node.value, (float, complex))
        operator = isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(
            node.op, (ast.Div, ast.Pow)
        )
        call = isinstance(node, ast.Name) and node.id in {"float", "round", "complex"}
        if literal or operator or call:
            found.append(node.lineno)
    return found


def test_the_firmware_was_found():
    names = {name_of(path) for path in FIRMWARE}
    assert {
        "firmware",
        "firmware.board",
        "firmware.hardware.boards.pico",
        "firmware.session",
        "firmware.scoring.kernel",
    } <= names
    assert any(within(name, "firmware.ui") for name in names)


@pytest.mark.parametrize("path", [*FIRMWARE, ROOT / "boot.py", ROOT / "main.py"], ids=name_of)
def test_imports_point_one_way(path):
    module = name_of(path)
    wrong = [name for name in imports(path.read_text()) if not may_import(module, name)]
    assert wrong == []


@pytest.mark.parametrize(
    "path", [p for p in FIRMWARE if within(name_of(p), "firmware.ui")], ids=name_of
)
def test_screens_open_no_files(path):
    assert not opens_files(path.read_text())


@pytest.mark.parametrize(
    "path", [p for p in FIRMWARE if within(name_of(p), "firmware.scoring")], ids=name_of
)
def test_scoring_is_integers_only(path):
    assert not_integer(path.read_text()) == []


@pytest.mark.parametrize(
    ("module", "source", "allowed"),
    [
        ("firmware.scoring.rubber", "from firmware.scoring import kernel", True),
        ("firmware.scoring.rubber", "from firmware import session", False),
        ("firmware.scoring.rubber", "import struct", False),
        ("firmware.scoring.rules", "def f(m):\n __import__('firmware.scoring.' + m)", True),
        ("firmware.scoring.rules", "def f(m):\n __import__('firmware.ui.' + m)", False),
        ("firmware.ui.flow", "m = 'firmware.ui.' + name\n__import__(m)", True),
        ("firmware.ui.flow", "m = 'firmware.storage.store.' + name\n__import__(m)", False),
        ("firmware.session", "from firmware.scoring.deal import check", True),
        ("firmware.session", "from firmware import store", False),
        ("firmware.session", "import firmware.scoringx", False),
        ("firmware.game", "from scorepad import wording", False),
        ("firmware.game", "from dev import demo", False),
        ("firmware.hardware.oled", "from machine import I2C", False),
        ("firmware.board", "from machine import I2C", True),
        ("firmware.hardware.boards.pico", "from machine import Timer", True),
        ("firmware.hardware.boards.pico", "from firmware import hardware", True),
        ("firmware.hardware.espressif", "from firmware import hardware", True),
        ("firmware.hardware.peripherals", "from firmware import espressif", False),
        ("firmware.game", "from firmware import hardware", False),
        ("firmware.app", "from firmware.boards import pico", False),
        ("firmware.app", "from rp2 import Flash", False),
        ("boot", "import esp32", False),
        ("firmware.ui.screens.home", "import framebuf", True),
        ("firmware.ui.screens.home", "import io", False),
        ("firmware.ui.screens.home", "def f():\n from os import stat", False),
        ("firmware.ui.screens.home", "from firmware.link.protocol import Link", False),
        ("firmware.ui.screens.home", "from firmware import board", False),
        ("firmware.ui.screens.home", "from firmware.storage.store import Store", False),
    ],
)
def test_the_rules_tell_right_from_wrong(module, source, allowed):
    assert [may_import(module, name) for name in imports(source)] == [allowed]


@pytest.mark.parametrize(
    "source",
    ["from . import x", "__import__(x)", "x = 'a'\nx = 'b'\n__import__(x)", "__import__(f'{x}')"],
)
def test_imports_that_hide_their_name_are_noticed(source):
    with pytest.raises(AssertionError):
        list(imports(source))


@pytest.mark.parametrize("source", ["open('x')", "with io.open(f): pass", "a = [open(x)]"])
def test_opening_a_file_is_noticed(source):
    assert opens_files(source)
    assert not opens_files("self.open = 3")


@pytest.mark.parametrize(
    "source", ["x = 1.0", "x = 1e3", "x = a / b", "x /= 2", "x = 2**-1", "float(x)", "round(x)"]
)
def test_a_float_is_noticed(source):
    assert not_integer(source) == [1]
    assert not_integer("x = a // b; x //= 2; x = '1.0'") == []
