"""Private names, short and shared, for the firmware that is compiled.

Each name in it is a string on the tablet's heap, there once, for as long as the tablet is on; when
a new one no longer fits into MicroPython's table of names, another table of 9 KB is made. So what
begins with an underscore becomes `_a`, `_b` and so on, and names that never meet share one. Lines
stay where they are, and a trace names file and line as ever.
"""

import ast
import functools
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from string import ascii_letters

from scorepad.sources import SOURCES

_PRIVATE = re.compile(r"_[A-Za-z]\w*")
_FIRMWARE = SOURCES / "firmware"


def shortener() -> Callable[[str], str]:
    """What makes the names in the source of a module short, as the firmware's files are now.

    Raises SyntaxError if one of them has a mistake, ValueError for a name that is not its own.
    """
    files = sorted(_FIRMWARE.rglob("*.py"))
    short = _short_names(tuple((path, path.read_bytes()) for path in files))
    return partial(re.sub, r"\b_\w+", lambda name: short.get(name[0], name[0]))


@functools.lru_cache(maxsize=1)
def _short_names(files: tuple[tuple[Path, bytes], ...]) -> dict[str, str]:
    """By the private names of the firmware."""
    trees = {path: ast.parse(content, str(path)) for path, content in files}
    meeting = [_private(trees[path] for path in _family(path, trees)) for path in trees]
    short: dict[str, str] = {}
    for name in sorted(set().union(*meeting), key=lambda n: (-sum(n in m for m in meeting), n)):
        taken = {short.get(other) for names in meeting if name in names for other in names}
        short[name] = next(code for code in codes() if code not in taken)
    return short


def _private(trees: Iterable[ast.Module]) -> set[str]:
    """What begins with one underscore there: names, attributes, parameters, functions, classes.

    Raises ValueError for one that is not the firmware's: it is called so elsewhere too.
    """
    nodes = [node for tree in trees for node in ast.walk(tree)]
    for alias in (node for node in nodes if isinstance(node, ast.alias)):
        if _PRIVATE.fullmatch(alias.name):
            raise ValueError(f"{alias.name} is private: import what is public")
    found = [
        getattr(node, field, None) for node in nodes for field in ("id", "attr", "arg", "name")
    ]
    return {name for name in found if isinstance(name, str) and _PRIVATE.fullmatch(name)}


def _family(path: Path, trees: dict[Path, ast.Module]) -> set[Path]:
    """A module, and those whose classes its own derive from: they share what an instance has."""
    nodes = list(ast.walk(trees[path]))
    bases = [base for node in nodes if isinstance(node, ast.ClassDef) for base in node.bases]
    roots = {ast.unparse(base).split(".")[0] for base in bases}
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    of = [(i.module or "", a.name) for i in imports for a in i.names if a.name in roots]
    names = [name for module, what in of for name in (module, f"{module}.{what}")]
    parents = [SOURCES.joinpath(*name.split(".")).with_suffix(".py") for name in names]
    return {path}.union(*(_family(parent, trees) for parent in parents if parent in trees))


def codes() -> Iterator[str]:
    for length in count(1):
        for letter in ascii_letters:
            yield "_" + letter * length
