"""Short and shared names for what only the firmware uses, in its compiled form.

Each name in it is a string on the tablet's heap, there once, for as long as the tablet is on; when
a new one no longer fits into MicroPython's table of names, another table of 9 KB is made. So what
begins with an underscore, and what public_names.py finds, becomes `_a`, `_b` and so on, and names
that never meet share one. Lines stay where they are, and a trace names file and line as ever.
"""

import ast
import functools
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from string import ascii_letters

from scorepad.compiling.public_names import beside, names_in, only_ours
from scorepad.sources import SOURCES

_PRIVATE = re.compile(r"_[A-Za-z]\w*")
_FIRMWARE = SOURCES / "firmware"

_Files = tuple[tuple[Path, bytes], ...]


def shortener(public: bool = True) -> Callable[[str], str]:
    """Return what shortens the names in a module's source, for the firmware's files as they are.

    `public`: not only the private ones. Raise SyntaxError for a mistake in a file of the firmware,
    ValueError for a private name that is not its own.
    """
    firmware, others = (
        tuple((path, path.read_bytes()) for path in paths)
        for paths in (sorted(_FIRMWARE.rglob("*.py")), beside())
    )
    short = _short_names(firmware, others, public)
    return partial(re.sub, r"\b[A-Za-z_]\w*", lambda name: short.get(name[0], name[0]))


@functools.lru_cache(maxsize=2)
def _short_names(firmware: _Files, others: _Files, public: bool) -> dict[str, str]:
    trees = {path: ast.parse(content, str(path)) for path, content in firmware}
    ours = only_ours(trees, (text.decode() for _, text in others)) if public else set()
    everywhere = ours & _set_from_outside(trees.values())
    said = {path: _mentioned(tree, ours) for path, tree in trees.items()}
    meeting = [everywhere.union(*(said[file] for file in _family(path, trees))) for path in trees]
    short: dict[str, str] = {}
    for name in sorted(set().union(*meeting), key=lambda n: (-sum(n in m for m in meeting), n)):
        taken = {short.get(other) for names in meeting if name in names for other in names}
        short[name] = next(code for code in codes() if code not in taken)
    return short


def _mentioned(tree: ast.Module, ours: set[str]) -> set[str]:
    """Return those of our names that stand there, and what begins with one underscore.

    Raise ValueError for one that is not the firmware's: it is called so elsewhere too.
    """
    nodes = list(ast.walk(tree))
    for alias in (node for node in nodes if isinstance(node, ast.alias)):
        if _PRIVATE.fullmatch(alias.name):
            raise ValueError(f"{alias.name} is private: import what is public")
    found = {name for node in nodes for name in names_in(node)}
    return {name for name in found if name in ours or _PRIVATE.fullmatch(name)}


def _set_from_outside(trees: Iterable[ast.Module]) -> set[str]:
    """Return the attributes that other objects set: their own module may not name them."""
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    given = [node for node in nodes if isinstance(node.ctx, ast.Store)]
    return {node.attr for node in given if ast.unparse(node.value) != "self"}


def _family(path: Path, trees: dict[Path, ast.Module]) -> set[Path]:
    """Return a module and the modules of its base classes: they share an instance's attributes."""
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
