"""Modules that are compiled as one file do what they do as files of their own."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from scorepad import build
from support.interpreters import said
from support.tablet import made_up

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


@pytest.mark.parametrize(
    ("modules", "files"),
    [
        (made_up.SAME_NAMES, 1),
        (made_up.HIDDEN, 1),
        (made_up.NUMBERS, 1),
        (made_up.SET_FROM_OUTSIDE, 2),
        (made_up.CLASSES, 1),
        (made_up.PARAMETERS, 1),
    ],
    ids=["same names", "hidden", "numbers", "set from outside", "classes", "parameters"],
)
def test_joined_they_say_the_same(tmp_path: Path, modules: dict[str, str], files: int) -> None:
    sources = written(tmp_path / "plain", modules)
    build.build(sources, tmp_path / "joined")
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
