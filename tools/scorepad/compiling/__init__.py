"""How the firmware's sources become what mpy-cross compiles: short names, few files, no look-ups.

Nothing is printed from a syntax tree: what changes is written over in the text, and all else stays
as it stands. So every version of Python makes the same text, and lines can be told apart again.
"""

from collections.abc import Iterable
from pathlib import Path

from scorepad.compiling.joining import Plan
from scorepad.compiling.modules import CannotJoin, Module, name_of
from scorepad.compiling.naming import is_empty
from scorepad.compiling.short_names import shortener
from scorepad.compiling.traces import with_table
from scorepad.compiling.writing import Compiled, Writing
from scorepad.sources import SOURCES

ROOTS = ("firmware.board", "firmware.app")  # what boot.py and main.py import


def compiled(sources: Iterable[tuple[Path, Path]]) -> list[Compiled]:
    """What is compiled of `sources`, each (file, where it goes).

    Raises SyntaxError, and ValueError for what cannot be compiled as it is.
    """
    sources, shorten = list(sources), shortener()
    names = {name_of(place) for _, place in sources}
    modules = {}
    for file, place in sources:
        text = file.read_text(encoding="utf-8")
        if file.is_relative_to(SOURCES / "firmware"):
            text = shorten(text)
        modules[name_of(place)] = Module(place, file, text, names)
    files = list(Writing(Plan(modules, [root for root in ROOTS if root in modules])).compiled())
    return with_table([file for file in files if not _is_mere_package(file)])


def _is_mere_package(file: Compiled) -> bool:
    """Whether it is not needed: to MicroPython a folder is a package."""
    return file.place.name == "__init__.py" and is_empty(file.parts[-1][1])
