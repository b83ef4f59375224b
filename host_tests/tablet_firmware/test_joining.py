"""Modules that are compiled as one file do what they do as files of their own."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from scorepad import build
from scorepad.compiling import compiled
from support.interpreters import said

Sources = list[tuple[Path, Path]]
RUN = "import firmware.app"


def written(folder: Path, modules: Mapping[str, str]) -> Sources:
    """Modules of a made-up firmware, by their names, as files in a folder."""
    sources = []
    for name, text in modules.items():
        place = Path("firmware", *name.split(".")).with_suffix(".py")
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")
        sources.append((folder / place, place))
    return sources


SAME_NAMES = {
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
}
HIDDEN = {
    "app": """
from firmware import scale
from firmware.scale import factor as by
def doubled(size, names=("grown",)):
    grown = scale.size(size)
    return [scale.grown(size) + grown for size in (1, by())]
def listed(grown):
    return [scale.grown(each) for each in grown], (lambda size: scale.size(size) + size)(5)
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
}
NUMBERS = {
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
}
SET_FROM_OUTSIDE = {
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
}
FONTS = {
    "app": """
from firmware.fonts import large, small
from firmware.draw import drawn
FONTS = (large, small)
for font in FONTS:
    print(drawn(font), font is large, font.HIGH)
print(small.HIGH + large.HIGH, large.RUNS[:2])
__import__("firmware.late")
""",
    "fonts.small": '''"""Small.

Not drawn here.
"""

HIGH = 8
RUNS = (
    b"ab"
    b"cd"
)
''',
    "fonts.large": """
HIGH = 2 * 16  # px
RUNS = b'xyz'
""",
    "draw": """
def drawn(font):
    return font.RUNS[: font.HIGH - 7]
""",
    "late": """
from firmware.fonts import small
from firmware import draw
print(draw.drawn(small))
""",
}
ORDER = {
    "app": """
import firmware
from firmware import b
from firmware.a import A
print("app", A, b.B)
""",
    "a": """
import sys
from struct import calcsize as size
print("a", size("<I"))
A = [1]
""",
    "b": """
import sys
from firmware.a import A
from struct import calcsize
print("b", A, calcsize("<H"))
B = A * 2
try:
    from nowhere import nothing
except ImportError:
    nothing = sys.byteorder
print(nothing)
""",
}
CLASSES = {
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
}


@pytest.mark.parametrize(
    ("modules", "files"),
    [
        (SAME_NAMES, 1),
        (HIDDEN, 1),
        (NUMBERS, 1),
        (SET_FROM_OUTSIDE, 2),
        (FONTS, 2),
        (ORDER, 1),
        (CLASSES, 1),
    ],
    ids=["same names", "hidden", "numbers", "set from outside", "fonts", "order", "classes"],
)
def test_joined_they_say_the_same(tmp_path: Path, modules: dict[str, str], files: int) -> None:
    sources = written(tmp_path / "plain", modules)
    build.build(sources, tmp_path / "joined")
    assert len(list((tmp_path / "joined").rglob("*.mpy"))) == files < len(modules)
    expected = said(tmp_path / "plain", RUN)
    assert expected
    assert said(tmp_path / "joined", RUN) == expected


def text_of(tmp_path: Path, modules: dict[str, str]) -> str:
    """The text that is compiled as firmware/app.py."""
    files = {each.place.as_posix(): each for each in compiled(written(tmp_path, modules))}
    return files["firmware/app.py"].text


def test_numbers_are_written_out_and_leave_no_name(tmp_path: Path) -> None:
    text = text_of(tmp_path, NUMBERS)
    assert "print(0, 1, 128 - 64, 63, 2 - (-63), 3 << 2" in text
    assert not re.search(r"\b(FIRST|LAST|LEAST|const|_HIDDEN)\b", text)
    assert "global turns" in text  # those that are bound again stay names


def test_what_does_not_clash_keeps_its_name(tmp_path: Path) -> None:
    text = text_of(tmp_path, CLASSES)
    assert "class Base:" in text
    assert "class Upper(Base):" in text
    assert "import" not in text


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
    ],
    ids=["star", "its own name", "an object", "in a function", "syntax"],
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


def test_what_mpy_cross_refuses_is_named_with_its_line(tmp_path: Path) -> None:
    modules = {
        "app": "import sys\nfrom firmware import part\nprint(sys, part.A)\n",
        "part": '"""Part."""\n\nA = [1]\nmatch A:\n    case _:\n        pass\n',
    }
    with pytest.raises(build.BuildError, match=r"part\.py:4"):
        build.build(written(tmp_path, modules), tmp_path / "joined")
