"""Modules that are compiled as one file do what they do as files of their own; the firmware as it
is joined: its lines, its traces, and what a tablet reads when it starts.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest

from dev.emulators import board_files, qemu_board
from scorepad import build
from scorepad.simulator.flash import Flash
from scorepad.simulator.process import DEVICE
from scorepad.sources import SOURCES
from support.depth import full
from support.interpreters import said

Sources = list[tuple[Path, Path]]
RUN = "import firmware.app"

# Firmware of a few modules, by their names, on which joining could go wrong.
MADE_UP = {
    "same names": {
        "app": """
from firmware import first
from firmware.second import name, total
print(first.name(), name(), first.total, total, first.Thing().name(), list("ba"))
""",
        "first": """
total = "first"
def name():
    return list("first")[0]
class Thing:
    total = "of the class"
    def name(self):
        return self.total, total, name()
""",
        "second": """
total = "second"
def name():
    return total
def list(word):
    return word.upper()
print(list("own"))
""",
    },
    "hidden": {
        "app": """
from firmware import scale
from firmware.scale import factor as by
def doubled(size, names=("grown",)):
    grown = scale.size(size)
    return [scale.grown(size) + grown for size in (1, by())]
def listed(grown):
    return [scale.grown(each) for each in grown], (lambda size: scale.size(size) + size)(5)
def packed():
    import struct
    return struct.calcsize("<H")
print(packed())
try:
    scale.fail()
except ValueError as size:
    print(size, scale.size(1))
print(doubled(3), listed([4]))
""",
        "scale": """
def size(value):
    return value * 10
def grown(value):
    return value + 1
def factor():
    return 7
def fail():
    raise ValueError("failed")
""",
    },
    "numbers": {
        "app": """
from micropython import const
from firmware import sizes
from firmware.sizes import FIRST, SECOND, WIDE, LAST, LEAST
_HIDDEN = const(3)
print(FIRST, SECOND, sizes.WIDE - sizes.HIGH, LAST, 2 - LEAST, _HIDDEN << 2, f"{WIDE:>5}|")
print(sizes.again(), sizes.turned(), sizes.turned(), sizes.turns, sizes.yes, sizes.late)
""",
        "sizes": """
FIRST, SECOND = range(2)
WIDE, HIGH = 128, 64
LAST = (WIDE - 1) // 2  # of a row
LEAST = -LAST
turns = 0
yes = True
late = 1
late = 2
def again(WIDE=5):
    return WIDE + HIGH
def turned():
    global turns
    turns += 1
    return turns
""",
    },
    "set from outside": {
        "app": """
from firmware import words
def hear(text):
    print("heard", text)
words.say("one")
__import__("firmware.late")
words.say("two")
print(words.count)
""",
        "words": """
count = 0
def speak(text):
    print("said", text)
def say(text):
    speak(text)
""",
        "late": """
from firmware import app, words
from firmware.words import say
words.speak, words.count = app.hear, words.count + 1
say("late")
""",
    },
    "classes": {
        "app": """
from firmware import below
class Upper(below.Base):
    kind = "upper"
    def told(self, *more, far=2, **rest):
        return super().told(*more) + [self.kind, far, rest]
    @property
    def size(self):
        return len(self.kind)
    @size.setter
    def size(self, kind):
        self.kind = kind * self.size
made = Upper()
made.size = "ab"
print(made.told(1, far=3, near=4), made.size, isinstance(made, below.Base), below.made().kind)
""",
        "below": """
kind = "module's"
class Base:
    kind = kind + " base"
    def told(self, first, second=kind):
        def inner(first):
            return [first, second, kind]
        return inner(first)
def made():
    return Base()
""",
    },
    "parameters": {
        "app": """
from firmware.work import Work, folded, grown
print(grown(1, extra=2), grown(extra=3, value=4), folded([1, 2], 5), folded([], 0))
print(Work(7).tripled(2), Work(7).named(other=3))
""",
        "work": """
