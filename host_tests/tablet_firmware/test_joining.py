"""Modules that are compiled as one file do what they do as files of their own."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from scorepad import build
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


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("from firmware.part import *\n", r"wrong\.py:1: .*full names"),
        ("\nprint(__name__)\n", r"wrong\.py:2: __name__"),
        (
            "from firmware import part\n\nprint(part)\n",
            r"wrong\.py:3: firmware\.part is no object",
        ),
        ("def load():\n    from firmware import part\n    return part.A\n", r"wrong\.py:2"),
        ("if:\n", r"wrong\.py:1"),
        ("WIDE = 5\nclass Wide:\n    WIDE = WIDE\n", r"wrong\.py:3: WIDE is the class's"),
    ],
    ids=["star", "its own name", "an object", "in a function", "syntax", "a class"],
)
def test_what_cannot_be_joined_is_named_with_its_line(
    tmp_path: Path, wrong: str, why: str
) -> None:
    modules = {
        "app": "from firmware import part\nfrom firmware import wrong\nprint(part.A())\n",
        "part": "def A():\n    return 1\n",
        "wrong": wrong,
    }
    with pytest.raises(build.BuildError, match=why):
        build.build(written(tmp_path, modules), tmp_path / "joined")


@pytest.mark.parametrize(
    ("app", "part"),
    [
        ("def hex(n):\n    return 5\n", "def told(n):\n    return hex(n)\n"),
        (
            "from firmware.part import grown as size\n",
            "def grown():\n    return 1\ndef told(n):\n    size = n\n    return grown() + size\n",
        ),
        ("from firmware.part import told as said\n", "def told():\n    return 1\n"),
        ("from firmware.part import WIDE\n", "WIDE = 5\ntold = [WIDE]\n"),
    ],
    ids=["built in", "a variable elsewhere", "two names", "a number"],
)
def test_what_a_file_offers_has_its_name_or_none_is_made(
    tmp_path: Path, app: str, part: str
) -> None:
    modules = {"app": "from firmware.part import told\n" + app, "part": part}
    with pytest.raises(build.BuildError, match=r"app\.py:2: \w+ cannot keep its name"):
        build.build(written(tmp_path, modules), tmp_path / "joined")


def test_what_mpy_cross_refuses_is_named_with_its_line(tmp_path: Path) -> None:
    modules = {
        "app": "import sys\nfrom firmware import part\nprint(sys, part.A)\n",
        "part": '"""Part."""\n\nA = [1]\nmatch A:\n    case _:\n        pass\n',
    }
    with pytest.raises(build.BuildError, match=r"part\.py:4"):
        build.build(written(tmp_path, modules), tmp_path / "joined")
