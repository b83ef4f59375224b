"""What a module imports, and what it says, read from its text."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from support.commands import ROOT

HARDWARE = {"machine", "esp32", "rp2"}
LOADERS = {"__import__", "import_module"}


def name_of(path: Path) -> str:
    """`firmware.ui.screens.home` for its file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def nodes(source: str) -> list[ast.AST]:
    return [*ast.walk(ast.parse(source))]


def imports(source: str) -> Iterator[str]:
    """Every name that a module imports, also inside a function or by `__import__`.

    What is loaded temporarily (loading.py) is a module of the firmware.
    `from a import b` counts as `a.b`, for b may be a module. Raises AssertionError for an import
    whose name is only known when it runs, unless it is "constant." + something, directly or in
    a variable that is assigned once.
    """
    for node in nodes(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module and not node.level, "imports name the whole path"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and called(node) == "load_temporarily":
            yield "firmware." + _beginning(node.args[0], source)
        elif isinstance(node, ast.Call) and _loads_with_frequent_gc(node):
            yield "firmware." + _beginning(node.args[1], source)
        elif isinstance(node, ast.Call) and called(node) in LOADERS:
            yield _beginning(node.args[0], source)


def called(node: ast.Call) -> str:
    function = node.func
    return getattr(function, "id", getattr(function, "attr", ""))


def _loads_with_frequent_gc(node: ast.Call) -> bool:
    """Return True if the call loads a module (loading.py)."""
    return called(node) == "with_frequent_gc" and ast.unparse(node.args[0]) == "loading.load"


def _beginning(argument: ast.expr, source: str) -> str:
    while not isinstance(argument, ast.Constant):
        if isinstance(argument, ast.Name):
            argument = _only_value(argument.id, source)
        else:
            assert isinstance(argument, ast.BinOp), ast.unparse(argument)
            argument = argument.left
    assert isinstance(argument.value, str)
    return argument.value


def _only_value(variable: str, source: str) -> ast.expr:
    assigned = [node for node in nodes(source) if isinstance(node, ast.Assign)]
    values = [node.value for node in assigned if variable in map(ast.unparse, node.targets)]
    assert len(values) == 1, f"{variable} is imported: what is it?"
    return values[0]


def within(name: str, package: str) -> bool:
    return f"{name}.".startswith(f"{package}.")


def within_any(name: str, packages: tuple[str, ...]) -> bool:
    return any(within(name, package) for package in packages)


def said_in(tree: ast.AST) -> Iterator[str]:
    """Its texts without its documentation, with 7 for what is put into them; it is spoilt then."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(ast.Constant() as documentation):
                documentation.value = ""
            case ast.JoinedStr(values):
                parts = [one for one in values if isinstance(one, ast.Constant)]
                yield "".join(str(one.value) if one in parts else "7" for one in values)
                for one in parts:
                    one.value = ""
            case ast.Constant(str() as text):
                yield text