def grown(value, _step=1, extra=0):
    return value + _step + extra
def folded(items, start, *rest):
    try:
        start += items[0]
    except IndexError as items:
        start = str(items)
    def add(each, start=start):
        return [start, each, rest, f"{each}", [each for each in (1, 2)]]
    return add(start), (lambda start: start)(6)
class Work:
    def __init__(self, size):
        self.size = size
    def tripled(self, times):
        return [self.size for times in range(times)], times
    def named(self, other):
        return self.size * other
""",
    },
}


def written(folder: Path, modules: Mapping[str, str]) -> Sources:
    """Modules of a made-up firmware, by their names, as files in a folder."""
    sources = []
    for name, text in modules.items():
        place = Path("firmware", *name.split(".")).with_suffix(".py")
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")
        sources.append((folder / place, place))
    return sources


@pytest.mark.parametrize("name", MADE_UP)
def test_joined_they_say_the_same(tmp_path: Path, name: str) -> None:
    modules = MADE_UP[name]
    sources = written(tmp_path / "plain", modules)
    build.build(sources, tmp_path / "joined")
    files = 2 if name == "set from outside" else 1
    assert len(list((tmp_path / "joined").rglob("*.mpy"))) == files < len(modules)
    expected = said(tmp_path / "plain", RUN)
    assert expected
    assert said(tmp_path / "joined", RUN) == expected


# By what is wrong: the texts of app.py and part.py, and how they are refused.
IMPORTS = "from firmware import part\nprint(part.A)\n"
KEEPS = r"app\.py:2: \w+ cannot keep its name"
MATCH = "A = [1]\nmatch A:\n    case _:\n        pass\n"
TOLD = "from firmware.part import told\n"
REFUSED = {
    "star": ("from firmware.part import *\n", "A = 1\n", r"app\.py:1: .*full names"),
    "its own name": (IMPORTS, "A = 1\nprint(__name__)\n", r"part\.py:2: __name__"),
    "an object": (
        f"{IMPORTS}print(part)\n",
        "def A():\n    return 1\n",
        r"app\.py:3: firmware\.part is no object",
    ),
    "in a function": (f"{IMPORTS}def f():\n    {IMPORTS}", "A = 1\n", r"app\.py:4"),
    "syntax": (IMPORTS, "if:\n", r"part\.py:1"),
    "a class": (IMPORTS, "A = 5\nclass B:\n    A = A\n", r"part\.py:3: A is the class's"),
    "built in": (f"{TOLD}def hex(n):\n    return 5\n", "def told(n):\n    return hex(n)\n", KEEPS),
    "a variable elsewhere": (
        f"{TOLD}from firmware.part import grown as size\n",
        "def grown():\n    return 1\ndef told(n):\n    size = n\n    return grown() + size\n",
        KEEPS,
    ),
    "two names": (
        f"{TOLD}from firmware.part import told as said\n",
        "def told():\n    return 1\n",
        KEEPS,
    ),
    "a number": (f"{TOLD}from firmware.part import WIDE\n", "WIDE = 5\ntold = [WIDE]\n", KEEPS),
    "mpy-cross": (f"import sys\n{IMPORTS}print(sys)\n", f'"""Part."""\n\n{MATCH}', r"part\.py:4"),
}


@pytest.mark.parametrize("wrong", REFUSED)
def test_what_cannot_be_joined_is_named_with_its_line(tmp_path: Path, wrong: str) -> None:
    """What a file offers has its name, or none is made."""
    app, part, why = REFUSED[wrong]
    with pytest.raises(build.BuildError, match=why):
        build.build(written(tmp_path, {"app": app, "part": part}), tmp_path / "joined")


# ---- the firmware

CHIP = [(path, Path(path.name)) for path in sorted(DEVICE.glob("*.py"))]
THROWS = """
from firmware.board import Board
from firmware.scoring import board
from firmware.scoring.deal import pack
from firmware.trace import where
from firmware.ui.entering import Result


