"""The public names of the firmware that only the firmware's own code uses."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from scorepad.compiling.numbers import defined
from scorepad.sources import SOURCES

_PACKAGE = Path(__file__).resolve().parents[1]
_BESIDE = (
    "simulator/device",
    "tablet/on_board",
    "web/tablet",
)  # what runs on a tablet with the firmware
INSTEAD = "instead"  # a folder of modules for the firmware's own: their names are made short, too
_SEAM = ("firmware/board.py", "firmware/hardware/peripherals.py", "firmware/hardware/espressif.py")
_WORD = re.compile(r"[A-Za-z]\w*")
# What is built into MicroPython and its types. The Pythons that build differ in what they have.
_BUILT_IN = """
ArithmeticError AssertionError AttributeError BaseException EOFError Ellipsis Exception
GeneratorExit ImportError IndentationError IndexError KeyError KeyboardInterrupt LookupError
MemoryError NameError NotImplemented NotImplementedError OSError OverflowError RuntimeError
StopAsyncIteration StopIteration SyntaxError SystemExit TypeError UnicodeError ValueError
ViperTypeError ZeroDivisionError abs add all any append args bin bool bytearray bytes callable
center chr classmethod clear close compile complex copy count decode delattr deleter dict
difference difference_update dir discard divmod encode endswith enumerate errno eval exec
execfile extend filter find float flush format from_bytes fromhex fromkeys frozenset get
getattr getter getvalue globals hasattr hash help hex id imag index input insert int
intersection intersection_update isalpha isdigit isdisjoint isinstance islower isspace
issubclass issubset issuperset isupper items iter join keys len list locals lower lstrip map
max memoryview min next object oct open ord partition pend_throw pop popitem pow print property
range read readinto readline real remove replace repr reverse reversed rfind rindex round
rpartition rsplit rstrip seek send set setattr setdefault setter slice sort sorted split
splitlines start startswith staticmethod step stop str strip sum super symmetric_difference
symmetric_difference_update tell throw to_bytes tuple type union update upper value values
write zip
"""
_SAID_ELSEWHERE = {
    # At a board's prompt, and in a board's file: to load code, to save, read and score games.
    *("Link", "Store", "VERSION", "load_temporarily", "create", "listed", "numbers", "rule_set"),
    *("sleep", "summed", "take_in", "totals"),
    # Attributes of Entry that are kept over a reset by name, for the version that starts then.
    *("corrects", "honours_strain"),
    "JOINED",  # compiled() fills it
    "load",  # json's too
}


def beside() -> list[Path]:
    """Return the files that name what the firmware defines, and are not made short."""
    found = [path for folder in _BESIDE for path in sorted((_PACKAGE / folder).rglob("*.py"))]
    apart = [path for path in found if path.parent.name != INSTEAD]
    return [SOURCES / "boot.py", SOURCES / "main.py", *apart]


def only_ours(trees: Mapping[Path, ast.Module], others: Iterable[str]) -> set[str]:
    """Return the names that the firmware defines and that may be shortened.

    `others`: the texts of what is beside it. What stands between the firmware and the hardware
    keeps its names: a board's file need not be one of these.
    """
    kept = {*_BUILT_IN.split()} | _SAID_ELSEWHERE
    for node in (node for text in others for node in _code(ast.parse(text))):
        kept |= names_in(node) | {*_names_as_text(node)}
    ours: set[str] = set()
    for path, tree in trees.items():
        nodes = _code(tree)
        kept |= {path.stem, path.parent.name, *_numbers(tree)}
        kept.update(*map(_names_as_text, nodes))
        if path.parent.name == "boards" or path in [SOURCES / place for place in _SEAM]:
            kept.update(*map(names_in, nodes))
        if "screens" in path.parts:  # ScreenStack finds their classes by the names of screens
            kept |= {node.name for node in nodes if isinstance(node, ast.ClassDef)}
        ours.update(*map(_defined, nodes))
    return {name for name in ours - kept if not name.startswith("_")}


def _code(tree: ast.Module) -> list[ast.AST]:
    """Return every part of it except docstrings, which are not compiled."""
    nodes = list(ast.walk(tree))
    values = [node.value for node in nodes if isinstance(node, ast.Expr)]
    docstrings = {value for value in values if isinstance(value, ast.Constant)}
    return [node for node in nodes if node not in docstrings]


def names_in(node: ast.AST) -> set[str]:
    """Return the names in a node: of a variable, attribute, parameter, function, class."""
    found = [getattr(node, field, None) for field in ("id", "attr", "arg", "name", "asname")]
    return {name for name in found if isinstance(name, str)}


def _defined(node: ast.AST) -> Iterable[str]:
    """Yield the names that a part of a module may add to the firmware's."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name
    if isinstance(node, (ast.Module, ast.ClassDef)):
        yield from (name for statement in node.body for name in defined(statement))
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        yield node.attr


def _names_as_text(node: ast.AST) -> Iterable[str]:
    """Yield names that are needed as text: words of texts, keywords of calls, and errors, which a
    page shows."""
    if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)):
        text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
        yield from _WORD.findall(text)
    if isinstance(node, ast.keyword) and node.arg:
        yield node.arg
    if isinstance(node, ast.ClassDef):
        yield from (node.name for base in node.bases if ast.unparse(base) in _BUILT_IN.split())


def _numbers(tree: ast.Module) -> Iterator[str]:
    """Yield names of numbers, which MicroPython would not store if they were private."""
    others = (ast.Tuple, ast.List, ast.Dict, ast.Set)
    for statement in tree.body:
        names = defined(statement)
        value = getattr(statement, "value", None)
        text = isinstance(value, ast.Constant) and not isinstance(value.value, int)
        if len(names) > 1 or not (text or isinstance(value, others)):
            yield from names
