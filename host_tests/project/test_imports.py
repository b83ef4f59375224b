"""Imports point one way through the house, what is foreign is declared, and the scoring core
computes with integers only."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable
from functools import cache
from graphlib import TopologicalSorter
from importlib.metadata import packages_distributions
from pathlib import Path

from firmware.scoring.rules import NAMES
from support.imported import HARDWARE, ROOT, called, imports, name_of, nodes, within, within_any

FIRMWARE = sorted((ROOT / "firmware").rglob("*.py"))
FILES = {"os", "uos", "io", "uio", "vfs", "pathlib"}
ON_THE_PC = ("scorepad", "dev", "support", "tools", "host_tests")
BENEATH = tuple(f"firmware.hardware.{name}" for name in ("peripherals", "espressif", "own_usb"))
START = "firmware.images.espressif"  # what mounts the files before a board file is there
MOUNTS = "firmware.images.scorepad_files"  # for the images of all boards
WITH_PINS = ("firmware.board", "firmware.hardware.boards", START, *BENEATH)
FLASH = ("firmware.hardware.rp2_flash", "firmware.images.pico")  # which know the chip's
DRIVERS = tuple(f"firmware.hardware.{name}" for name in ("buttons", "oled", "panels", "power"))

# What each room of the firmware may take from the firmware besides itself.
TAKEN = {
    "scoring": "", "hardware": "clock keys loading", "storage": "loading scoring session",
    "link": "VERSION loading scoring selftest session storage", "entry": "scoring",
    "draft": "entry scoring", "opening": "session scoring", "log": "session storage.store",
    "ui": "VERSION clock game keys loading log.Full scoring",
}  # fmt: skip

# The rooms of tools/scorepad, and those besides itself from which each may take; "": the hall.
ROOMS = {
    "": (), "simulator": ("",), "movement": ("",), "club": ("", "movement"),
    "tablet": ("", "movement", "club"), "reports": ("", "movement", "club"),
    "exports": ("", "club", "reports"),
    "operation": ("", "club", "reports"),  # their types
}  # fmt: skip
ROOMS["operations"] = (*ROOMS, "simulator")  # all but those below
ROOMS["cli"] = (*ROOMS["operations"], "operations")
ROOMS["web"] = (*ROOMS["cli"], "cli")
# Those of the club from the ground up: each takes only from those beneath it.
GROUND = ["evenings", "database", "log", "derived", "decisions", "settings", "players", "events"]
FLOORS = [*GROUND, "records", "money", "duplicate", "season", "knockout"]
# A session has the seats of its event's pairs, and an event those of its sessions.
BESIDE = {"history": "events", "sessions": "events"}
CONTENT = "scorepad.reports.content"  # of reports, which does not know what draws it
DRAWING = ("rich", "fpdf", "html")
ELSEWHERE = (
    "simulator/device",  # what they run on has other modules
    "tablet/on_board",
)
PRODUCT = sorted(
    path
    for path in (ROOT / "tools" / "scorepad").rglob("*.py")
    if not any(part in path.as_posix() for part in ELSEWHERE)
)
TESTS = sorted(
    path
    for path in (ROOT / "host_tests").rglob("*.py")
    if path.relative_to(ROOT / "host_tests").parts[0] not in ("device", "torture")
)


def may_import(module: str, name: str) -> bool:
    if within_any(name, ON_THE_PC) or within(name, "firmware.hardware.boards"):
        return False
    if within(name, "firmware.hardware.espressif"):
        return within_any(module, ("firmware.board", "firmware.hardware.boards", BENEATH[-1]))
    if within(name, "rp2"):
        return module == FLASH[0]
    if name.partition(".")[0] in HARDWARE or within_any(name, BENEATH):
        return within_any(module, WITH_PINS)
    for room, others in TAKEN.items():
        if within(module, f"firmware.{room}"):
            return _from_room(module, name, [room, *others.split()])
    if module == "firmware.session":
        return within_any(name, ("firmware.scoring", "array", "collections"))
    if within(name, "firmware.hardware"):
        user = module in ("firmware.app", "firmware.selftest") and within_any(name, DRIVERS)
        return user or within_any(module, (*WITH_PINS, *FLASH, MOUNTS))
    return True


def _from_room(module: str, name: str, rooms: list[str]) -> bool:
    if within(name, "firmware"):
        return within_any(name, tuple(f"firmware.{room}" for room in rooms))
    if rooms[0] == "scoring":
        return (module, name) == ("firmware.scoring.rounds", "collections.namedtuple")
    return rooms[0] != "ui" or name.partition(".")[0] not in FILES


def room(name: str) -> str:
    within_it = name.split(".")[1:2]
    return within_it[0] if within_it and within_it[0] in ROOMS else ""


def floor(name: str) -> int:
    """The floor of a module of the club; what is in none stands on the roof."""
    inside = name.split(".")[2:3]
    name = BESIDE.get(inside[0], inside[0]) if inside else ""
    return FLOORS.index(name) if name in FLOORS else len(FLOORS)


def may_import_on_pc(module: str, name: str) -> bool:
    if within_any(name, ("dev", "support", "tools", "host_tests")):
        return False
    if within(name, "uvicorn.protocols"):
        return module == "scorepad.web.authentication.patience"
    if not within(name, "scorepad") or module == "scorepad.__main__":
        return not (within(module, CONTENT) and within_any(name, DRAWING))
    if within(module, CONTENT) and within(name, "scorepad.reports") and not within(name, CONTENT):
        return False
    here, there = room(module), room(name)
    if here == there == "club":
        every_kind = (module, name) == ("scorepad.club.log", "scorepad.club.kinds")
        return floor(name) <= floor(module) or every_kind
    # A sentence has a remedy as the command line has it.
    in_words = (module, name) == ("scorepad.errors", "scorepad.operations")
    return here == there or there in ROOMS[here] or in_words


def opens_files(source: str) -> bool:
    return any(isinstance(node, ast.Call) and called(node) == "open" for node in nodes(source))


def not_integer(source: str) -> list[int]:
    """The lines with a float: a literal, `/`, `float`, `round`, a negative power's result."""
    found = []
    for node in nodes(source):
        literal = isinstance(node, ast.Constant) and isinstance(node.value, (float, complex))
        operator = isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(
            node.op, (ast.Div, ast.Pow)
        )
        call = isinstance(node, ast.Name) and node.id in {"float", "round", "complex"}
        if literal or operator or call:
            found.append(node.lineno)
    return found