def thrown(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return where(error)


def own():
    return [][1]


print(thrown(pack, 9, 0, 0, 0, 0))
print(thrown(Board.save_state, None, 7))
print(thrown(own))
print(thrown(board.points, None, False))
print(thrown(Result(None).draw, None))
print(where(OSError(5)))
"""


@full
def test_a_trace_names_the_module_and_its_line(tmp_path: Path) -> None:
    throws = tmp_path / "throws.py"
    throws.write_text(THROWS, encoding="utf-8")
    sources = [*build.firmware_sources(), *CHIP, (throws, Path("throws.py"))]
    build.build(sources, tmp_path / "board")

    def line(place: str, text: str) -> int:
        lines = (SOURCES / "firmware" / place).read_text(encoding="utf-8").split("\n")
        return next(number for number, each in enumerate(lines, 1) if text in each)

    assert said(tmp_path / "board", "import throws").splitlines() == [
        f"BadDeal deal.mpy:{line('scoring/deal.py', 'a field of the deal')}",
        f"TypeError espressif.mpy:{line('hardware/espressif.py', 'RTC().memory(crc32')}",
        f"IndexError throws.mpy:{THROWS.split(chr(10)).index('    return [][1]') + 1}",
        f"TypeError board.mpy:{line('scoring/board.py', 'odd = deal >> 4')}",
        f"AttributeError result.mpy:{line('ui/screens/entry/result.py', 'entry = self.game')}",
        "OSError",
    ]


BOOT = """
import builtins, os, sys, vfs
class Flash:
    reads = 0
    def __init__(self):
        self._file = open(%(image)r, "rb")
    def readblocks(self, number, buffer, offset=0):
        Flash.reads += 1
        self._file.seek(number * 4096 + offset)
        self._file.readinto(buffer)
    def writeblocks(self, *_):
        raise OSError(30)  # EROFS
    def ioctl(self, operation, _):
        return {4: %(blocks)d, 5: 4096}.get(operation, 0)
sys.path[:] = ["", ".frozen", %(chip)r]
import world
os.mount(vfs.VfsLfs2(Flash()), "/board")
os.chdir("/board")
world.connect(open("/dev/null", "wb"))
world.flash, world.tablet = %(scores)r, b"123456"
sys.modules["time"] = world
plain, loaded = builtins.__import__, []
def noting(name, *arguments):
    new = name not in sys.modules
    module = plain(name, *arguments)
    if new and name in sys.modules and name.startswith("firmware"):
        loaded.append(getattr(sys.modules[name], "__file__", name))
    return module
def boot():
    app = plain("main").build()
    app.board.waiting = lambda: False  # nobody says anything
    app.tick()
plain("boot")
builtins.__import__ = noting
boot()
print(Flash.reads)
print(*loaded)
"""


@full
def test_a_tablet_starts_with_few_files_and_few_reads(tmp_path: Path) -> None:
    """Until the first picture is there; the files in the order in which they are loaded."""
    tree, image = tmp_path / "tree", tmp_path / "image"
    board_files.compile_into(build.firmware_sources(), tree)
    image.write_bytes(qemu_board.image(tree))
    build.build(CHIP, tmp_path / "chip")
    with_scores = Flash(tmp_path / "scores")
    program = BOOT % {
        "image": str(image),
        "blocks": image.stat().st_size // 4096,
        "chip": str(tmp_path / "chip"),
        "scores": str(with_scores.path),
    }
    reads, loaded = said(tmp_path, program).splitlines()[-2:]
    assert loaded.split() == [
        "firmware/app.mpy",
        "firmware/ui/english.mpy",
        "firmware/starting.mpy",
        "firmware/hardware/panels.mpy",  # until a panel has answered
    ]
    assert int(reads) < 2300  # it was 12,900 with a file for each module
