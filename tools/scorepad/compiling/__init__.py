"""Turn the firmware's sources into what mpy-cross compiles: short names, few files, no look-ups.

Nothing is printed from a syntax tree: what changes is written over in the text, and all else stays
as it stands. So every version of Python makes the same text, and lines can be told apart again.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from scorepad.compiling.joining import Plan
from scorepad.compiling.modules import PACKAGE, CannotJoin, Module, name_of
from scorepad.compiling.naming import is_empty
from scorepad.compiling.parameters import named_in_calls, shorten_parameters
from scorepad.compiling.public_names import INSTEAD
from scorepad.compiling.short_names import shortener
from scorepad.compiling.writing import Compiled, Writing
from scorepad.sources import SOURCES

_TRACE = "firmware.trace"  # has which line of a joined file is which of a module
_EMPTY = 'JOINED = ""'  # in it
# Without it programs of others use what is compiled: public names stay, and those of parameters.
_APP = "firmware.app"
# The modules that become files with what they import; those on which others rest come first.
ROOTS = (
    "firmware.board",  # boot.py imports it
    _APP,  # main.py imports it
    "firmware.starting",  # the game loads it temporarily
    "firmware.ui.entering",  # stays loaded while deals are entered
)


def compiled(sources: Iterable[tuple[Path, Path]]) -> list[Compiled]:
    """Return the compiled files of `sources`, each (file, where it goes).

    Raise SyntaxError, and ValueError for code that cannot be compiled as it is.
    """
    texts = dict(_shorten(sources))
    names = {name_of(place) for place in texts}
    modules = {
        name_of(place): Module(place, file, text, names) for place, (file, text) in texts.items()
    }
    files = list(Writing(Plan(modules, [root for root in ROOTS if root in modules])).compiled())
    # To MicroPython a folder is a package.
    kept = [f for f in files if f.place.name != "__init__.py" or not is_empty(f.parts[-1][1])]
    return _with_table(kept)


def _shorten(sources: Iterable[tuple[Path, Path]]) -> Iterator[tuple[Path, tuple[Path, str]]]:
    """Yield where each source goes, its file, and its text with short names."""
    sources = list(sources)
    whole = any(name_of(place) == _APP for _, place in sources)
    known = any(file.is_relative_to(SOURCES / PACKAGE) for file, _ in sources)
    shorten = shortener(whole) if known else str
    texts = [(file, place, file.read_text(encoding="utf-8")) for file, place in sources]
    trees = [ast.parse(text, str(file)) for file, _, text in texts]
    kept = named_in_calls(trees)
    for file, place, text in texts:
        firmware = file.is_relative_to(SOURCES / PACKAGE) or file.parent.name == INSTEAD
        short = shorten(text) if firmware else text
        if whole and place.parts[0] == PACKAGE:
            short = shorten_parameters(short, ast.parse(short), kept)
        yield place, (file, short)


def _with_table(files: list[Compiled]) -> list[Compiled]:
    """Return the same files; the one that reads traces knows which were joined, and how."""
    joined = [file for file in files if len(file.parts) > 1]
    table = "".join(f"{row}\\n" for file in joined for row in _rows(file))
    filled = f'JOINED = "{table}"'
    return [_filled(file, filled) if joined and _reads_traces(file) else file for file in files]


def _rows(file: Compiled) -> list[str]:
    """Return what the tablet knows of a joined file, in the form of firmware/trace.py."""
    parts = [f"{before} {module.place.stem}" for before, module in file.parts]
    return [file.place.with_suffix("").as_posix(), *parts]


def _reads_traces(file: Compiled) -> bool:
    return any(module.name == _TRACE for _, module in file.parts)


def _filled(file: Compiled, table: str) -> Compiled:
    if file.text.count(_EMPTY) != 1:
        raise CannotJoin(f"{file.place}: there is not one {_EMPTY}")
    return replace(file, text=file.text.replace(_EMPTY, table))


def source_line(file: Compiled, line: int) -> str:
    """Return the file and line of a source from which a line comes."""
    before, module = next(part for part in reversed(file.parts) if part[0] < line or not part[0])
    return f"{module.file}:{line - before}"