def refused(paths, named, allowed):
    modules = {named(path): imports(path.read_text()) for path in paths}
    return [(m, name) for m, names in modules.items() for name in names if not allowed(m, name)]


def test_the_rules_refuse_what_they_forbid():
    for allowed, module, source in (
        (may_import, "firmware.scoring.rules", "def f(m):\n __import__('firmware.ui.' + m)"),
        (may_import, "firmware.log", "def f():\n loading.load_temporarily('starting')"),
        (may_import, "firmware.app", "from machine import I2C"),
        (may_import, "firmware.link.requests", "from firmware.ui import words"),
        (may_import, "firmware.ui.screens.home", "def f():\n from os import stat"),
        (may_import_on_pc, "scorepad.club.records.store", "from scorepad.club.money import x"),
        (may_import_on_pc, "scorepad.reports.content.stakes", "import html"),
        (may_import_on_pc, "scorepad.cli.output", "from dev import demo"),
    ):
        assert [allowed(module, name) for name in imports(source)] == [False], source


def test_imports_point_one_way():
    assert refused([*FIRMWARE, ROOT / "boot.py", ROOT / "main.py"], name_of, may_import) == []
    assert refused(PRODUCT, in_tools, may_import_on_pc) == []
    assert len(FIRMWARE) > 50 and len(PRODUCT) > 100  # they were found


def test_the_club_has_no_other_floors() -> None:
    folders = {path.parent.name for path in ROOT.glob("tools/scorepad/club/*/__init__.py")}
    assert folders == {*FLOORS, *BESIDE} - {"evenings", "log", "history"}  # one file each


def test_screens_open_no_files_and_scoring_is_integers_only():
    sources = {name_of(path): path.read_text() for path in FIRMWARE}
    screens = [m for m in sources if within(m, "firmware.ui") and opens_files(sources[m])]
    scoring = [m for m in sources if within(m, "firmware.scoring") and not_integer(sources[m])]
    assert screens == scoring == []
    assert opens_files("a = [open(x)]") and len(not_integer("a = 1.0; a /= b; round(a)")) == 3


