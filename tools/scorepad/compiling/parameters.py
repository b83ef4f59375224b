"""Short names, shared by functions, for parameters that no call names.

MicroPython keeps the name of each parameter, as it keeps those of functions and attributes; what
else is local to a function has none on the tablet.
"""

import ast
from collections.abc import Iterable, Iterator

from scorepad.compiling.edits import Edits
from scorepad.compiling.scopes import FUNCTIONS, parameters
from scorepad.compiling.short_names import codes

_IN_ROM = {"self", "cls"}


def named_in_calls(trees: Iterable[ast.Module]) -> set[str]:
    """Return the names by which any call of these modules passes a value."""
    nodes = (node for tree in trees for node in ast.walk(tree))
    return {node.arg for node in nodes if isinstance(node, ast.keyword) and node.arg}


def shorten_parameters(text: str, tree: ast.Module, kept: set[str]) -> str:
    """Return the text of a module with short parameters; those `kept` stay as they are."""
    edits = Edits(text)
    for outermost in _outermost(tree):
        taken = _names(outermost)
        for function in (node for node in ast.walk(outermost) if isinstance(node, FUNCTIONS)):
            inside = _inside(function)
            for arg in _renameable(function, kept):
                code = next(code for code in codes() if code not in taken)
                taken.add(code)
                edits.word(arg, arg.arg, code)
                for node in (n for n in inside if isinstance(n, ast.Name) and n.id == arg.arg):
                    edits.over(node, code)
    return edits.text()


def _outermost(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, FUNCTIONS):
            yield child
        else:
            yield from _outermost(child)


def _names(function: ast.AST) -> set[str]:
    nodes = list(ast.walk(function))
    found = [getattr(node, field, None) for node in nodes for field in ("id", "arg", "name")]
    shared = [name for node in nodes if isinstance(node, ast.Global) for name in node.names]
    return {name for name in (*found, *shared) if isinstance(name, str)}


def _inside(function) -> list[ast.AST]:
    body = [function.body] if isinstance(function, ast.Lambda) else function.body
    return [node for part in body for node in ast.walk(part)]


def _renameable(function, kept: set[str]) -> list[ast.arg]:
    """Return the parameters to rename: those that only assignments bind there."""
    inside = {name for node in _inside(function) for name in _bound_otherwise(node)}
    left = kept | _IN_ROM | inside | {arg.arg for arg in function.args.kwonlyargs}
    found = [arg for arg in parameters(function.args) if not arg.arg.startswith("_")]
    return [arg for arg in found if arg.arg not in left]


def _bound_otherwise(node: ast.AST) -> list[str]:
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        return node.names
    named = [getattr(node, "name", None), getattr(node, "asname", None)]
    named += [node.arg] if isinstance(node, ast.arg) else []
    return [name for name in named if isinstance(name, str)]