def in_tools(path):
    return name_of(path).partition(".")[2]


def test_one_module_writes_json():
    writers = [in_tools(path) for path in PRODUCT if "json.dump" in path.read_text()]
    assert writers == ["scorepad.json_text"]


def test_no_test_is_imported():
    statement = r"^ *(?:from|import) (?:\w+\.)*test_\w|^ *from [\w.]+ import .*\btest_"
    assert [path for path in TESTS if re.search(statement, path.read_text(), re.M)] == []


def at_the_top(path):
    statements = ast.parse(path.read_text()).body
    at_once = [one for one in statements if isinstance(one, ast.Import | ast.ImportFrom)]
    return imports("\n".join(map(ast.unparse, at_once)))


def test_no_module_needs_itself():
    modules = {in_tools(path): path for path in PRODUCT} | {
        name_of(path): path for path in FIRMWARE
    }
    needs = {
        module: {name if name in modules else name.rpartition(".")[0] for name in at_the_top(path)}
        for module, path in modules.items()
    }
    assert list(TopologicalSorter(needs).static_order())


# ---- what the package imports is what it declares, and nothing that only the tests bring along

PACKAGE = ROOT / "tools" / "scorepad"
RUN_ELSEWHERE = (*ELSEWHERE, "web/tablet/board", "web/tablet/instead")
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PROVIDED = {"firmware", "scorepad"}
# By starlette, when a form comes, and for hosts; by uvicorn, and for WebSockets.
LOADED_BY_OTHERS = {"python-multipart", "idna", "h11", "websockets"}
brought_by = cache(packages_distributions)


def named(requirements: Iterable[str]) -> set[str]:
    """The distributions of a list of requirements."""
    names = {name for text in requirements for name in re.findall(r"^[\w.-]+", text)}
    return {re.sub(r"[-_.]+", "-", name).lower() for name in names}


def imported(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imports(path.read_text("utf-8"))}


def test_what_is_imported_is_declared() -> None:
    declared = named(DECLARED["dependencies"])
    optional = DECLARED["optional-dependencies"]
    extras = {each: named(optional[each]) for each in ("pdf", "https", "postgresql")}
    for path in PACKAGE.rglob("*.py"):
        module = path.relative_to(PACKAGE)
        where = {*module.parts, "https" if module.stem == "certificates" else module.stem}
        allowed = declared.union(*(extras[each] for each in where & extras.keys()))
        if not module.as_posix().startswith(RUN_ELSEWHERE):
            for name in imported(path) - PROVIDED - set(sys.stdlib_module_names):
                assert allowed & named(brought_by().get(name, ())), (module, name)


def test_what_is_declared_is_imported() -> None:
    used = {name for path in PACKAGE.rglob("*.py") for name in imported(path)}
    there = named(each for name in used for each in brought_by().get(name, ()))
    assert named(DECLARED["dependencies"]) - LOADED_BY_OTHERS <= there


OTHERS = {*NAMES} - {"rubber"}  # which is also what some points are for


def names_compared(source: str) -> set[str]:
    """Names of rule sets that are compared, looked up or given, or that a list or table has."""
    if not any(f'"{name}"' in source for name in OTHERS):
        return set()
    collections = (ast.Tuple, ast.List, ast.Set, ast.Dict)
    places = (*collections, ast.Compare, ast.Call, ast.Subscript, ast.MatchValue)
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, places)]
    asking = [node for node in nodes if not ast.unparse(node).startswith("cli.add_command(")]
    parts = [part for node in asking for part in ast.iter_child_nodes(node)]
    return {part.value for part in parts if isinstance(part, ast.Constant)} & OTHERS


def test_nothing_else_knows_a_rule_set_by_its_name():
    sources = [*(ROOT / "firmware").rglob("*.py"), *(ROOT / "tools" / "scorepad").rglob("*.py")]
    asking = [path for path in sources if names_compared(path.read_text(encoding="utf-8"))]
    assert asking == [ROOT / "firmware" / "scoring" / "rules.py"]
